import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs, dayOf, maintainPartitions, openPool } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type LogicalServer, startLogicalServer } from '../../../../testing/logical-server.ts'
import { runInMemory, testMasterKey } from '../testing/run-in-memory.ts'

/** Commands on the applications of an organization in a cell. Home and the cell are databases of one server. */
let server: LogicalServer
let home: pg.Pool
let cell: pg.Pool
let folder: string
let placed: { application_id: string; api_key: string }
let inHome: { application_id: string }

const poolOf = (database: string): pg.Pool =>
  openPool(server.urlOf('owner', database), {
    ...{ maxConnections: 2, statementTimeoutMs: 30_000, onError: () => {} },
  })
const run = (env: Record<string, string>, ...args: string[]) =>
  runInMemory(args, {
    env: {
      DATABASE_URL: server.urlOf('app', 'home'),
      NANI_OWNER_DATABASE_URL: server.urlOf('owner', 'home'),
      ...{ NANI_MASTER_KEY: testMasterKey, ...env },
    },
    cwd: folder,
  })
const nani = (...args: string[]) => run({}, ...args)
const jsonOf = async (...args: string[]) => {
  const { code, out, err } = await nani(...args, '--json')
  expect([code, err]).toEqual([0, ''])
  return JSON.parse(out)
}
const create = (organization: string, environment = 'sandbox') =>
  nani(
    ...['applications', 'create', '--name', 'Shop', '--environment', environment],
    ...['--organization', organization, '--json'],
  )

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nani-placed-'))
  server = await startLogicalServer()
  for (const name of ['home', 'north', 'south']) await server.createDatabase(name)
  ;[home, cell] = [poolOf('home'), poolOf('north')]
  expect(await nani('database', 'migrate')).toMatchObject({ code: 0 })
  for (const id of ['org_home', 'org_cell'])
    await home.query('insert into organizations (organization_id, name, created_at) values ($1, $1, now())', [
      id,
    ])
  for (const name of ['north', 'south']) {
    const urls = {
      NANI_CELL_DATABASE_URL: server.urlOf('app', name),
      NANI_CELL_OWNER_DATABASE_URL: server.urlOf('owner', name),
      NANI_CELL_HOME_URL: server.urlOf('copies', 'home'),
    }
    expect(await run(urls, 'cells', 'add', name)).toMatchObject({ code: 0, err: '' })
  }
  await vi.waitFor(async () => expect((await nani('cells', 'check')).code).toBe(0), {
    ...{ timeout: 30_000, interval: 100 },
  })
  inHome = JSON.parse((await create('org_home')).out)
  expect((await create('org_cell')).code).toBe(0)
  expect(await nani('cells', 'place', 'org_cell', 'north')).toMatchObject({ code: 0, err: '' })
  placed = JSON.parse((await create('org_cell')).out)
})
afterAll(async () => {
  await home?.end()
  await cell?.end()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

const whileAway = async (name: string, look: () => Promise<void>): Promise<void> => {
  const superuser = openPool(server.urlOf('superuser', 'home'), {
    ...{ maxConnections: 1, statementTimeoutMs: 30_000, onError: () => {} },
  })
  await superuser.query(`alter database ${name} connection limit 0`)
  try {
    await look()
  } finally {
    await superuser.query(`alter database ${name} connection limit -1`)
    await superuser.end()
  }
}

const rowsIn = async (pool: pg.Pool, table: string): Promise<number | null> =>
  (await pool.query(`select from ${table} where application_id = $1`, [placed.application_id])).rowCount

test('an application is created in the cell of its organization, and home knows its keys', async () => {
  expect(await rowsIn(home, 'applications')).toBe(0)
  expect(await rowsIn(cell, 'applications')).toBe(1)
  const known = await home.query('select cell from placed_keys where api_key = $1', [placed.api_key])
  expect(known.rows).toEqual([{ cell: 'north' }])
  const production = await create('org_cell', 'production')
  expect(production).toMatchObject({ code: 0, err: '' })
  const { application_id } = JSON.parse(production.out)
  expect(
    (await cell.query('select environment from applications where application_id = $1', [application_id]))
      .rows,
  ).toEqual([{ environment: 'production' }])
  // An earlier release left the money in home.
  await home.query(`update placed_organizations set with_money = false where organization_id = 'org_cell'`)
  expect(await create('org_cell', 'production')).toMatchObject({
    ...{ code: 1, out: expect.stringContaining('its money is in home') },
  })
  await home.query(`update placed_organizations set with_money = true where organization_id = 'org_cell'`)
  const entries = (pool: pg.Pool) =>
    pool.query(`select actor_kind from acts where action = 'applications.create' and subject = $1`, [
      placed.application_id,
    ])
  expect([(await entries(home)).rowCount, (await entries(cell)).rowCount]).toEqual([0, 1])
})

test('an application of a cell is listed, shown, changed and gets new keys', async () => {
  const { application_id: id } = placed
  const listed = (await jsonOf('applications', 'list')) as { application_id: string }[]
  expect(listed.map((one) => one.application_id)).toEqual(expect.arrayContaining([id, inHome.application_id]))
  expect(await jsonOf('applications', 'update', id, '--burst', '7')).toMatchObject({ burst_per_second: 7 })
  expect(await jsonOf('applications', 'show', id)).toMatchObject({
    burst_per_second: 7,
  })
  const rotated = await jsonOf('applications', 'rotate-keys', id, '--overlap', '12h')
  expect(rotated).toMatchObject({ application_id: id, old_keys_end_at: expect.any(String) })
  const ended = await cell.query(
    'select revoked_at is null as lasts from api_keys where application_id = $1 order by created_at',
    [id],
  )
  expect(ended.rows).toEqual([{ lasts: false }, { lasts: true }])
  expect(await rowsIn(home, 'placed_keys')).toBe(2)
  const certificate = await jsonOf('applications', 'issue-certificate', id, '--out', 'issued')
  expect(await rowsIn(cell, 'client_certificates')).toBe(1)
  expect(await jsonOf('applications', 'revoke-certificate', id, certificate.thumbprint)).toMatchObject({
    revoked: true,
  })
})

test('its webhook, its monitors and its reasons of face comparisons are those of the cell', async () => {
  const application = ['--application', placed.application_id]
  const url = 'https://hooks.example.cd/nani'
  expect(await jsonOf('webhooks', 'set', url, ...application)).toMatchObject({ url })
  expect(await jsonOf('webhooks', 'show', ...application)).toMatchObject({ url, waiting: 0 })
  expect(await rowsIn(cell, 'webhook_endpoints')).toBe(1)
  expect(await jsonOf('webhooks', 'deliveries', ...application)).toMatchObject({ data: [] })
  expect(await jsonOf('face', 'reasons', placed.application_id)).toMatchObject({ entries: [] })
  await cell.query(
    `insert into monitors (application_id, monitor_id, environment, screening_id, sealed_subject, sealed_standing,
       created_at, screened_at) values ($1, 'mon_1', 'sandbox', 'aml_1', '\\x01', '\\x01', now(), now())`,
    [placed.application_id],
  )
  expect(await jsonOf('monitors', 'stop', 'mon_1', ...application)).toMatchObject({ stopped: true })
})

test('the export of the audit log has the entries of home and of the cell, or none', async () => {
  const entry = async (pool: pg.Pool, id: string) => {
    await maintainPartitions(pool, Date.now())
    await pool.query(
      `insert into audit_entries (application_id, day, entry_id, at, actor, method, path, http_status, scopes)
       values ($1, (now() at time zone 'UTC')::date, $2, now(), 'application', 'POST', '/v1/kyc/validations', 200, '{}')`,
      [placed.application_id, id],
    )
  }
  await entry(home, 'kyc_before')
  await entry(cell, 'kyc_after')
  const exported = (file: string) => [
    ...['audit', 'export', '--application', placed.application_id, '--out', file, '--json'],
  ]
  expect(JSON.parse((await nani(...exported('all.ndjson'))).out)).toMatchObject({ entries: 2 })
  const lines = (await readFile(join(folder, 'all.ndjson'), 'utf8')).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).entry_id)).toEqual(['kyc_before', 'kyc_after'])
  // Another cell than that of the application may have entries of it, too.
  await whileAway('south', async () => {
    expect(await nani(...exported('part.ndjson'))).toMatchObject({
      // It names the cell that is away, and not the one in use.
      ...{ code: 1, out: expect.stringContaining('"The cell south cannot be used.') },
    })
    expect(await readdir(folder)).not.toContain('part.ndjson')
  })
})

