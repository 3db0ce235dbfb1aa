import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { applicationInCell, type CellWorld, startCellWorld } from './testing/cell-world.ts'

/** The app of a citizen whose accesses, consents and disputes are in home and in a cell. */
const numbers = Array.from({ length: 12 }, (_, index) => `COD-1111-0000-${6001 + index}`)
let next = 0
let world: CellWorld
beforeAll(async () => {
  world = await startCellWorld(numbers)
})
afterAll(() => world?.stop())
beforeEach(() => {
  world.state.isAway = false
  world.state.hangs = false
})

const newDevice = () => world.enrol(numbers[next++] ?? '')
type Device = Awaited<ReturnType<typeof newDevice>>
type Access = { id: string; organization: string; application: string; dispute: unknown; read_again: unknown }
type Page = { entries: Access[]; next_cursor: string | null; unread?: string[] }
const log = (device: Device, query = {}) => world.run<Page>('accesses.list', device, query)
const inHome = () => world.application.application_id
const codeOf = (act: Promise<unknown>): Promise<unknown> =>
  act.then(
    () => 'done',
    ({ code }) => code,
  )
const rowsOf = async (pool: CellWorld['cell'], text: string, ...values: unknown[]) =>
  (await pool.query(text, values)).rows

test('the access log has the entries of all databases in pages, and names a cell that is away', async () => {
  const device = await newDevice()
  const { citizen } = device.session
  for (const [pool, application] of [
    [world.home, inHome()],
    [world.cell, applicationInCell],
    [world.home, inHome()],
  ] as const)
    await world.read(pool, citizen, { application })
  const names = ({ entries }: Page) => entries.map(({ application }) => application.slice(0, 8))
  const all = await log(device)
  expect([names(all), all.unread]).toEqual([['Boutique', 'Guichet', 'Boutique'], undefined])
  const first = await log(device, { limit: '2' })
  expect(names(first)).toEqual(['Boutique', 'Guichet'])
  const last = await log(device, { limit: '2', cursor: first.next_cursor })
  expect([names(last), last.next_cursor]).toEqual([['Boutique'], null])
  expect(names(await log(device, { organization: 'Banque' }))).toEqual(['Guichet'])
  const inCell = all.entries[1]?.id
  expect(await world.run('accesses.show', device, { id: inCell })).toMatchObject({ organization: 'Banque' })
  const file = await world.run<{ content: Buffer }>('accesses.export_csv', device)
  expect(file.content.toString().match(/Guichet/g)).toHaveLength(1)

  world.state.isAway = true
  const away = await log(device)
  expect([names(away), away.unread]).toEqual([['Boutique', 'Boutique'], ['north']])
  expect(await codeOf(world.run('accesses.show', device, { id: inCell }))).toBe('history_incomplete')
  expect(await codeOf(world.run('accesses.export_csv', device))).toBe('history_incomplete')
})

test('an entry stays where it was written, and what belongs to it is found where its application is now', async () => {
  const device = await newDevice()
  const { citizen } = device.session
  const entry = await world.read(world.home, citizen, { application: applicationInCell })
  // As a move from home to the cell leaves it.
  await world.home.query(
    `insert into left_applications (application_id, environment, created_at, organization_id, name)
     values ($1, 'production', now(), 'org_cell', 'Guichet') on conflict do nothing`,
    [applicationInCell],
  )
  await world.read(world.home, citizen, { application: applicationInCell, reads: [entry] })
  await world.read(world.cell, citizen, { reads: [entry] })
  const [shown] = (await log(device)).entries
  expect(shown).toMatchObject({
    ...{ organization: 'Banque', application: 'Guichet', dispute: null },
    read_again: { times: 2 },
  })

  const text = 'Je ne connais pas cette banque.'
  const dispute = await world.run('disputes.open', device, { id: shown?.id, text })
  expect(dispute).toMatchObject({ status: 'open', access: { id: shown?.id } })
  const inDatabases = async (table: string, column: string) =>
    Promise.all(
      [world.home, world.cell].map(
        async (pool) => (await rowsOf(pool, `select from ${table} where ${column} = $1`, dispute.id)).length,
      ),
    )
  expect(await inDatabases('access_disputes', 'dispute_id')).toEqual([0, 1])
  expect(await inDatabases('acts', 'subject')).toEqual([0, 1])
  expect((await log(device)).entries[0]?.dispute).toEqual({ id: dispute.id, status: 'open' })
  expect((await world.run('disputes.open', device, { id: shown?.id, text })).id).toBe(dispute.id)
  expect(await world.run('disputes.list_own', device)).toEqual({ disputes: [dispute] })
  world.state.isAway = true
  expect(await world.run('disputes.list_own', device)).toEqual({ disputes: [], unread: ['north'] })
  expect(await codeOf(world.run('disputes.open', device, { id: shown?.id, text }))).toBe('overloaded')
})

