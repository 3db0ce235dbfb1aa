import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { holdActs } from '../../register/register-outbox/index.ts'
import { openWallet } from '../../testing/open-wallet.ts'
import { endCredentialsOfClosed } from '../organizations/index.ts'
import { consoleObjects } from './testing/console-objects.ts'
import { type ConsoleWorld, startConsole } from './testing/console-world.ts'
import { newSigningRequest } from './testing/signing-request.ts'
import { storedCall } from './testing/stored-by-calls.ts'
import { placeInCell } from './testing/test-cell.ts'
import { cellOf, homeOf, ofApplication } from './testing/world-in-a-cell.ts'

/**
 * Organizations whose applications are in a cell. The tests of the console on applications run here a second time, in a process of their
 * own: the place is a state of its modules.
 */
placeInCell()
describe('calls', async () => void (await import('./requests.test.ts')))
describe('streams of calls', async () => void (await import('./request-streams.test.ts')))
describe('webhooks', async () => void (await import('./webhook.test.ts')))
describe('money', async () => void (await import('./billing.test.ts')))
describe('compliance', async () => void (await import('./compliance.test.ts')))

let world: ConsoleWorld
beforeAll(async () => {
  world = await startConsole()
})
afterAll(async () => {
  expect(world.logged).toEqual([])
  await world.stop()
})

const bank = () => consoleObjects(world).bank()
const shop = async () => {
  const made = await bank()
  const { json } = await made.owner.post(`${made.path}/applications`, { name: 'Shop' })
  return { ...made, applicationId: json.id, application: `${made.path}/applications/${json.id}` }
}

test('a pair of applications of a placed organization has rows in the cell alone, and home knows its keys', async () => {
  const { owner, id, path } = await bank()
  await owner.put(`${path}/subscriptions`, { scopes: ['kyc.addresses'] }, 1)
  const { status, json } = await owner.post(`${path}/applications`, {
    ...{ name: 'Shop', services: ['kyc_validation'], scopes: ['kyc.addresses'] },
  })
  expect(status).toBe(201)
  const { counterpart } = json
  expect(json).toMatchObject({
    environment: 'sandbox',
    counterpart: { environment: 'production', counterpart_id: json.id, id: json.counterpart_id },
  })
  expect((await ofApplication(world.rows, 'applications', counterpart.id)).rows).toMatchObject([
    { organization_id: id, environment: 'production', production_status: null },
  ])
  expect((await ofApplication(homeOf(world), 'placed_keys', counterpart.id)).rowCount).toBe(1)
  expect((await ofApplication(homeOf(world), 'applications', json.id)).rows).toEqual([])
  expect((await ofApplication(homeOf(world), 'api_keys', json.id)).rows).toEqual([])
  expect((await ofApplication(world.rows, 'applications', json.id)).rows).toMatchObject([
    { organization_id: id, environment: 'sandbox', scopes: ['kyc.addresses'] },
  ])
  expect((await ofApplication(homeOf(world), 'placed_keys', json.id)).rows).toEqual([
    { api_key: json.credentials.api_key, application_id: json.id, cell: 'north' },
  ])
  const entry = { action: 'applications.create_pair', subject: json.id, organization_id: id, actor: owner.id }
  const entries = (pool: ConsoleWorld['rows']) =>
    pool.query('select action, subject, organization_id, actor from acts where subject = $1', [json.id])
  expect((await entries(world.rows)).rows).toEqual([entry])
  expect((await entries(homeOf(world))).rows).toEqual([])
  const listed = (await owner.get(`${path}/applications`)).json.data as { id: string }[]
  expect(listed.map((one) => one.id).toSorted()).toEqual([json.id, counterpart.id].toSorted())
  expect(
    (await owner.post(`${path}/applications`, { name: 'B', scopes: ['kyc.parents'] })).json,
  ).toMatchObject({ error: 'invalid_request', field: 'scopes' })
})