test('the days of a cell are archived, checked and found by the commands, and the export of the audit log has them', async () => {
  const day = dayOf(Date.now() - 40 * dayMs)
  await cell.query(`select create_partition('audit_entries', $1)`, [day])
  await cell.query(
    `insert into audit_entries (application_id, day, entry_id, at, actor, method, path, http_status, scopes)
     values ($1, $2::date, 'kyc_archived', $2::date, 'application', 'POST', '/v1/kyc/validations', 200, '{}')`,
    [placed.application_id, day],
  )
  await cell.query('update audit_sequencing set read_until = pg_current_snapshot()::text')
  await cell.query(`select create_partition('audit_leaves', $1)`, [day])
  await cell.query(
    `insert into audit_leaves (application_id, day, entry_id, environment, leaf_index, salt)
     values ($1, $2, 'kyc_archived', 'sandbox', 0, $3)`,
    [placed.application_id, day, Buffer.alloc(16)],
  )
  const shared = { NANI_ARCHIVE_DIR: join(folder, 'archive') }
  const archive = (...args: string[]) => run(shared, 'archive', ...args, '--json')
  await whileAway('south', async () => {
    const { code, out, err } = await archive('run')
    expect([code, err]).toEqual([1, expect.stringContaining('The cell south cannot be read at present')])
    expect(out).toContain('"unread"')
  })
  expect(JSON.parse((await archive('verify')).out)).toMatchObject({ days: 1, rows: 1, faults: [] })
  expect(JSON.parse((await archive('search', 'kyc_archived')).out)).toMatchObject({
    rows: [{ cell: 'north', table: 'audit_entries', day }],
  })
  expect((await cell.query(`select from audit_entries where entry_id = 'kyc_archived'`)).rowCount).toBe(0)
  await run(
    shared,
    'audit',
    'export',
    '--application',
    placed.application_id,
    '--since',
    '60d',
    '--out',
    'with.ndjson',
  )
  expect(await readFile(join(folder, 'with.ndjson'), 'utf8')).toContain('kyc_archived')
})

