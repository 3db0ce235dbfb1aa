import { createComingPartitions, openPool } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../../testing/database.ts'
import { type LogicalServer, startLogicalServer } from '../../../../testing/logical-server.ts'
import { runInMemory, testMasterKey } from '../testing/run-in-memory.ts'

/** Home and its cells are databases of one server. PostgreSQL copies between them as between servers. */
let server: LogicalServer
let home: pg.Pool
let cell: pg.Pool
const poolOf = (database: string, login: 'owner' | 'app' | 'copies' = 'owner'): pg.Pool =>
  openPool(server.urlOf(login, database), {
    ...{ maxConnections: 2, statementTimeoutMs: 30_000, onError: () => {} },
  })
beforeAll(async () => {
  server = await startLogicalServer()
  for (const name of ['home', 'north', 'gone', 'empty', 'other']) await server.createDatabase(name)
  home = poolOf('home')
  cell = poolOf('north')
  expect(await nani('database', 'migrate')).toMatchObject({ code: 0 })
  await organization(home, 'org_before')
  expect(await run(cellEnv('north'), 'cells', 'add', 'north')).toMatchObject({ code: 0, err: '' })
  await untilChecked()
}, 60_000)
afterAll(async () => {
  await home?.end()
  await cell?.end()
  await server?.stop()
})

const envOf = (database: string) => ({
  DATABASE_URL: server.urlOf('app', database),
  NANI_OWNER_DATABASE_URL: server.urlOf('owner', database),
  NANI_MASTER_KEY: testMasterKey,
})
const cellEnv = (database: string, copiesFrom = 'home') => ({
  NANI_CELL_DATABASE_URL: server.urlOf('app', database),
  NANI_CELL_OWNER_DATABASE_URL: server.urlOf('owner', database),
  NANI_CELL_HOME_URL: server.urlOf('copies', copiesFrom),
})
const run = (env: Record<string, string>, ...args: string[]) =>
  runInMemory(args, { env: { ...envOf('home'), ...env }, cwd: '/' })
const nani = (...args: string[]) => run({}, ...args)

const organization = (database: pg.Pool, id: string) =>
  database.query(`insert into organizations (organization_id, name, created_at) values ($1, $1, now())`, [id])
const ids = async (database: pg.Pool): Promise<string[]> =>
  (await database.query<{ id: string }>('select organization_id as id from organizations')).rows.map(
    ({ id }) => id,
  )

const slots = async (): Promise<string[]> => {
  const { rows } = await home.query<{ name: string }>(
    `select slot_name as name from pg_replication_slots where slot_name like 'nani\\_cell%' order by 1`,
  )
  return rows.map(({ name }) => name)
}

const untilChecked = () =>
  vi.waitFor(async () => expect((await nani('cells', 'check')).code).toBe(0), {
    ...{ timeout: 30_000, interval: 100 },
  })

test('an installation without cells says so', async () => {
  const bare = await createTestDatabase()
  const checked = await run({ DATABASE_URL: bare.url, NANI_OWNER_DATABASE_URL: bare.url }, 'cells', 'check')
  await bare.drop()
  expect(checked).toMatchObject({ code: 0, out: 'There are no cells.\n' })
})

test('a prepared cell can be used, and the check says how far it is behind', async () => {
  expect(JSON.parse((await nani('cells', 'check', '--json')).out).data).toEqual([
    {
      ...{ name: 'north', state: 'ok', message: 'It can be used.' },
      ...{ behind_ms: expect.any(Number), kept_bytes: expect.any(Number) },
    },
  ])
})

test('the doctor checks the cells too', async () => {
  const { out } = await nani('doctor')
  expect(out).toMatch(/^ {2}cells {2,}ok +all \d can be used$/m)
})

test('a change of home arrives in the cell, which cannot write its copies', async () => {
  await organization(home, 'org_after')
  await expect.poll(() => ids(cell)).toContain('org_after')
  expect(await ids(cell)).toContain('org_before')
  const app = poolOf('north', 'app')
  try {
    await expect(organization(app, 'org_wrong')).rejects.toMatchObject({ code: '42501' })
    const rights = await app.query(
      `select has_table_privilege('results', 'insert') as results, has_table_privilege('operators', 'select') as operators`,
    )
    expect(rights.rows).toEqual([{ results: true, operators: false }])
  } finally {
    await app.end()
  }
})

test('the list and the log of acts name the cell, and no login', async () => {
  const { out } = await nani('cells', 'list')
  expect(out).toMatch(/north .*\/north/)
  const { rows } = await home.query<{ action: string; entry: string }>(
    `select action, to_jsonb(a)::text as entry from acts a where action like 'cells.%' order by act_number`,
  )
  expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['cells.add', 'cells.prepare']))
  const passwords = (['app', 'owner', 'copies'] as const).map(
    (login) => new URL(server.urlOf(login, 'north')).password,
  )
  for (const text of [out, ...rows.map(({ entry }) => entry)])
    expect(passwords.filter((password) => text.includes(password))).toEqual([])
})