test('an application is changed by its version, and its selection needs a subscription of home', async () => {
  const { owner, application } = await shop()
  const patch = (change: object, version: number) => owner.patch(application, change, version)
  expect((await patch({ name: 'Guichet' }, 1)).json).toMatchObject({ name: 'Guichet', version: 2 })
  expect((await patch({ name: 'Caisse' }, 1)).json.error).toBe('changed_meanwhile')
  expect((await patch({ scopes: ['kyc.parents'] }, 2)).json).toMatchObject({ field: 'scopes' })
  expect((await owner.get(application)).json).toMatchObject({ name: 'Guichet', version: 2 })
  expect((await owner.get(`${application}/use`)).json.data).toEqual([])
})

test('a repeated request gets the first answer, also of two at once, and issues one key set', async () => {
  const { owner, application, applicationId } = await shop()
  const rotate = () =>
    owner.post(`${application}/keys/rotate`, { overlap_seconds: 600 }, { 'idempotency-key': 'once' })
  const answers = [...(await Promise.all([rotate(), rotate()])), await rotate()]

  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(answers.map(({ json }) => JSON.stringify(json))).size).toBe(1)
  const { rows: keys } = await ofApplication(world.rows, 'api_keys', applicationId)
  expect(keys).toHaveLength(2)
  const { rows: placed } = await ofApplication(homeOf(world), 'placed_keys', applicationId)
  expect(placed.map(({ api_key }) => api_key).toSorted()).toEqual(
    keys.map(({ api_key }) => api_key).toSorted(),
  )
  // A row that two acts carried at once may be deleted by the next.
  await cellOf(world).carry()
  expect((await world.rows.query('select from cell_outbox')).rowCount).toBe(0)
})

test('new keys of production are reported by a mail of home, once', async () => {
  const { owner, path } = await bank()
  const { json } = await owner.post(`${path}/applications`, { name: 'Shop' })
  const mails = async () => (await homeOf(world).query('select from mails')).rowCount ?? 0
  const before = await mails()
  const rotate = () =>
    owner.post(`${path}/applications/${json.counterpart_id}/keys`, {}, { 'idempotency-key': 'new' })
  expect((await rotate()).status).toBe(201)
  expect((await rotate()).status).toBe(201)
  expect(await mails()).toBe(before + 1)
  expect((await world.rows.query('select from mails')).rowCount).toBe(0)
})

test('what an act caused in home and was not carried is carried by the repeated request, once', async () => {
  const { owner, application, applicationId } = await shop()
  // As a process that is killed after the commit in the cell: home takes nothing.
  await homeOf(world).query(
    'alter table member_repeated_requests add constraint none check (false) not valid',
  )
  const issue = () => owner.post(`${application}/keys`, {}, { 'idempotency-key': 'killed' })
  const first = await issue()
  expect(first.status).toBe(201)
  expect((await world.rows.query('select from cell_outbox')).rowCount).toBe(1)
  world.logged.splice(0)
  await homeOf(world).query('alter table member_repeated_requests drop constraint none')
  expect((await issue()).json).toEqual(first.json)
  expect((await ofApplication(world.rows, 'api_keys', applicationId)).rowCount).toBe(2)
  // The transaction of the repeated request was rolled back, and with it the deletion of the rows.
  await cellOf(world).carry()
  expect((await ofApplication(homeOf(world), 'placed_keys', applicationId)).rowCount).toBe(2)
  expect((await world.rows.query('select from cell_outbox')).rowCount).toBe(0)
})

test('while home cannot name a new key, none is issued, and the earlier one goes on', async () => {
  const { owner, application, applicationId } = await shop()
  await homeOf(world).query('alter table placed_keys add constraint none check (cell <> $$north$$) not valid')
  expect((await owner.post(`${application}/keys`, {})).status).toBe(500)
  world.logged.splice(0)
  await homeOf(world).query('alter table placed_keys drop constraint none')
  const keys = (await ofApplication(world.rows, 'api_keys', applicationId)).rows
  expect(keys).toMatchObject([{ revoked_at: null }])
})

