import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { manualClock, systemRandom } from '@nani/foundation/core/index.ts'
import { openRootKey } from '@nani/foundation/storage/index.ts'
import { outboxOf } from '@nani/server/desk/enrolment/index.ts'
import { defineHomeEffect } from '@nani/server/register/register-outbox/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabaseAtNoon, createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { scratchDirectory } from '../../../../testing/machine/scratch.ts'
import { noon } from '../../../../testing/noon.ts'
import { runInMemory, testMasterKey } from '../testing/run-in-memory.ts'

const otherKey = Buffer.alloc(32, 9).toString('base64')

let folder: string
let source: TestDatabase
let file: string
let report: Record<string, unknown>
beforeAll(async () => {
  folder = mkdtempSync(join(scratchDirectory, 'nani-backup-'))
  file = join(folder, 'nani.backup')
  source = await createDatabaseAtNoon()
  await on(source, 'register', 'generate', '--count', '40', '--seed', 'backup')
  const odd = 'Shop, "of" (Kabeya) \\ {é} \n ☂'
  await on(source, 'applications', 'create', '--name', odd, '--environment', 'sandbox')
  await source.pool.query("update audit_sequencing set read_until = '5:5:', acts_read_until = '5:5:'")
  report = await json(source, 'backup', file)
}, 60_000)
afterAll(async () => {
  await source.drop()
  rmSync(folder, { recursive: true })
})

const on = (database: TestDatabase, ...args: string[]) => withKey(database, testMasterKey, ...args)
const withKey = (database: TestDatabase, key: string, ...args: string[]) =>
  runInMemory(args, { env: { DATABASE_URL: database.url, NANI_MASTER_KEY: key }, cwd: folder })
const json = async (database: TestDatabase, ...args: string[]) => {
  const { code, out, err } = await on(database, ...args, '--json')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}

/** An empty database, as an administrator creates it. */
const onEmpty = async (work: (database: TestDatabase) => Promise<void>): Promise<void> => {
  const database = await createTestDatabase()
  await database.pool.query(
    'drop schema public cascade; create schema public; drop schema if exists pgboss cascade',
  )
  try {
    await work(database)
  } finally {
    await database.drop()
  }
}

const withRegister = (home: TestDatabase, register: { url: string }, ...args: string[]) => {
  const env = { DATABASE_URL: home.url, NANI_REGISTER_DATABASE_URL: register.url }
  return runInMemory(args, { env: { ...env, NANI_MASTER_KEY: testMasterKey }, cwd: folder })
}

/** What a process causes that is killed after its commit. */
const causeAct = async (home: TestDatabase, register: TestDatabase, subject: string): Promise<void> => {
  const clock = manualClock(noon)
  const rootKey = await openRootKey(home.pool, Buffer.from(testMasterKey, 'base64'), systemRandom())
  const outbox = outboxOf({ pool: home.pool, registerPool: register.pool, clock, rootKey, log() {} })
  const client = await register.pool.connect()
  await outbox.cause(
    client,
    defineHomeEffect('act', async () => {}),
    {
      ...{ atMs: noon, actor: ['operator', 'Grace', null, 'desk'], organizationId: null },
      ...{ action: 'enrolment.change_status', subject, before: null, after: null },
    },
  )
  client.release()
}

/** Its people and the rights of its calls. */
const expectUntouched = async ({ pool }: TestDatabase): Promise<void> => {
  const { rows } = await pool.query(
    `select (select count(*)::int from citizens) as people, (select count(*)::int from register_identity) as identities,
       has_table_privilege('nani_app', 'applications', 'select') as may_serve`,
  )
  expect(rows).toEqual([{ people: 40, identities: 0, may_serve: true }])
}