test('disputes and consents of all databases are listed, and each is found by its id', async () => {
  const write = async (pool: pg.Pool, application: string, name: string, minutesAgo: number) => {
    await pool.query(
      `insert into access_disputes (application_id, dispute_id, environment, citizen, entry_id, entry_day, entry_at, service,
         scopes, sealed_text, created_at, changed_at)
       select $1, 'dsp_' || $2, 'sandbox', '\\x01', 'kyc_1', at::date, at, 'kyc_validation', '{}', '\\x01', at, at
       from (select now() - $3 * interval '1 minute' as at) as made`,
      [application, name, minutesAgo],
    )
    await pool.query(
      `insert into credit_consents (application_id, record_id, environment, citizen, status, product, sealed_details,
         created_at, answer_by, consent_id, granted_at, lapses_at, due_status, due_at, changed_at)
       select $1, 'cnr_' || $2, 'sandbox', '\\x01', 'approved', 'bnpl', '\\x01', at, at, 'cns_' || $2, at,
         at + interval '30 days', 'expired', at + interval '30 days', at
       from (select now() - $3 * interval '1 minute' as at) as made`,
      [application, name, minutesAgo],
    )
  }
  await write(home, inHome.application_id, 'first', 2)
  await write(cell, placed.application_id, 'last', 1)
  const idsOf = async (...args: string[]) =>
    ((await jsonOf(...args)).data as { id: string }[]).map(({ id }) => id)
  expect(await idsOf('disputes', 'list')).toEqual(['dsp_last', 'dsp_first'])
  expect(await idsOf('disputes', 'list', '--limit', '1')).toEqual(['dsp_last'])
  expect(await idsOf('consents', 'list')).toEqual(['cnr_last', 'cnr_first'])
  const refusal = async (...args: string[]) => JSON.parse((await nani(...args, '--json')).out).error.code
  // The reason is asked for after the consent was found.
  for (const id of ['cns_last', 'cns_first'])
    expect(await refusal('consents', 'revoke', id, '--reason', ' ')).toBe('value_invalid')
  expect(await refusal('consents', 'revoke', 'cns_none', '--reason', 'x')).toBe('consent_not_found')
  await whileAway('north', async () => {
    const listed = await nani('disputes', 'list', '--json')
    expect(listed).toMatchObject({ code: 0, err: expect.stringContaining('The cell north cannot be read') })
    expect(JSON.parse(listed.out).data).toMatchObject([{ id: 'dsp_first' }])
    expect((await nani('consents', 'show', 'cns_last')).err).toContain('The cell north cannot be used.')
    expect(await refusal('consents', 'revoke', 'cns_first', '--reason', ' ')).toBe('value_invalid')
  })
})