test('an act of one organization does not wait for one of another, and too many acts of one are refused', async () => {
  const [one, other] = [await shop(), await shop()]
  const long = await world.appRows.connect()
  await long.query('begin')
  await holdActs(long, one.id)
  const rename = ({ owner, application }: typeof one) => owner.patch(application, { name: 'Guichet' }, 1)
  const waiting = Array.from({ length: 17 }, () => rename(one).then(({ status }) => status))
  expect((await rename(other)).status).toBe(200)
  // It waits with one connection, and its calls have the others.
  expect(await Promise.race(waiting)).toBe(503)
  const open = await world.rows.query(
    `select from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`,
  )
  expect(open.rowCount).toBe(1)
  await long.query('rollback')
  long.release()
  const answers = await Promise.all(waiting)
  expect(answers.toSorted()).toEqual([200, ...Array(15).fill(412), 503])
})

test('a certificate is of the authority of home, and ends in the cell', async () => {
  const { owner, application, applicationId } = await shop()
  const { status, json } = await owner.post(`${application}/certificates`, {
    csr: (await newSigningRequest()).csr,
  })
  expect([status, json]).toMatchObject([201, { object: 'certificate', revoked_at: null }])
  const { rows } = await ofApplication(world.rows, 'client_certificates', applicationId)
  expect(rows).toHaveLength(1)
  expect((await owner.delete(`${application}/certificates/${rows[0].thumbprint}`)).status).toBe(204)
  expect((await owner.get(`${application}/certificates`)).json.data).toMatchObject([
    { thumbprint: rows[0].thumbprint, revoked_at: expect.any(String) },
  ])
})

test('acts and calls before and after a move are one list, and a cell that is away is named', async () => {
  const { owner, id, path } = await bank()
  world.platform.clock.advance(1_000)
  const { json: made } = await owner.post(`${path}/applications`, { name: 'Shop' })
  const [applicationId, application] = [made.id, `${path}/applications/${made.id}`]
  const inCell = await storedCall(world, applicationId)
  world.platform.clock.advance(1_000)
  const inHome = await storedCall({ ...world, rows: homeOf(world) }, applicationId)
  await owner.patch(application, { name: 'Guichet' }, 1)
  const acts = async (query = '') => (await owner.get(`${path}/acts?${query}`)).json
  const names = (json: { data: unknown[] }) =>
    (json.data as { action: string; cell?: string }[]).map(({ action, cell }) => [action, cell])
  const expected = [
    ['applications.update_own', 'north'],
    ['applications.create_pair', 'north'],
    ['organizations.create', undefined],
  ]
  const all = await acts()
  expect(names(all)).toEqual(expected)
  const first = await acts('limit=2')
  expect(names(first)).toEqual(expected.slice(0, 2))
  expect(names(await acts(`limit=2&cursor=${first.next_cursor}`))).toEqual(expected.slice(2))
  const requests = `${application}/requests`
  expect((await owner.get(requests)).json.data.map((one) => one.id)).toEqual([inHome, inCell])
  const page = (await owner.get(`${requests}?limit=1`)).json
  expect(page.data.map((one) => one.id)).toEqual([inHome])
  const next = (await owner.get(`${requests}?limit=1&cursor=${page.next_cursor}`)).json
  expect(next.data.map((one) => one.id)).toEqual([inCell])
  expect((await owner.get(`${requests}/${inHome}`)).json.id).toBe(inHome)
  expect((await owner.get(`${path}/acts/export`)).json.text.split('\n')).toHaveLength(5)

  cellOf(world).setAway(true)
  const away = await acts()
  expect([names(away), away]).toMatchObject([
    [['acts.export', undefined], ...expected.slice(2)],
    { unread: ['north'] },
  ])
  expect(await owner.get(`${path}/acts/export`)).toMatchObject({
    ...{ status: 503, json: { error: 'history_incomplete', databases: ['north'], retry_after: 5 } },
  })
  for (const one of [application, requests, `${path}/applications`])
    expect(await owner.get(one)).toMatchObject({ status: 503, json: { error: 'busy', retry_after: 5 } })
  expect((await owner.patch(application, { name: 'X' }, 2)).status).toBe(503)
  expect((await owner.get(path)).json.id).toBe(id)
  cellOf(world).setAway(false)
  expect((await owner.get(application)).json).toMatchObject({ name: 'Guichet', version: 2 })
})