const tablesOf = async ({ pool }: TestDatabase): Promise<string[]> => {
  const { rows } = await pool.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace`,
  )
  return rows.map(({ relname }) => relname)
}

/** Every row of the tables that hold what a person would miss, and the numbers that come next. */
const contentOf = async ({ pool }: TestDatabase): Promise<unknown> => {
  const { rows } = await pool.query(
    `select (select json_agg(c order by svc_id) from citizens c) as citizens,
       (select json_agg(a order by application_id) from applications a) as applications,
       (select json_agg(k order by api_key) from api_keys k) as keys,
       (select count(*) from register_files) as files,
       (select json_agg(s order by name) from installation_secrets s) as secrets,
       (select json_agg((schemaname, sequencename, last_value) order by sequencename) from pg_sequences
        where schemaname = 'public' and sequencename not in ('acts_act_number_seq', 'register_outbox_position_seq')) as sequences`,
  )
  return rows[0]
}

test('a backup is restored with every row, partition and sequence, and its vault opens', async () => {
  expect(report).toMatchObject({ rows: expect.any(Number), ledger: expect.any(Number) })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await onEmpty(async (database) => {
    const restored = await json(database, 'restore', file)
    expect(restored).toMatchObject({ rows: report.rows, taken_at: report.taken_at })
    expect(await contentOf(database)).toEqual(await contentOf(source))
    const partitions = `select count(*) as n from pg_inherits i join pg_class c on c.oid = inhrelid where relkind = 'r'
      and relnamespace = 'public'::regnamespace`
    const countOf = async ({ pool }: TestDatabase) => (await pool.query(partitions)).rows[0].n
    expect(await countOf(database)).toBeGreaterThanOrEqual(await countOf(source))
    // The restored installation works, under its rules: a guarded row cannot be changed.
    expect(await json(database, 'applications', 'list')).toHaveLength(1)
    await expect(
      database.pool.query(
        `set role nani_app; update installation_secrets set sealed = '' where name = 'root_key'`,
      ),
    ).rejects.toThrow()
    // The transparency log goes on by the transactions of this server.
    const { rows } = await database.pool.query('select read_until, acts_read_until from audit_sequencing')
    expect(rows[0].read_until).toMatch(/^(\d{2,}):\1:$/)
    expect(rows[0].acts_read_until).toBe(rows[0].read_until)
    // It is an installation now.
    const again = await on(database, 'restore', file)
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('error installation_exists') })
  })
})

test('by a backup the register moves to a database of its own, and back', async () => {
  const two =
    (home: TestDatabase, register: TestDatabase) =>
    async (...args: string[]) => {
      const env = {
        ...{ DATABASE_URL: home.url, NANI_REGISTER_DATABASE_URL: register.url },
        NANI_MASTER_KEY: testMasterKey,
      }
      const { code, out, err } = await runInMemory([...args, '--json'], { env, cwd: folder })
      expect({ code, err }, out).toEqual({ code: 0, err: '' })
      return JSON.parse(out)
    }
  const people = async ({ pool }: TestDatabase) =>
    (await pool.query('select count(*)::int as n from citizens')).rows[0].n
  const second = join(folder, 'two.backup')
  await onEmpty((home) =>
    onEmpty(async (register) => {
      const nani = two(home, register)
      expect(await nani('restore', file)).toMatchObject({ rows: report.rows })
      expect([await people(home), await people(register)]).toEqual([0, 40])
      expect(await nani('register', 'show')).toMatchObject({ citizens: { total: 40 } })
      expect(await nani('database', 'migrate', '--check')).toMatchObject({ current: true })
      const { checks } = (await nani('doctor')) as { checks: { check: string; state: string }[] }
      expect(checks).toContainEqual(expect.objectContaining({ check: 'register', state: 'ok' }))
      // The people are not looked for in the wrong place.
      const alone = await on(home, 'register', 'show')
      expect(alone).toMatchObject({ code: 1, err: expect.stringContaining('error register_elsewhere') })
      // Nor is the register of an installation with one database taken, or its rights.
      expect(await withRegister(home, source, 'register', 'show')).toMatchObject({
        ...{ code: 1, err: expect.stringContaining('error register_elsewhere') },
      })
      await expectUntouched(source)
      // An operator loses the access also while the register is away, because sessions are in home.
      const { id } = await nani(
        'operators',
        'invite',
        'o@nani.cd',
        '--name',
        'Odette',
        '--roles',
        'auditor',
      ).then(({ operator_id }) => ({ id: operator_id as string }))
      const away = { url: 'postgres://nani@127.0.0.1:1/nani' }
      expect(await withRegister(home, away, 'operators', 'disable', id)).toMatchObject({ code: 0 })
      expect(await withRegister(home, away, 'applications', 'list')).toMatchObject({ code: 0 })
      const { code: failed, out: named } = await withRegister(home, away, 'doctor')
      expect({ failed, named }).toEqual({
        failed: 1,
        named: expect.stringMatching(
          /^ {2}database +ok .*\n(?: {2}.*\n)* {2}register +failed .*cannot be reached/m,
        ),
      })
      expect(await withRegister(home, away, 'register', 'show')).toMatchObject({
        ...{ code: 1, err: expect.stringContaining('error database_unreachable') },
      })
      // The backup is of a moment at which home has what acts on the register caused.
      await causeAct(home, register, 'waited')
      await nani('backup', second)
      expect((await register.pool.query('select from register_outbox')).rowCount).toBe(0)
      // A register that belongs to an installation is not replaced.
      await onEmpty(async (other) => {
        const env = { DATABASE_URL: other.url, NANI_REGISTER_DATABASE_URL: register.url }
        const given = { env: { ...env, NANI_MASTER_KEY: testMasterKey }, cwd: folder }
        const refused = await runInMemory(['restore', file], given)
        expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('error installation_exists') })
        expect(await people(register)).toBe(40)
      })
    }),
  )
  await onEmpty(async (one) => {
    await json(one, 'restore', second)
    expect((await one.pool.query(`select from acts where subject = 'waited'`)).rowCount).toBe(1)
    expect(await people(one)).toBe(40)
    expect(await contentOf(one)).toEqual(await contentOf(source))
  })
}, 30_000)

test('a restore and a migration refuse an installation with one database as their register', async () => {
  await onEmpty(async (home) => {
    expect(await withRegister(home, source, 'restore', file)).toMatchObject({
      ...{ code: 1, err: expect.stringContaining('error installation_exists') },
    })
    expect(await withRegister(home, source, 'database', 'migrate')).toMatchObject({
      ...{ code: 1, err: expect.stringContaining('error register_elsewhere') },
    })
    expect(await tablesOf(home)).toEqual([])
  })
  await expectUntouched(source)
})

test('one database under two addresses is not a home and a register', async () => {
  await onEmpty(async (home) => {
    const alias = new URL(home.url)
    // The same server, as another resolution of its name would be.
    const socket = alias.searchParams.get('host')
    if (socket) alias.searchParams.set('host', `${socket}/.`)
    else alias.hostname = alias.hostname === 'localhost' ? '127.0.0.1' : 'localhost'
    expect(await withRegister(home, { url: alias.href }, 'database', 'migrate')).toMatchObject({
      ...{ code: 1, err: expect.stringContaining('names the database of DATABASE_URL') },
    })
    expect(await tablesOf(home)).toEqual([])
  })
})

test('with another master key nothing is written, neither to a database nor to a data directory', async () => {
  await onEmpty(async (database) => {
    const refused = await withKey(database, otherKey, 'restore', file)
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('error master_key_wrong') })
    expect(await tablesOf(database)).toEqual([])
  })
  const dataDir = join(folder, 'new')
  const env = { NANI_DATA_DIR: dataDir, NANI_MASTER_KEY: otherKey }
  const refused = await runInMemory(['restore', file], { env, cwd: folder })
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('error master_key_wrong') })
  expect(existsSync(dataDir)).toBe(false)
})

test('a backup is restored into a new data directory and a register of its own, and both can be backed up again', async () => {
  await onEmpty(async (register) => {
    const env = {
      ...{ NANI_DATA_DIR: join(folder, 'restored'), NANI_REGISTER_DATABASE_URL: register.url },
      NANI_MASTER_KEY: testMasterKey,
    }
    const there = async (...args: string[]) => {
      const { code, out, err } = await runInMemory([...args, '--json'], { env, cwd: folder })
      expect({ code, err }).toEqual({ code: 0, err: '' })
      return JSON.parse(out)
    }
    expect(await there('restore', file)).toMatchObject({ rows: report.rows, taken_at: report.taken_at })
    expect((await register.pool.query('select from citizens')).rowCount).toBe(40)
    const again = await there('backup', join(folder, 'embedded.backup'))
    expect(again).toMatchObject({ ledger: report.ledger, files: report.files })
    expect(await there('applications', 'list')).toHaveLength(1)
  })
}, 60_000)

test.each([
  ['is cut', (bytes: Buffer) => bytes.subarray(0, -1)],
  ['lost its end', (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2))],
  [
    'has a changed byte',
    (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === bytes.length - 9 ? byte ^ 1 : byte))),
  ],
])('a file that %s is refused, and no row stays', async (_how, change) => {
  const damaged = join(folder, 'damaged.backup')
  writeFileSync(damaged, change(readFileSync(file)))
  await onEmpty(async (database) => {
    const refused = await on(database, 'restore', damaged)
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('error backup_damaged') })
    expect((await database.pool.query('select from citizens')).rowCount).toBe(0)
  })
})

test('the file holds neither the master key nor readable data, and is never replaced', async () => {
  const bytes = readFileSync(file)
  for (const part of [
    Buffer.from(testMasterKey, 'base64'),
    Buffer.from(testMasterKey),
    Buffer.from('Kabeya'),
  ])
    expect(bytes.includes(part)).toBe(false)
  expect(await on(source, 'backup', file)).toMatchObject({
    code: 1,
    err: expect.stringContaining('error file_exists'),
  })
})

test('a rehearsal restores into a scratch database, and proves the counts and the vault', async () => {
  // On a machine that has the key, and no installation.
  const env = { NANI_MASTER_KEY: testMasterKey }
  const { out } = await runInMemory(['backup', 'rehearse', file, '--json'], { env, cwd: folder })
  expect(JSON.parse(out)).toMatchObject({
    ...{ rows: report.rows, audit: report.audit, ledger: report.ledger, files: report.files },
    vault_opens: true,
    seconds: expect.any(Number),
  })
  const refused = await withKey(source, otherKey, 'backup', 'rehearse', file)
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('error master_key_wrong') })
})