test('a credit score is explained where it was made, and a report reads the scores of all databases', async () => {
  const refusal = async (...args: string[]) => JSON.parse((await nani(...args, '--json')).out).error.code
  const explain = ['credit-model', 'explain']
  const scoreId = `crs_${'0'.repeat(26)}`
  expect(await refusal(...explain, scoreId)).toBe('credit_score_not_found')
  const monitor = ['credit-model', 'monitor', '--environment', 'sandbox', '--out']
  expect(await jsonOf(...monitor, 'all.html')).toMatchObject({ scores: 0 })
  await whileAway('north', async () => {
    expect((await nani(...explain, scoreId)).err).toContain('The cell north cannot be used.')
    expect(await jsonOf(...monitor, 'part.html')).toMatchObject({ scores: 0, unread: ['north'] })
    expect(await readFile(join(folder, 'part.html'), 'utf8')).toContain('north')
    expect((await nani(...monitor, 'part.html')).out).toContain('The scores of north cannot be read')
  })
})

const wallets = async (pool: pg.Pool) =>
  (
    await pool.query<{ organization_id: string }>('select organization_id from billing_wallets order by 1')
  ).rows.map((row) => row.organization_id)

test('the money of its organization is that of the cell, and what is about all organizations names a cell that is away', async () => {
  const [inCell, ofHome] = [
    ['--organization', 'org_cell'],
    ['--organization', 'org_home'],
  ]
  expect(await nani('billing', 'top-up', '10', ...inCell, '--as', 'amina', '--json')).toMatchObject({
    ...{ code: 0, out: expect.stringContaining('"submitted"') },
  })
  expect(await jsonOf('billing', 'show', ...ofHome)).toMatchObject({ wallet: { mode: 'postpaid' } })
  expect(await wallets(cell)).toEqual(['org_cell'])
  expect(await wallets(home)).toContain('org_home')
  expect(await wallets(home)).not.toContain('org_cell')
  const { data } = await jsonOf('billing', 'organizations')
  expect(data).toMatchObject([
    { organization_id: 'org_cell', submitted_top_ups: 1 },
    { organization_id: 'org_home' },
  ])
  expect(await jsonOf('billing', 'overdue')).toMatchObject({ data: [] })
  for (const one of [inCell, ofHome])
    expect(await jsonOf('billing', 'prove', ...one)).toMatchObject({ ok: true })
  await whileAway('north', async () => {
    expect(await nani('billing', 'show', ...inCell)).toMatchObject({
      ...{ code: 1, err: expect.stringContaining('The cell north cannot be used.') },
    })
    expect(await nani('billing', 'prove', ...ofHome)).toMatchObject({
      ...{ code: 1, err: expect.stringContaining('The books are not proved: north') },
    })
    expect(await nani('billing', 'organizations')).toMatchObject({
      ...{ code: 0, err: expect.stringContaining('The cell north cannot be read') },
      out: expect.stringContaining('org_home'),
    })
  })
})