test('the open disputes of a citizen in all databases count together', async () => {
  const device = await newDevice()
  const { citizen } = device.session
  await world.read(world.cell, citizen, {})
  const [shown] = (await log(device)).entries
  const open = () => codeOf(world.run('disputes.open', device, { id: shown?.id, text: 'Ce n’est pas moi.' }))
  await world.home.query(
    `insert into access_disputes (application_id, dispute_id, environment, citizen, entry_id, entry_day, entry_at, service,
       scopes, sealed_text, created_at, changed_at)
     select 'app_home', 'dsp_' || n, 'production', $1, 'kyc_' || n, now()::date, now(), 'kyc_validation', '{}', '\\x01', now(), now()
     from generate_series(1, 50) n`,
    [citizen],
  )
  expect(await open()).toBe('rate_limited')
  await world.home.query(`delete from access_disputes where dispute_id = 'dsp_1'`)
  expect(await open()).toBe('done')
})

test('an access in home is disputed also while the database of the only cell hangs', async () => {
  const device = await newDevice()
  await world.read(world.home, device.session.citizen, { application: inHome() })
  const [shown] = (await log(device)).entries
  world.state.hangs = true
  const open = world.run('disputes.open', device, { id: shown?.id, text: 'Ce n’est pas moi.' })
  expect(await codeOf(open)).toBe('done')
})

type Consents = { consents: { id: string; status: string; to_sign?: string }[]; unread?: string[] }
const listed = (device: Device) => world.run<Consents>('consents.list_own', device)
const statusOf = async (id: string) =>
  (await rowsOf(world.cell, 'select status from credit_consents where record_id = $1', id))[0]?.status

test('a citizen approves and revokes a consent of a cell: the cell has the decision with its evidence, home the device', async () => {
  const device = await newDevice()
  const id = await world.ask(device.session.actor.svcId)
  const { consents } = await listed(device)
  expect(consents).toMatchObject([{ id, status: 'pending', application: 'Guichet', organization: 'Banque' }])
  const signature = device.signature(consents[0]?.to_sign ?? '')

  world.state.isAway = true
  expect(await listed(device)).toEqual({ consents: [], unread: ['north'] })
  expect(await codeOf(world.run('consents.approve_on_device', device, { id, signature }))).toBe('overloaded')
  world.state.isAway = false
  expect(await statusOf(id)).toBe('pending')
  expect(
    await codeOf(
      world.run('consents.approve_on_device', device, { id, signature: device.signature('another text') }),
    ),
  ).toBe('signature_wrong')

  const used = () =>
    rowsOf(world.home, 'select last_used_at from citizen_devices where device_id = $1', device.id)
  const before = await used()
  const approvals = await Promise.all(
    [1, 2].map(() => codeOf(world.run('consents.approve_on_device', device, { id, signature }))),
  )
  expect(approvals.toSorted()).toEqual(['consent_not_pending', 'done'])
  expect(await statusOf(id)).toBe('approved')
  expect(
    await rowsOf(world.cell, 'select from credit_consent_approvals where record_id = $1', id),
  ).toHaveLength(1)
  const entries = (pool: CellWorld['cell']) => rowsOf(pool, 'select action from acts where subject = $1', id)
  expect(await entries(world.cell)).toEqual([{ action: 'consents.approve_on_device' }])
  expect(await entries(world.home)).toEqual([])
  expect(await used()).not.toEqual(before)

  world.clock.advance(1_000)
  expect(await world.run('consents.revoke_own', device, { id })).toEqual({ status: 'revoked' })
  const second = await world.ask(device.session.actor.svcId)
  world.clock.advance(1_000)
  await world.run('consents.decline_own', device, { id: second })
  expect([await statusOf(id), await statusOf(second)]).toEqual(['revoked', 'declined'])
  type History = { entries: { kind: string }[]; unread?: string[] }
  const history = await world.run<History>('history.list', device)
  expect(history.entries.map(({ kind }) => kind)).toEqual([
    ...['consent_declined', 'consent_revoked', 'consent_approved'],
  ])
  world.state.isAway = true
  expect(await world.run('history.list', device)).toMatchObject({ entries: [], unread: ['north'] })
})

