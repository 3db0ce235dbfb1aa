import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createComingPartitions, openPool } from '@nani/foundation/storage/index.ts'
import { noCarrying } from '@nani/server/register/register-outbox/index.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type LogicalServer, startLogicalServer } from '../../../../testing/logical-server.ts'
import { scratchDirectory } from '../../../../testing/machine/scratch.ts'
import { runInMemory, testMasterKey } from '../testing/run-in-memory.ts'

/** Home and its cell are databases of one server, and so are those of a restore. */
let server: LogicalServer
let folder: string
let file: string
let taken: Record<string, unknown>
const pools = new Map<string, pg.Pool>()
const poolOf = (database: string, login: 'owner' | 'superuser' = 'owner'): pg.Pool => {
  const name = `${login} ${database}`
  const known =
    pools.get(name) ??
    openPool(server.urlOf(login, database), {
      ...{ maxConnections: 2, statementTimeoutMs: 30_000, onError: () => {} },
    })
  pools.set(name, known)
  return known
}

const envOf = (database: string) => ({
  DATABASE_URL: server.urlOf('app', database),
  NANI_OWNER_DATABASE_URL: server.urlOf('owner', database),
  NANI_MASTER_KEY: testMasterKey,
})
const cellEnv = (database: string, home: string) => ({
  NANI_CELL_DATABASE_URL: server.urlOf('app', database),
  NANI_CELL_OWNER_DATABASE_URL: server.urlOf('owner', database),
  NANI_CELL_HOME_URL: server.urlOf('copies', home),
})
const run = (env: Record<string, string>, ...args: string[]) => runInMemory(args, { env, cwd: folder })
const nani = (...args: string[]) => run(envOf('home'), ...args)

const untilChecked = (home = 'home') =>
  vi.waitFor(async () => expect((await run(envOf(home), 'cells', 'check')).code).toBe(0), {
    ...{ timeout: 30_000, interval: 100 },
  })

/** To migrate a database takes longer than to copy one. */
const createMigrated = (name: string) =>
  poolOf('postgres', 'superuser').query(`create database ${name} template migrated owner nani_owner`)

let created = 0
/** Databases without rows, and the file with the address of the cell. */
const emptyDatabases = async (create: (name: string) => Promise<unknown> = createMigrated) => {
  const number = ++created
  const [home, cell] = [`home_${number}`, `north_${number}`]
  for (const name of [home, cell]) await create(name)
  const cells = join(folder, `cells-${number}.json`)
  writeFileSync(cells, JSON.stringify({ north: server.urlOf('owner', cell) }))
  return { home, cell, cells }
}
const restore = (home: string, cells: string) => run(envOf(home), 'restore', file, '--cells', cells)

/** The rows of the application, and the numbers that come next. */
const contentOf = async (database: string): Promise<unknown> => {
  const { rows } = await poolOf(database).query(
    `select (select json_agg(to_jsonb(a)) from applications a) as applications,
       (select json_agg(to_jsonb(k)) from api_keys k) as keys,
       (select json_agg(to_jsonb(r) order by result_id) from results r) as results,
       (select json_agg(to_jsonb(i)) from cell_identity i) as identity,
       (select last_value from pg_sequences where sequencename = 'monitors_monitor_number_seq') as number`,
  )
  return rows[0]
}
const nothing = { applications: null, keys: null, results: null, identity: null }
const tablesOf = async (database: string): Promise<number> => {
  const { rows } = await poolOf(database).query(
    `select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace`,
  )
  return rows[0].n
}