test('what was interrupted is repeated, and a first row of a migration does not stop the copies', async () => {
  await cell.query('alter subscription nani_home disable')
  await cell.query('alter subscription nani_home set (slot_name = none)')
  await cell.query('drop subscription nani_home')
  expect(await nani('cells', 'prepare', 'north')).toMatchObject({ code: 0, err: '' })
  await untilChecked()
  expect(await ids(cell)).toContain('org_before')
})

test('after a restore of a cell, a subscription that was disabled is made again', async () => {
  await cell.query('alter subscription nani_home disable')
  await cell.query('truncate organizations')
  expect(await nani('cells', 'prepare', 'north')).toMatchObject({ code: 0, err: '' })
  await untilChecked()
  expect(await ids(cell)).toContain('org_before')
})

test('a preparation that fails leaves no slot in home', async () => {
  await server.createDatabase('closed')
  const superuser = openPool(server.urlOf('superuser', 'home'), {
    ...{ maxConnections: 1, statementTimeoutMs: 30_000, onError: () => {} },
  })
  try {
    await superuser.query('revoke pg_create_subscription from nani_owner')
    const added = await run(cellEnv('closed'), 'cells', 'add', 'closed')
    expect(added).toMatchObject({ code: 1, err: expect.stringContaining('pg_create_subscription') })
    expect(await slots()).toEqual(['nani_cell_north'])
  } finally {
    await superuser.query('grant pg_create_subscription to nani_owner')
    await superuser.end()
  }
  expect(await nani('cells', 'remove', 'closed')).toMatchObject({ code: 0, err: '' })
})

test('after a restore of home, which has no slots, everything is copied again', async () => {
  await cell.query('alter subscription nani_home disable')
  await expect
    .poll(
      async () =>
        (await home.query(`select from pg_replication_slots where active and slot_name = 'nani_cell_north'`))
          .rowCount,
    )
    .toBe(0)
  const app = poolOf('home', 'copies')
  await app.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1',
    ['nani_cell_north'],
  )
  await app.end()
  await organization(home, 'org_unseen')
  expect(await nani('cells', 'prepare', 'north')).toMatchObject({ code: 0, err: '' })
  await untilChecked()
  expect(await ids(cell)).toEqual(expect.arrayContaining(['org_before', 'org_unseen']))
})

test.each([
  ['home itself', 'home', 'home', 'south'],
  ['another cell', 'north', 'home', 'south'],
  ['another installation', 'other', 'home', 'south'],
  ['another source of copies', 'empty', 'north', 'south'],
])('%s is refused as a cell, before anything is written', async (_what, database, copiesFrom, name) => {
  // A root key makes an installation.
  if (database === 'other') {
    const other = poolOf('other')
    await other.query('create table installation_secrets (name text, sealed bytea)')
    await other.query(`insert into installation_secrets values ('root_key', '')`)
    await other.end()
  }
  const before = await home.query('select name from cells')
  const added = await run(cellEnv(database, copiesFrom), 'cells', 'add', name)
  expect(added).toMatchObject({ code: 1, err: expect.stringContaining('error cell_elsewhere') })
  expect((await home.query('select name from cells')).rows).toEqual(before.rows)
  const empty = poolOf('empty')
  const { rows } = await empty.query(`select to_regclass('schema_migrations') as found`)
  await empty.end()
  expect(rows).toEqual([{ found: null }])
})

const failureOf = async (): Promise<string> => {
  const { code, out, err } = await nani('cells', 'check')
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('error checks_failed') })
  return out
}

test('the check names a schema that is behind, and another identity', async () => {
  const last = `(select name from schema_migrations order by name desc limit 1)`
  const { rows } = await cell.query(`delete from schema_migrations where name = ${last} returning *`)
  expect(await failureOf()).toContain(rows[0].name)
  await cell.query(
    'insert into schema_migrations select * from json_populate_record(null::schema_migrations, $1)',
    [JSON.stringify(rows[0])],
  )
  await cell.query(`update cell_identity set proof = '\\x00'`)
  expect(await failureOf()).toContain('not the cell north')
  expect((await nani('doctor')).out).toMatch(/^ {2}cells {2,}failed +north: .*not the cell north/m)
  await cell.query('truncate cell_identity')
  expect(await failureOf()).toContain('is not prepared as the cell north')
  expect(await nani('cells', 'prepare', 'north')).toMatchObject({ code: 0 })
  await untilChecked()
})