test('a device that was revoked approves nothing in a cell', async () => {
  const device = await newDevice()
  const id = await world.ask(device.session.actor.svcId)
  const { consents } = await listed(device)
  const signature = device.signature(consents[0]?.to_sign ?? '')
  await world.home.query('update citizen_devices set revoked_at = now() where device_id = $1', [device.id])
  expect(await codeOf(world.run('consents.approve_on_device', device, { id, signature }))).toBe(
    'signature_wrong',
  )
  expect(await statusOf(id)).toBe('pending')
})

test('the consent of another citizen is not found, and an unknown one only if all databases were read', async () => {
  const [device, other] = [await newDevice(), await newDevice()]
  const id = await world.ask(other.session.actor.svcId)
  expect(await codeOf(world.run('consents.decline_own', device, { id }))).toBe('consent_not_found')
  expect(await codeOf(world.run('consents.decline_own', device, { id: 'cnr_unknown' }))).toBe(
    'consent_not_found',
  )
  world.state.isAway = true
  expect(await codeOf(world.run('consents.decline_own', device, { id: 'cnr_unknown' }))).toBe('overloaded')
})

/** A process that approves, and is killed. */
const killed = (device: Device, id: string, moment: object): Promise<string | null | undefined> =>
  new Promise((resolve) => {
    const file = join(import.meta.dirname, 'killed-approval.fixture.ts')
    const given = [world.database.url, world.cellUrl, world.rootKey.toString('hex')]
    const child = execFile(
      process.execPath,
      [file, ...given, JSON.stringify(device.session.actor), id, JSON.stringify(moment)],
      () => resolve(child.signalCode),
    )
  })

test('an approval that is killed is in the cell with all that belongs to it, or not at all, and it is shown as it is', async () => {
  const device = await newDevice()
  const id = await world.ask(device.session.actor.svcId)
  const inCell = async () => {
    const [row] = await rowsOf(
      world.cell,
      `select (select status from credit_consents where record_id = $1) as status,
         (select count(*)::int from credit_consent_approvals where record_id = $1) as evidence,
         (select count(*)::int from acts where subject = $1) as entries,
         (select count(*)::int from audit_entries where read_ids = array[$1] and outcome = 'consent_approved') as audited`,
      id,
    )
    return row
  }
  const none = { status: 'pending', evidence: 0, entries: 0, audited: 0 }
  for (const before of ['entry', 'commit'])
    expect([await killed(device, id, { before }), await inCell()]).toEqual(['SIGKILL', none])
  const [{ to_sign: text = '' } = {}] = (await listed(device)).consents
  expect(await killed(device, id, { sent: true })).toBe('SIGKILL')
  // The database reads the commit although its client is dead.
  await expect.poll(inCell).toEqual({ status: 'approved', evidence: 1, entries: 1, audited: 1 })
  expect((await listed(device)).consents).toMatchObject([{ id, status: 'approved' }])
  const again = world.run('consents.approve_on_device', device, { id, signature: device.signature(text) })
  expect(await codeOf(again)).toBe('consent_not_pending')
})