test('a fraud case of the cell is listed, shown and changed, and a list says which cell it does not have', async () => {
  const number = 'RDC-FRD-2026-000001'
  await cell.query(
    `insert into fraud_cases (application_id, case_id, environment, case_number, type, created_at, changed_at, through_alias,
       parties, has_identified_party, evidence_count, due_at)
     values ($1, 'frd_1', 'sandbox', $2, 'phishing', now(), now(), false, '{"subject": null, "victims": []}', false, 0,
       now() + interval '1 day')`,
    ['app_of_cases', number],
  )
  expect((await jsonOf('cases', 'list')).data).toMatchObject([{ case_number: number, status: 'received' }])
  // Standard error has a note about the login of the process.
  const { out: started } = await nani('cases', 'start', number, '--as', 'Amani', '--json')
  expect(JSON.parse(started)).toMatchObject({ status: 'under_review' })
  expect(await jsonOf('cases', 'show', 'frd_1')).toMatchObject({ assignee: 'Amani' })
  expect(await jsonOf('cases', 'stats')).toMatchObject({ total: 1, open: 1 })
  const entries = (pool: pg.Pool) => pool.query(`select from acts where action = 'cases.start'`)
  expect([(await entries(home)).rowCount, (await entries(cell)).rowCount]).toEqual([0, 1])
  await whileAway('north', async () => {
    const listed = await nani('cases', 'list', '--json')
    expect(listed).toMatchObject({ code: 0, err: expect.stringContaining('The cell north cannot be read') })
    expect(JSON.parse(listed.out)).toMatchObject({ data: [], unread: ['north'] })
    expect(await nani('cases', 'show', number, '--json')).toMatchObject({
      ...{ code: 1, out: expect.stringContaining('history_incomplete') },
    })
  })
})

test('the console signs people in with an application of home alone', async () => {
  expect(await nani('applications', 'console-sign-in', '--application', placed.application_id)).toMatchObject(
    {
      ...{ code: 1, err: expect.stringContaining('with an application of home') },
    },
  )
})

test('alarms about calls in the cell are listed with those of home', async () => {
  const raise = (pool: pg.Pool, id: string, minutes: number) =>
    pool.query(
      `insert into alarms (application_id, kind, hour, raised_at, details)
       values ($1, 'identifier_volume', now(), now() - $2 * interval '1 minute', '{"identifiers": 9, "minutes": 10, "not_found": 1}')`,
      [id, minutes],
    )
  await raise(home, inHome.application_id, 3)
  await raise(cell, placed.application_id, 2)
  const { data } = await jsonOf('alarms', 'list')
  expect(data.map((one: { application_id: string }) => one.application_id)).toEqual([
    ...[placed.application_id, inHome.application_id],
  ])
  expect(await jsonOf('face', 'reasons')).toMatchObject({ applications: [] })
  await whileAway('north', async () => {
    for (const command of [['alarms', 'list'], ['face', 'reasons'], ['acts'], ['applications', 'list']])
      expect(JSON.parse((await nani(...command, '--json')).out)).toMatchObject({ unread: ['north'] })
  })
})

test('while the cell is away its applications are refused with its name, and others are served', async () => {
  await whileAway('north', async () => {
    expect(await nani('applications', 'show', placed.application_id)).toMatchObject({
      ...{ code: 1, err: expect.stringContaining('The cell north cannot be used.') },
    })
    expect((await nani('applications', 'show', inHome.application_id)).code).toBe(0)
    const listed = await nani('applications', 'list')
    expect(listed).toMatchObject({ code: 0, err: expect.stringContaining('The cell north cannot be read') })
    expect(listed.out).toContain(inHome.application_id)
  })
})