test('a cell with an organization is not removed, and a removed one leaves nothing in home', async () => {
  expect(await run(cellEnv('gone'), 'cells', 'add', 'gone')).toMatchObject({ code: 0, err: '' })
  await untilChecked()
  const gone = poolOf('gone')
  try {
    const placed = `insert into placed_organizations (organization_id, cell, placed_at) values ('org_before', 'gone', now())`
    await home.query(placed)
    const remove = (...flags: string[]) => nani('cells', 'remove', 'gone', ...flags)
    expect((await remove()).err).toContain('error cell_in_use')
    await home.query('delete from placed_organizations')
    // Home refuses writes for good, and does not name the cell yet.
    await home.query(
      `insert into move_fences (organization_id, application_ids, target, begun_at, command, moved_at)
       values ('org_before', '{app}', 'gone', now(), gen_random_uuid(), now())`,
    )
    expect((await remove('--lost')).err).toContain('move of org_before from home to it is not complete')
    await home.query('delete from move_fences')
    const archived = `values (1, 'events', date '2026-01-01', 0, 0, sha256(''), sha256(''), now())`
    await gone.query(`insert into archived_days ${archived}`)
    expect((await remove()).err).toContain('archived days within their retention')
    await gone.query('truncate archived_days')
    await createComingPartitions(gone, Date.now())
    await gone.query(
      `insert into audit_entries (application_id, day, entry_id, at, actor, read_ids)
       values ('app_one', (now() at time zone 'utc')::date, 'aud_one', now(), 'application', '{}')`,
    )
    for (const flags of [[], ['--lost']])
      expect((await remove(...flags)).err).toContain('audit entries or archived days')
    expect(await remove('--entries-kept')).toMatchObject({ code: 0, out: 'The cell is removed.\n' })
    const copies = `select from pg_subscription where subdbid = (select oid from pg_database where datname = 'gone')`
    expect((await gone.query(copies)).rowCount).toBe(0)
  } finally {
    await gone.end()
  }
  expect(await slots()).toEqual(['nani_cell_north'])
  expect((await home.query('select name from cells')).rows).toEqual([{ name: 'north' }])
  expect(await nani('cells', 'remove', 'gone')).toMatchObject({
    ...{ code: 1, err: expect.stringContaining('error cell_not_found') },
  })
})

test('other URLs of a cell need its own database, and that no process runs', async () => {
  const place = `insert into placed_organizations (organization_id, cell, placed_at) values ('org_before', 'north', now())`
  await home.query(place)
  const elsewhere = await run(cellEnv('empty'), 'cells', 'add', 'north')
  expect(elsewhere).toMatchObject({ code: 1, err: expect.stringContaining('error cell_elsewhere') })
  expect(elsewhere.err).toContain('is empty')
  await home.query('delete from placed_organizations')
  await home.query(`insert into list_followers (process_id, name, list_change) values ('prc_one', 'one', 0)`)
  expect(await run(cellEnv('north'), 'cells', 'add', 'north')).toMatchObject({ code: 0, err: '' })
  const renamed = { ...cellEnv('north'), NANI_CELL_HOME_URL: server.urlOf('superuser', 'home') }
  const refused = await run(renamed, 'cells', 'add', 'north')
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('error cell_in_use') })
  await home.query('delete from list_followers')
})

test('a login for calls in another database than the cell is refused', async () => {
  const mixed = { ...cellEnv('north'), NANI_CELL_DATABASE_URL: server.urlOf('app', 'empty') }
  const added = await run(mixed, 'cells', 'add', 'north')
  expect(added).toMatchObject({ code: 1, err: expect.stringContaining('another database than its owner') })
})

test('the login that serves calls cannot change the list of cells', async () => {
  const app = poolOf('home', 'app')
  try {
    await expect(app.query(`delete from cells where name = 'north'`)).rejects.toMatchObject({ code: '42501' })
  } finally {
    await app.end()
  }
})

test('a cell is not removed while an organization is being placed in it', async () => {
  const placing = await home.connect()
  try {
    await placing.query('begin')
    await placing.query(`select from cells where name = 'north' for share`)
    await placing.query(
      `insert into placed_organizations (organization_id, cell, placed_at) values ('org_before', 'north', now())`,
    )
    const removing = nani('cells', 'remove', 'north')
    const waiting = `select from pg_locks where not granted and locktype = 'transactionid'`
    await vi.waitFor(async () => expect((await home.query(waiting)).rowCount).toBe(1), 10_000)
    await placing.query('commit')
    expect(await removing).toMatchObject({ code: 1, err: expect.stringContaining('error cell_in_use') })
    expect((await nani('cells', 'check')).code).toBe(0)
  } finally {
    placing.release()
    await home.query('delete from placed_organizations')
  }
})

