import { afterAll, beforeAll, expect, test } from 'vitest'
import { actsOf } from '../../testing/acts-of.ts'
import { codeOfStep, stepAt } from '../people/index.ts'
import { type ConsoleWorld, startConsole } from './testing/console-world.ts'
import { newSigningRequest } from './testing/signing-request.ts'

let world: ConsoleWorld
beforeAll(async () => {
  world = await startConsole()
})
afterAll(async () => {
  expect(world.logged).toEqual([])
  await world.stop()
})

type Person = Awaited<ReturnType<ConsoleWorld['signUp']>>
const rccm = 'CD/KNG/RCCM/00-B-00001'
const found = async (owner: Person, name = 'Banque du Fleuve') =>
  `/organizations/${(await owner.post('/organizations', { name, rccm })).json.id}`

/** Invites a person, who accepts. */
const join = async (path: string, owner: Person, person: Person, roles: string[]) => {
  await owner.post(`${path}/invitations`, { email: person.email, roles })
  return person.post('/invitations/accept', { token: await world.newest(person.email) })
}

const freshFactor = (person: Person) => {
  world.platform.clock.advance(30_000)
  return person.post('/session/step-up', {
    totp: codeOfStep(person.secret as Buffer, stepAt(world.platform.clock.now())),
  })
}