const validKeys = async (id: string) =>
  (
    await world.rows.query(
      `select from api_keys where application_id = $1 and (revoked_at is null or revoked_at > now())`,
      [id],
    )
  ).rowCount

test('closing an organization ends its keys in the cell, and waits for its batches there', async () => {
  const { owner, path, applicationId } = await shop()
  await world.rows.query(
    `insert into batches (application_id, batch_id, service, total_items, created_at, sealed_context) values ($1, 'bat_1', 'kyc_validation', 1, now(), '')`,
    [applicationId],
  )
  expect((await owner.delete(path)).json.error).toBe('conflict')
  await world.rows.query(`update batches set completed_at = now() where application_id = $1`, [applicationId])
  expect(await validKeys(applicationId)).toBe(1)
  expect((await owner.delete(path)).status).toBe(204)
  expect(await validKeys(applicationId)).toBe(0)
})

test('an organization with money in the cell is not closed', async () => {
  const { owner, id, path, applicationId } = await shop()
  const { clock, newId } = world.platform
  await openWallet(world.rows, { organizationId: id, paid: 5_000_000 }, { newId, nowMs: clock.now() })
  expect((await owner.delete(path)).json).toMatchObject({ error: 'conflict' })
  expect([await validKeys(applicationId), (await owner.get(path)).status]).toEqual([1, 200])
  expect(
    (await homeOf(world).query('select from billing_wallets where organization_id = $1', [id])).rowCount,
  ).toBe(0)
})

test('keys that a killed process did not end in the cell end by the copy of the closed organization', async () => {
  const { id, applicationId } = await shop()
  const ending = { pool: world.appRows, clock: world.platform.clock }
  await endCredentialsOfClosed(ending)
  expect(await validKeys(applicationId)).toBe(1)
  await world.rows.query(`update organizations set account_status = 'closed' where organization_id = $1`, [
    id,
  ])
  const moving = await shop()
  await world.rows.query(`update organizations set account_status = 'closed' where organization_id = $1`, [
    moving.id,
  ])
  await world.rows.query(
    `alter table api_keys add constraint none check (application_id <> '${moving.applicationId}' or revoked_at is null) not valid`,
  )
  await expect(endCredentialsOfClosed(ending)).rejects.toMatchObject({ code: '23514' })
  expect([await validKeys(applicationId), await validKeys(moving.applicationId)]).toEqual([0, 1])
  await world.rows.query('alter table api_keys drop constraint none')
})

test('an organization that has left the cell gets no application there, and its rows of before are not shown', async () => {
  const { owner, id, path, application } = await shop()
  await owner.get(`${path}/applications`)
  await world.rows.query(
    `insert into move_fences (organization_id, application_ids, target, begun_at, command, moved_at)
     values ($1, '{}', 'home', now(), gen_random_uuid(), now())`,
    [id],
  )
  expect(await owner.post(`${path}/applications`, { name: 'Late' })).toMatchObject({
    ...{ status: 503, json: { error: 'busy', retry_after: 5 } },
  })
  for (const one of [application, `${application}/monitors`, `${application}/webhook`])
    expect(await owner.get(one)).toMatchObject({ status: 503, json: { error: 'busy', retry_after: 5 } })
})