test('a migration brings cells up to date before home, also their copies', async () => {
  const lastOf = async (pool: pg.Pool) =>
    (await pool.query('select name from schema_migrations order by name desc limit 1')).rows[0]?.name
  await cell.query(
    'drop schema public cascade; create schema public; grant usage on schema public to public; drop schema pgboss cascade',
  )
  const check = await nani('database', 'migrate', '--check')
  expect(check).toMatchObject({ code: 1, err: expect.stringContaining('Cells that are behind: north.') })
  const without = (names: string) => nani('database', 'migrate', '--check', '--without', names)
  expect(await without('north')).toMatchObject({ code: 0, err: '' })
  expect(await without('nort')).toMatchObject({
    ...{ code: 1, err: expect.stringContaining('The most similar one is north.') },
  })
  const keyless = await runInMemory(['database', 'migrate'], {
    ...{ env: { ...envOf('home'), NANI_MASTER_KEY: '' }, cwd: '/' },
  })
  expect(keyless).toMatchObject({ code: 1, err: expect.stringContaining('error master_key_required') })

  // A cell that cannot be migrated leaves home as it is.
  const last = await lastOf(home)
  const { rows } = await home.query('delete from schema_migrations where name = $1 returning *', [last])
  await cell.query(`create table cell_identity as select 'north' as name, '\\x00'::bytea as proof`)
  expect(await nani('database', 'migrate')).toMatchObject({
    ...{ code: 1, err: expect.stringContaining('error cell_elsewhere') },
  })
  expect(await lastOf(home)).not.toBe(last)
  await cell.query('drop table cell_identity')
  await home.query(
    'insert into schema_migrations select * from json_populate_record(null::schema_migrations, $1)',
    [JSON.stringify(rows[0])],
  )

  const migrated = await nani('database', 'migrate')
  expect(migrated).toMatchObject({ code: 0, err: '', out: expect.stringContaining('001-organizations.sql') })
  await untilChecked()
  expect(await ids(cell)).toContain('org_before')
}, 60_000)

test('a cell that is being drained gets no organization, and says what is in it', async () => {
  const place = `insert into placed_organizations (organization_id, cell, placed_at) values ('org_before', 'north', now())`
  await home.query(place)
  const drained = await nani('cells', 'drain', 'north')
  expect(drained).toMatchObject({ code: 0, err: '' })
  expect(drained.out).toContain('org_before')
  await home.query('delete from placed_organizations')
  expect((await nani('cells', 'drain', 'north')).out).toContain('To remove it: nani cells remove north')
  expect((await nani('cells', 'list')).out).toMatch(/north .* 0 +true/)
  for (const args of [
    ['cells', 'place', 'org_before', 'north'],
    ['organizations', 'move', 'org_before', '--cell', 'north'],
  ])
    expect(await nani(...args)).toMatchObject({
      ...{ code: 1, err: expect.stringContaining('is being drained') },
    })
  expect(await nani('cells', 'drain', 'north', '--end')).toMatchObject({ code: 0, err: '' })
  expect(await nani('organizations', 'move', 'org_before', '--cell', 'nort')).toMatchObject({
    ...{ code: 1, err: expect.stringContaining('The most similar one is north.') },
  })
})

test('of two commands that move an organization, one is refused', async () => {
  const lock = await home.connect()
  try {
    await lock.query('begin')
    await lock.query(`select pg_advisory_xact_lock(hashtext('nani.move'), hashtext('org_before'))`)
    for (const args of ['organizations move org_before --cell north', 'cells undo-move org_before'])
      expect((await nani(...args.split(' '))).err).toContain('Another command moves it.')
  } finally {
    await lock.query('rollback')
    lock.release()
  }
  expect((await nani('cells', 'undo-move', 'org_before')).err).toContain('No move of it waits for its end.')
})

test('a server of home that writes too small a log is refused with the setting to change', async () => {
  const [other, wrong] = [await createTestDatabase(), await createTestDatabase()]
  try {
    await wrong.pool.query(
      'drop schema public cascade; create schema public; grant usage on schema public to public',
    )
    const env = {
      ...{ DATABASE_URL: other.url, NANI_OWNER_DATABASE_URL: other.url },
      ...{ NANI_CELL_DATABASE_URL: wrong.url, NANI_CELL_OWNER_DATABASE_URL: wrong.url },
      NANI_CELL_HOME_URL: other.url,
    }
    const added = await run(env, 'cells', 'add', 'north')
    expect(added).toMatchObject({ code: 1, err: expect.stringContaining('error copies_not_possible') })
    expect(added.err).toContain('wal_level')
  } finally {
    await other.drop()
    await wrong.drop()
  }
})