test('an invitation is for one address, and counts once', async () => {
  const [owner, invited, other] = [await world.signUp(), await world.signUp(), await world.signUp()]
  const path = await found(owner)
  const sent = await owner.post(`${path}/invitations`, {
    email: invited.email.toUpperCase(),
    roles: ['developer'],
  })
  expect([sent.status, sent.json]).toMatchObject([201, { status: 'pending', roles: ['developer'] }])
  const token = await world.newest(invited.email)
  expect((await other.post('/invitations/accept', { token })).status).toBe(404)
  const both = await Promise.all([1, 2].map(() => invited.post('/invitations/accept', { token })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
  expect((await invited.get(path)).json).toMatchObject({ roles: ['developer'] })
  expect((await owner.get(`${path}/members`)).json.data).toHaveLength(2)
})

test('an invitation ends after seven days, when it is withdrawn, and when its author may not grant its roles any more', async () => {
  const [owner, administrator, early] = [await world.signUp(), await world.signUp(), await world.signUp()]
  const path = await found(owner)
  await join(path, owner, administrator, ['administrator'])
  const invite = async (by: Person, email: string) => {
    const { json } = await by.post(`${path}/invitations`, { email, roles: ['developer'] })
    return { id: json.id, token: await world.newest(email) }
  }
  const accept = async (person: Person, token: string) =>
    (await person.post('/invitations/accept', { token })).status
  const withdrawn = await invite(owner, early.email)
  expect((await owner.delete(`${path}/invitations/${withdrawn.id}`)).status).toBe(204)
  expect(await accept(early, withdrawn.token)).toBe(404)
  const byAdministrator = await invite(administrator, early.email)
  await owner.patch(`${path}/members/${administrator.id}`, { roles: ['financial_officer'] }, 1)
  expect(await accept(early, byAdministrator.token)).toBe(403)
  const [late, last] = ['late@example.cd', 'last@example.cd']
  const { token } = await invite(owner, last)
  world.platform.clock.advance(1_000)
  const { token: newer } = await invite(owner, late)
  world.platform.clock.advance(7 * 86_400_000 - 1_000)
  const [tooLate, inTime] = [await world.signUp({ email: last }), await world.signUp({ email: late })]
  expect([await accept(tooLate, token), await accept(inTime, newer)]).toEqual([404, 200])
})

test('of the last two Owners who leave at the same time, one stays', async () => {
  const [first, second] = [await world.signUp(), await world.signUp()]
  const path = await found(first)
  await join(path, first, second, ['owner'])
  const left = await Promise.all([first, second].map((one) => one.delete(`${path}/members/${one.id}`)))
  expect(left.map(({ status }) => status).toSorted()).toEqual([204, 409])
  expect(left.find(({ status }) => status === 409)?.json).toMatchObject({ error: 'last_owner' })
})

test('an Administrator neither grants nor takes the role Owner', async () => {
  const [owner, administrator, developer] = [await world.signUp(), await world.signUp(), await world.signUp()]
  const path = await found(owner)
  await join(path, owner, administrator, ['administrator'])
  await join(path, owner, developer, ['developer'])
  const grant = (roles: string[], id: string) => administrator.patch(`${path}/members/${id}`, { roles }, 1)
  expect((await grant(['owner'], developer.id)).status).toBe(403)
  expect((await grant(['developer'], owner.id)).status).toBe(403)
  expect((await administrator.delete(`${path}/members/${owner.id}`)).status).toBe(403)
  const invited = await administrator.post(`${path}/invitations`, { email: 'x@example.cd', roles: ['owner'] })
  expect(invited.json).toMatchObject({ error: 'not_permitted' })
  expect((await grant(['financial_officer'], developer.id)).json).toMatchObject({
    roles: ['financial_officer'],
  })
  expect((await developer.delete(`${path}/members/${administrator.id}`)).status).toBe(403)
  expect((await developer.delete(`${path}/members/${developer.id}`)).status).toBe(204)
})

test('a change names its version, and loses to an earlier one', async () => {
  const owner = await world.signUp()
  const path = await found(owner)
  expect((await owner.send('PATCH', path, { name: 'Banque' })).json).toMatchObject({
    error: 'invalid_request',
    field: 'If-Match',
  })
  expect((await owner.patch(path, { name: 'Banque' }, 0)).json).toMatchObject({ error: 'changed_meanwhile' })
  const both = await Promise.all(['Une', 'Deux'].map((name) => owner.patch(path, { name }, 1)))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
  const current = (await owner.get(path)).json
  expect(both.find(({ status }) => status === 412)?.json).toMatchObject({
    error: 'changed_meanwhile',
    current,
  })
})

test('an act that needs a fresh second factor is refused without one, and done after it is given again', async () => {
  const owner = await world.signUp()
  const path = await found(owner)
  world.platform.clock.advance(6 * 60_000)
  const body = { name: 'Shop' }
  const refused = await owner.post(`${path}/applications`, body)
  expect([refused.status, refused.json]).toMatchObject([
    403,
    { error: 'second_factor_required', methods: ['totp', 'recovery_code'] },
  ])
  expect((await freshFactor(owner)).status).toBe(200)
  expect((await owner.post(`${path}/applications`, body)).status).toBe(201)
})

test('an application exists in both environments, with one key set each', async () => {
  const owner = await world.signUp()
  const path = await found(owner)
  const { json: subscribed } = await owner.get(`${path}/subscriptions`)
  const wanted = { scopes: ['kyc.addresses', 'kyc.religion'] }
  expect((await owner.post(`${path}/applications`, { name: 'Shop', ...wanted })).json).toMatchObject({
    error: 'invalid_request',
    field: 'scopes',
  })
  expect((await owner.put(`${path}/subscriptions`, wanted, subscribed.version)).status).toBe(200)
  const made = await owner.post(
    `${path}/applications`,
    { name: 'Shop', services: ['kyc_validation'], purposes: ['customer_onboarding'], ...wanted },
    { 'idempotency-key': 'one' },
  )
  expect(made.json).toMatchObject({
    ...{ environment: 'sandbox', counterpart_id: made.json.counterpart.id },
    ...{ scopes_in_force: wanted.scopes, purposes_in_force: ['customer_onboarding'] },
    credentials: { api_key: expect.stringMatching(/^key_test_/) },
    counterpart: {
      ...{ environment: 'production', counterpart_id: made.json.id, production_status: null },
      ...{ scopes: wanted.scopes, scopes_in_force: ['kyc.addresses'], purposes_in_force: [] },
      credentials: { api_key: expect.stringMatching(/^key_live_/) },
    },
  })
  const again = await owner.post(
    `${path}/applications`,
    { name: 'Shop', services: ['kyc_validation'], purposes: ['customer_onboarding'], ...wanted },
    { 'idempotency-key': 'one' },
  )
  expect(again.json).toEqual(made.json)
  expect((await owner.post(`${path}/applications`, { name: 'X' }, { 'idempotency-key': 'one' })).status).toBe(
    400,
  )
  expect((await owner.get(`${path}/applications`)).json.data).toHaveLength(2)
  await owner.put(`${path}/subscriptions`, { scopes: [] }, subscribed.version + 1)
  expect((await owner.get(`${path}/applications/${made.json.id}`)).json).toMatchObject({
    scopes: [],
    version: 2,
  })
  const [entry] = await actsOf(world.database.pool, made.json.id)
  expect(entry).toMatchObject({ actor_kind: 'member', actor: owner.id, origin: 'console' })
  expect(JSON.stringify(entry)).not.toMatch(/sk_|pek_/)
})

test('a Developer has the sandbox alone', async () => {
  const [owner, developer] = [await world.signUp(), await world.signUp()]
  const path = await found(owner)
  await join(path, owner, developer, ['developer'])
  const { json: made } = await owner.post(`${path}/applications`, { name: 'Shop' })
  const rotate = (id: string) =>
    developer.post(`${path}/applications/${id}/keys/rotate`, { overlap_seconds: 60 })
  expect((await rotate(made.id)).json).toMatchObject({ old_keys_end_at: expect.any(String) })
  expect(await rotate(made.counterpart.id)).toMatchObject({ status: 403, json: { error: 'not_permitted' } })
  const missing = await developer.post(`${path}/applications/app_none/keys`)
  expect(missing.json).toMatchObject({ error: 'not_found' })
})

test('a Developer without a second factor acts on the sandbox, and on nothing of production', async () => {
  const [owner, developer] = [await world.signUp(), await world.signUp({ withTotp: false })]
  const path = await found(owner)
  await join(path, owner, developer, ['developer'])
  const { json: made } = await owner.post(`${path}/applications`, { name: 'Shop' })
  const put = (id: string) =>
    developer.put(`${path}/applications/${id}/webhook`, { url: 'https://hooks.example.cd/nani' })
  expect((await put(made.id)).status).toBe(200)
  await owner.put(`${path}/applications/${made.counterpart.id}/webhook`, {
    url: 'https://hooks.example.cd/nani',
  })
  const production = `${path}/applications/${made.counterpart.id}`
  for (const refused of [
    await put(made.counterpart.id),
    await developer.post(`${production}/webhook/test`, { type: 'job.completed' }),
    await developer.post(`${production}/events/replay`, { since: '2026-01-01T00:00:00Z' }),
    await developer.delete(`${production}/webhook`),
  ])
    expect([refused.status, refused.json]).toMatchObject([
      403,
      { error: 'second_factor_required', methods: [] },
    ])
})

test('new keys of production and their certificates are reported to all Owners and Administrators', async () => {
  const [owner, administrator, developer] = [await world.signUp(), await world.signUp(), await world.signUp()]
  const path = await found(owner)
  await join(path, owner, administrator, ['administrator'])
  await join(path, owner, developer, ['developer'])
  const { json: made } = await owner.post(`${path}/applications`, { name: 'Shop' })
  const receiversOf = async (subject: string) =>
    (await world.mails())
      .filter((mail) => mail.subject === subject)
      .map(({ to }) => to)
      .toSorted()
  const everyone = [owner.email, administrator.email].toSorted()
  await owner.post(`${path}/applications/${made.id}/keys`)
  expect(await receiversOf('New keys of production')).toEqual([])
  const production = `${path}/applications/${made.counterpart.id}`
  await administrator.post(`${production}/keys/rotate`, {})
  expect(await receiversOf('New keys of production')).toEqual(everyone)
  const { json } = await owner.post(`${production}/certificates`, { csr: (await newSigningRequest()).csr })
  const { thumbprint } = json as unknown as { thumbprint: string }
  expect((await owner.delete(`${production}/certificates/${thumbprint}`)).status).toBe(204)
  expect(await receiversOf('A certificate of production changed')).toEqual(
    [...everyone, ...everyone].toSorted(),
  )
})

test('lists go on by cursors that are bound to their filters', async () => {
  const owner = await world.signUp()
  const path = await found(owner)
  for (const name of ['A', 'B', 'C']) await owner.post(`${path}/applications`, { name })
  const list = (query: string) => owner.get(`${path}/applications?${query}`)
  const first = (await list('limit=2&environment=sandbox')).json
  const second = (await list(`limit=2&environment=sandbox&cursor=${first.next_cursor}`)).json
  const ids = [...first.data, ...second.data].map(({ id }) => id)
  expect([new Set(ids).size, second.next_cursor]).toEqual([3, null])
  for (const query of [`cursor=${first.next_cursor}`, 'cursor=abc', 'limit=0', 'limit=101', 'nothing=1'])
    expect((await list(query)).json).toMatchObject({ error: 'invalid_request' })
})

test('an export of too many acts is refused, and a shorter period has all of its acts', async () => {
  const owner = await world.signUp()
  const path = await found(owner)
  const at = new Date(world.platform.clock.now() - 86_400_000)
  const count = 50_000
  await world.database.pool.query(
    `insert into acts (at, actor_kind, actor, action, subject, organization_id)
     select $1, 'system', 'bench', 'bench.old', 'old_' || i, $2 from generate_series(1, $3::int) i`,
    [at, path.split('/').at(-1), count],
  )
  const refused = await owner.get(`${path}/acts/export`)
  expect([refused.status, refused.json]).toMatchObject([400, { error: 'invalid_request', field: 'since' }])
  const since = new Date(at.getTime() + 1).toISOString()
  const { status, json } = await owner.get(`${path}/acts/export?since=${since}`)
  expect(status).toBe(200)
  expect(json.text).toContain('organizations.create')
  expect(json.text).not.toContain('bench.old')
})