beforeAll(async () => {
  folder = mkdtempSync(join(scratchDirectory, 'nani-cells-backup-'))
  file = join(folder, 'nani.backup')
  server = await startLogicalServer()
  await server.createDatabase('migrated')
  expect(await run(envOf('migrated'), 'database', 'migrate')).toMatchObject({ code: 0 })
  for (const name of ['home', 'north']) await createMigrated(name)
  const home = poolOf('home')
  await home.query(
    `insert into organizations (organization_id, name, created_at) values ('org_one', 'One', now())`,
  )
  await home.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, quotas, created_at)
     values ('app_one', 'org_one', 'Shop (Kabeya)', 'sandbox', '{kyc_validation}', '{}', '{}', 1, '{"a": 1}', now())`,
  )
  await home.query(
    `insert into api_keys (application_id, api_key, sealed_secrets, created_at) values ('app_one', 'key_one', '\\x00ff', now())`,
  )
  const added = await run({ ...envOf('home'), ...cellEnv('north', 'home') }, 'cells', 'add', 'north')
  expect(added).toMatchObject({ code: 0, err: '' })
  await untilChecked()
  expect(await nani('cells', 'place', 'org_one', 'north')).toMatchObject({ code: 0, err: '' })
  const cell = poolOf('north')
  await createComingPartitions(cell, Date.now())
  await cell.query(
    `insert into results (application_id, day, result_id, service, sealed_result)
     select 'app_one', current_date, n::text, 'kyc_validation', '\\x0102' from generate_series(1, 60) n`,
  )
  await cell.query(`select setval('monitors_monitor_number_seq', 41)`)
  // Moves that wait for their end: an organization that leaves each of the two.
  for (const pool of [home, cell])
    await pool.query(
      `insert into move_fences (organization_id, application_ids, target, begun_at, command, moved_at, summary)
       values ('org_leaving', '{app_leaving}', 'south', now(), gen_random_uuid(), now(), '[]')`,
    )
  await cell.query(`update audit_sequencing set read_until = '5:5:'`)
  taken = JSON.parse((await nani('backup', file, '--json')).out)
}, 120_000)
afterAll(async () => {
  for (const pool of pools.values()) await pool.end()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a cell that is away stops the backup, and is left out by its name alone', async () => {
  const superuser = poolOf('postgres', 'superuser')
  await superuser.query('alter database north allow_connections false')
  try {
    const stopped = await nani('backup', join(folder, 'away.backup'))
    expect(stopped).toMatchObject({ code: 1, err: expect.stringContaining('north') })
    expect(existsSync(join(folder, 'away.backup'))).toBe(false)
    expect(await nani('backup', join(folder, 'away.backup'), '--without', 'nort')).toMatchObject({
      ...{ code: 1, err: expect.stringContaining('The most similar one is north.') },
    })
    const left = await nani('backup', join(folder, 'away.backup'), '--without', 'north')
    expect(left).toMatchObject({ code: 0, err: '' })
    expect(left.out).toContain('These cells were left out: north.')
  } finally {
    await superuser.query('alter database north allow_connections true')
  }
  const { home, cell } = await emptyDatabases()
  const restored = await run(
    envOf(home),
    'restore',
    join(folder, 'away.backup'),
    '--without',
    'north',
    '--json',
  )
  expect(JSON.parse(restored.out)).toMatchObject({ cells: [], left_out: ['north'] })
  expect(await contentOf(cell)).toMatchObject(nothing)
})

test('a database that is not the cell, and a move that is under way, stop the backup', async () => {
  const cell = poolOf('north')
  const refused = () => nani('backup', join(folder, 'refused.backup'))
  const { rows } = await cell.query('select proof from cell_identity')
  await cell.query(`update cell_identity set proof = '\\x00'`)
  try {
    expect(await refused()).toMatchObject({ code: 1, err: expect.stringContaining('error cell_elsewhere') })
  } finally {
    await cell.query('update cell_identity set proof = $1', [rows[0].proof])
  }
  const moving = await poolOf('home').connect()
  try {
    await moving.query('begin')
    await moving.query(`select from cells where name = 'north' for key share`)
    expect(await refused()).toMatchObject({ code: 1, err: expect.stringContaining('error cell_in_use') })
  } finally {
    await moving.query('rollback')
    moving.release()
  }
  expect(existsSync(join(folder, 'refused.backup'))).toBe(false)
})

test('a backup waits for what an act in a cell causes in home, and ends while acts go on', async () => {
  const home = poolOf('home')
  const carrying = await home.connect()
  try {
    await carrying.query('begin')
    await carrying.query(noCarrying.replace('_lock(', '_lock_shared('))
    await carrying.query(
      `insert into carried_effects (row_id, carried_at) values (gen_random_uuid(), now() + interval '1 hour')`,
    )
    const backup = nani('backup', join(folder, 'busy.backup'))
    const waits = `select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = 'home')`
    await expect.poll(async () => (await poolOf('postgres', 'superuser').query(waits)).rowCount).toBe(1)
    await carrying.query('commit')
    expect((await backup).code).toBe(0)
  } finally {
    carrying.release()
    await home.query('delete from carried_effects')
  }
  const rehearsed = await run(
    { NANI_MASTER_KEY: testMasterKey },
    'backup',
    'rehearse',
    join(folder, 'busy.backup'),
  )
  expect(rehearsed).toMatchObject({ code: 0, err: '' })
}, 60_000)

test('a cell that is held is not used', async () => {
  const hold = (until: string | null) => poolOf('home').query('update cells set held_until = $1', [until])
  await hold('prepared')
  const move = 'organizations move org_one --cell home'
  try {
    for (const args of ['cells check', 'database migrate', 'cells place org_one north', move]) {
      const { out, err } = await nani(...args.split(' '))
      expect(out + err).toContain('is held until it is prepared')
      if (args[0] === 'database') expect(err).toContain('leave the cell north out')
    }
  } finally {
    await hold(null)
  }
})

test('a backup has the rows of home and of its cells, and a rehearsal proves it', async () => {
  expect(taken).toMatchObject({ cells: ['north'], left_out: [] })
  expect(readFileSync(file).toString('latin1', 0, 13)).toBe('NANI BACKUP 2')
  const { rows } = await poolOf('home').query(
    `select after from acts where action = 'installation.backup' and after @> '{"cells": ["north"]}'`,
  )
  expect(rows[0].after).toMatchObject({ cells: ['north'], left_out: [] })
  const rehearsed = await run({ NANI_MASTER_KEY: testMasterKey }, 'backup', 'rehearse', file, '--json')
  expect(JSON.parse(rehearsed.out)).toMatchObject({ rows: taken.rows, cells: ['north'], vault_opens: true })
}, 60_000)

test('a restore refuses the databases of the installation that runs, and writes nothing', async () => {
  const { home, cells } = await emptyDatabases(server.createDatabase)
  const before = await contentOf('north')
  // The addresses of the backup are those of the cell that runs.
  const live = await run(envOf(home), 'restore', file)
  expect(live).toMatchObject({ code: 1, err: expect.stringContaining('error installation_exists') })
  expect(live.err).toContain('the cell north')
  writeFileSync(cells, JSON.stringify({ north: server.urlOf('owner', home) }))
  expect(await restore(home, cells)).toMatchObject({
    ...{ code: 1, err: expect.stringContaining('error cell_elsewhere') },
  })
  writeFileSync(cells, JSON.stringify({ nort: server.urlOf('owner', home) }))
  expect(await restore(home, cells)).toMatchObject({
    ...{ code: 1, err: expect.stringContaining('The most similar one is north.') },
  })
  writeFileSync(cells, '[]')
  expect(await restore(home, cells)).toMatchObject({
    ...{ code: 1, err: expect.stringContaining('error file_unusable') },
  })
  writeFileSync(cells, 'postgres://nani_owner:secret@x/y')
  const noJson = await restore(home, cells)
  expect(noJson).toMatchObject({ code: 1, err: expect.stringContaining('error file_unusable') })
  expect(noJson.err).not.toContain('secret')
  expect(await tablesOf(home)).toBe(0)
  expect(await contentOf('north')).toEqual(before)
})

const killed = (env: Record<string, string>, ...args: string[]): Promise<string | null | undefined> =>
  new Promise((resolve) => {
    const fixture = join(import.meta.dirname, 'killed-command.fixture.ts')
    const child = execFile(process.execPath, [fixture, ...args], { env, cwd: folder }, () =>
      resolve(child.signalCode),
    )
  })

test('a backup that is killed leaves a file that is refused', async () => {
  const half = join(folder, 'half.backup')
  expect(await killed(envOf('home'), 'fetch', '40', 'declare', 'backup', half)).toBe('SIGKILL')
  const { home } = await emptyDatabases()
  expect(await run(envOf(home), 'restore', half, '--without', 'north')).toMatchObject({
    ...{ code: 1, err: expect.stringContaining('error backup_damaged') },
  })
  expect(await contentOf(home)).toMatchObject(nothing)
}, 60_000)

test('a restore that is killed before home has its rows is repeated, and the copies are made again', async () => {
  const { home, cell, cells } = await emptyDatabases()
  const args = ['commit', '2', 'truncate', 'restore', file, '--cells', cells]
  expect(await killed(envOf(home), ...args)).toBe('SIGKILL')
  expect(await contentOf(home)).toMatchObject(nothing)
  expect(await contentOf(cell)).toEqual(await contentOf('north'))
  expect(await restore(home, cells)).toMatchObject({
    ...{ code: 1, err: expect.stringContaining('error installation_exists') },
  })
  // It needs another database for the cell.
  const another = await emptyDatabases()
  const restored = await restore(home, another.cells)
  expect(restored).toMatchObject({ code: 0, err: '' })
  expect(restored.out).toContain('nani cells prepare')
  expect(await contentOf(another.cell)).toEqual(await contentOf('north'))
  expect(await contentOf(home)).toMatchObject({ applications: null, keys: null, results: null })
  const { rows } = await poolOf(home).query('select api_key, cell from placed_keys')
  expect(rows).toEqual([{ api_key: 'key_one', cell: 'north' }])
  // An organization that is leaving is still refused its writes.
  for (const database of [home, another.cell])
    for (const table of ['idempotency_keys', 'monitors'])
      await expect(
        poolOf(database).query(`insert into ${table} (application_id) values ('app_leaving')`),
      ).rejects.toMatchObject({ code: '55P03' })
  // The transparency log of the cell goes on by the transactions of this server.
  const log = await poolOf(another.cell).query('select read_until from audit_sequencing')
  expect(log.rows[0].read_until).toMatch(/^(\d{2,}):\1:$/)
  // Home has the addresses of before, where another installation may be: no process opens the cell.
  const prepare = () => run(envOf(home), 'cells', 'prepare', 'north')
  expect((await prepare()).err).toContain('Run: nani cells add north')
  await poolOf(home).query(`update cells set held_until = 'prepared'`)
  expect((await prepare()).err).toContain('error cell_elsewhere')
  // Slots belong to the whole server, which has both installations here.
  await poolOf('north').query('drop subscription nani_home')
  const env = { ...envOf(home), ...cellEnv(another.cell, home) }
  expect(await run(env, 'cells', 'add', 'north')).toMatchObject({ code: 0, err: '' })
  expect((await poolOf(home).query('select held_until from cells')).rows).toEqual([{ held_until: null }])
  await untilChecked(home)
  await poolOf(home).query(`update cells set held_until = 'prepared'`)
  expect(await prepare()).toMatchObject({ code: 0, err: '' })
  await untilChecked(home)
  expect((await poolOf(another.cell).query('select organization_id from organizations')).rows).toContainEqual(
    { organization_id: 'org_one' },
  )
}, 120_000)
