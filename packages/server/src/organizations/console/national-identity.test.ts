import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { actsOf } from '../../testing/acts-of.ts'
import { chooseConsoleSignIn, createApplication } from '../organizations/index.ts'
import { codeOfStep, stepAt } from '../people/index.ts'
import { type ConsoleWorld, openBrowser, startConsole } from './testing/console-world.ts'

const system = { kind: 'system', task: 'test' } as const

let world: ConsoleWorld
let applicationId: string
let people = 0

const needs = () => ({
  ...world.platform,
  ...world.needs,
  credentialsVault: world.platform.vaultFor('credentials'),
})
const newApplication = async (settings: object = {}) => {
  const input = { name: 'Console', environment: 'sandbox', services: ['sso_login'], ...settings }
  return (await createApplication(system, input as never, needs())).application_id
}
const choose = (application_id: string | null) => chooseConsoleSignIn(system, { application_id }, needs())

beforeAll(async () => {
  world = await startConsole()
  world.http.publicUrls.set('sandbox', 'https://id.example.cd')
  applicationId = await newApplication({ redirect_uri: [`${world.url}/identity`] })
})
afterAll(async () => {
  expect(world.logged).toEqual([])
  await world.stop()
})
beforeEach(async () => {
  world.demo.isOn = true
  world.identities.spoilWith(null)
  await choose(applicationId)
})

type Browser = ReturnType<typeof openBrowser>
type Person = Awaited<ReturnType<ConsoleWorld['signUp']>>
const from = () => openBrowser(world.url, `203.0.113.${++people}`)
const begin = async (browser: Pick<Browser, 'post'>, purpose: 'link' | 'sign_in') => {
  const path = purpose === 'link' ? '/me/identity/visits' : '/session/identity/visits'
  const { status, json } = await browser.post(path, { language: 'fr' })
  expect(status).toBe(201)
  return (json as unknown as { authorization_url: string }).authorization_url
}
const newSubject = () => `subject-${++people}`
const link = async (person: Person, subject = newSubject()) => {
  const answer = world.identities.approve(await begin(person, 'link'), subject)
  return { subject, linked: await person.post('/me/identity', answer) }
}
const signInAs = async (browser: Browser, subject: string) =>
  browser.post('/session/identity', world.identities.approve(await begin(browser, 'sign_in'), subject))
const identityOf = async (person: Pick<Person, 'get'>) =>
  ((await person.get('/me')).json as unknown as { national_identity: object }).national_identity

const shown = ({ status, json }: Awaited<ReturnType<Browser['post']>>) => [
  status,
  { ...json, request_id: '' },
]

test('the visit asks for openid alone, with PKCE, state and nonce that the cookie of the browser determines', async () => {
  const person = await world.signUp()
  const { searchParams, origin, pathname } = new URL(await begin(person, 'link'))
  expect(`${origin}${pathname}`).toBe('https://id.example.cd/v1/oidc/authorize')
  expect(Object.fromEntries(searchParams)).toMatchObject({
    ...{ response_type: 'code', scope: 'openid', code_challenge_method: 'S256', ui_locales: 'fr' },
    redirect_uri: `${world.url}/identity`,
    ...{ state: expect.stringMatching(/^link\.[\w-]{43}$/), nonce: expect.stringMatching(/^[\w-]{43}$/) },
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
  })
  const { rows } = await world.database.pool.query('select t::text as row from member_identity_visits t')
  const secrets = [...searchParams.values(), person.cookies.get('nani_console_identity') as string]
  const stored = rows.map(({ row }) => row).join('\n')
  expect(secrets.filter((secret) => secret.length >= 43 && stored.includes(secret))).toEqual([])
})

test('a visit begins while one connection is free: its transaction waits for no further one', async () => {
  const person = await world.signUp()
  const held = await Promise.all(
    Array.from({ length: (world.pool.options.max ?? 10) - 1 }, () => world.pool.connect()),
  )
  try {
    await begin(from(), 'sign_in')
    await begin(person, 'link')
  } finally {
    for (const client of held) client.release()
  }
})

test('a member links the identity, gets a mail, signs in by it with the second factor, and removes it', async () => {
  const person = await world.signUp()
  expect(await identityOf(person)).toEqual({ is_offered: true, linked_at: null })
  const { subject, linked } = await link(person)
  expect([linked.status, linked.json]).toEqual([201, { linked_at: expect.any(String) }])
  expect((await world.mails())[0]).toMatchObject({
    to: person.email,
    subject: 'A national identity was linked',
  })
  expect(await identityOf(person)).toEqual({ is_offered: true, linked_at: expect.any(String) })
  const { rows } = await world.database.pool.query('select * from member_identities where account_id = $1', [
    person.id,
  ])
  expect(rows).toEqual([
    { account_id: person.id, application_id: applicationId, subject, linked_at: expect.any(Date) },
  ])

  const other = from()
  const begun = await signInAs(other, subject)
  expect([begun.status, begun.json]).toMatchObject([
    200,
    { status: 'second_factor', methods: ['totp', 'recovery_code'] },
  ])
  expect((await other.get('/me')).status).toBe(401)
  world.platform.clock.advance(30_000)
  const totp = codeOfStep(person.secret as Buffer, stepAt(world.platform.clock.now()))
  expect((await other.post('/session/second-factor', { totp })).json).toMatchObject({ status: 'signed_in' })
  expect((await other.get('/me')).json).toMatchObject({ id: person.id })

  expect((await other.delete('/me/identity')).status).toBe(204)
  expect((await world.mails())[0]).toMatchObject({
    to: person.email,
    subject: 'The national identity was removed',
  })
  expect((await other.delete('/me/identity')).status).toBe(404)
  expect((await signInAs(from(), subject)).status).toBe(401)
  const actions = (await actsOf(world.database.pool, person.id)).map(({ action }) => action)
  for (const action of ['begin_identity_link', 'link_identity', 'sign_in_with_identity', 'unlink_identity'])
    expect(actions).toContain(`people.${action}`)
})

test('a link begins with a second factor of the last five minutes', async () => {
  const [bare, person] = [await world.signUp({ withTotp: false }), await world.signUp()]
  const ask = (one: Person) => one.post('/me/identity/visits', { language: 'fr' })
  expect((await ask(bare)).json).toMatchObject({ error: 'second_factor_required', methods: [] })
  const { linked } = await link(person)
  expect(linked.status).toBe(201)
  world.platform.clock.advance(6 * 60_000)
  for (const refused of [await ask(person), await person.delete('/me/identity')])
    expect(refused.json).toMatchObject({ error: 'second_factor_required' })
})

test('an unknown identity and every answer that does not hold are refused alike', async () => {
  const person = await world.signUp()
  const { subject } = await link(person)
  const unknown = shown(await signInAs(from(), newSubject()))
  expect(unknown).toMatchObject([401, { error: 'not_signed_in' }])
  const spoiled = async (change: (answer: { code: string; state: string; iss: string }) => object) => {
    const browser = from()
    const answer = world.identities.approve(await begin(browser, 'sign_in'), subject)
    return shown(await browser.post('/session/identity', { ...answer, ...change(answer) }))
  }
  const wrong = [
    await spoiled(() => ({ code: 'another' })),
    await spoiled(() => ({ iss: 'https://evil.example' })),
    await spoiled(({ state }) => ({ state: `${state.slice(0, -2)}aa` })),
    await spoiled(({ state }) => ({ state: state.replace('sign_in', 'link') })),
  ]
  for (const refused of wrong) expect(refused).toEqual(unknown)
})

test('an answer counts for the browser and the session that began, and once', async () => {
  const [person, stranger] = [await world.signUp(), await world.signUp()]
  const { subject } = await link(person)
  const browser = from()
  const answer = world.identities.approve(await begin(browser, 'sign_in'), subject)
  // Another browser, with and without a visit of its own.
  const other = from()
  expect((await other.post('/session/identity', answer)).status).toBe(401)
  await begin(other, 'sign_in')
  expect((await other.post('/session/identity', answer)).status).toBe(401)
  expect((await browser.post('/session/identity', answer)).json).toMatchObject({ status: 'second_factor' })
  expect((await browser.post('/session/identity', answer)).status).toBe(401)

  // A stranger lets a signed-in person open the link of another identity.
  const foreign = world.identities.approve(await begin(stranger, 'link'), newSubject())
  expect((await person.post('/me/identity', foreign)).json).toMatchObject({ field: 'code' })
  // The cookie of a visit is of no use in another session.
  person.cookies.set('nani_console_identity', stranger.cookies.get('nani_console_identity') as string)
  expect((await person.post('/me/identity', foreign)).json).toMatchObject({ field: 'code' })
  world.platform.clock.advance(10 * 60_000)
  expect((await stranger.post('/me/identity', foreign)).json).toMatchObject({ field: 'code' })
})

test('of two accounts that link one identity, and of two identities of one account, one is linked', async () => {
  const [first, second] = [await world.signUp(), await world.signUp()]
  const subject = newSubject()
  const answers = await Promise.all(
    [first, second].map(
      async (one) => [one, world.identities.approve(await begin(one, 'link'), subject)] as const,
    ),
  )
  const linked = await Promise.all(answers.map(([one, answer]) => one.post('/me/identity', answer)))
  expect(linked.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(linked.find(({ status }) => status === 409)?.json).toMatchObject({
    error: 'conflict',
    reason: 'identity_taken',
  })
  const winner = linked[0]?.status === 201 ? first : second
  expect((await link(winner)).linked.json).toMatchObject({ reason: 'identity_taken' })
  const { rows } = await world.database.pool.query(
    'select account_id from member_identities where subject = $1',
    [subject],
  )
  expect(rows).toEqual([{ account_id: winner.id }])
})

describe('a token that the client must refuse', () => {
  const nowSeconds = () => Math.floor(world.platform.clock.now() / 1_000)
  type Claims = Record<string, unknown>
  const unsigned = (claims: Claims) =>
    [{ alg: 'none', typ: 'JWT' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .concat('')
      .join('.')
  const faults: [string, (claims: Claims) => Promise<string>][] = [
    ['of another key', (claims) => world.identities.sign(claims, world.identities.foreignKey())],
    ['without a signature', async (claims) => unsigned(claims)],
    ['of another visit', (claims) => world.identities.sign({ ...claims, nonce: 'another' })],
    ['for another client', (claims) => world.identities.sign({ ...claims, aud: 'key_test_another' })],
    ['of another issuer', (claims) => world.identities.sign({ ...claims, iss: 'https://evil.example' })],
    ['that has ended', (claims) => world.identities.sign({ ...claims, exp: nowSeconds() - 1 })],
    ['of an old approval', (claims) => world.identities.sign({ ...claims, auth_time: nowSeconds() - 600 })],
    ['without a subject', ({ sub: _, ...claims }) => world.identities.sign(claims)],
  ]
  let subject: string
  beforeAll(async () => {
    await choose(applicationId)
    subject = (await link(await world.signUp())).subject
  })
  test.each(faults)('%s', async (_name, spoil) => {
    world.identities.spoilWith(spoil)
    expect((await signInAs(from(), subject)).status).toBe(401)
    world.identities.spoilWith(null)
    expect((await signInAs(from(), subject)).status).toBe(200)
  })
})

test('without a chosen application, with one that cannot return here, and outside a demo, nothing is offered', async () => {
  const person = await world.signUp()
  const offered = async () =>
    ((await from().get('/installation')).json as unknown as Offer).has_identity_sign_in
  type Offer = { has_identity_sign_in: boolean }
  const refusals = async () =>
    Promise.all([
      from().post('/session/identity/visits', { language: 'en' }),
      person.post('/me/identity/visits', { language: 'en' }),
    ])
  expect(await offered()).toBe(true)
  const elsewhere = await newApplication({ redirect_uri: ['https://other.example/identity'] })
  for (const prepare of [
    () => choose(null),
    () => choose(elsewhere),
    async () => {
      await choose(applicationId)
      world.demo.isOn = false
    },
  ]) {
    await prepare()
    expect(await offered()).toBe(false)
    for (const { status, json } of await refusals())
      expect([status, json]).toMatchObject([409, { error: 'conflict', reason: 'identity_not_offered' }])
    expect(await identityOf(person)).toEqual({ is_offered: false, linked_at: null })
  }
})

test('an operator chooses an approved application of production with sign-in; the sandbox is for a demo', async () => {
  const unusable = { code: 'identity_application_unusable' }
  const redirect_uri = ['https://a.example/identity']
  const withoutSignIn = await newApplication({ services: ['kyc_validation'], redirect_uri })
  await expect(choose(withoutSignIn)).rejects.toMatchObject(unusable)
  const elsewhere = await newApplication({ redirect_uri: ['https://shop.example/callback'] })
  await expect(choose(elsewhere)).rejects.toMatchObject(unusable)
  await expect(choose('app_none')).rejects.toMatchObject({ code: 'application_not_found' })
  world.demo.isOn = false
  await expect(choose(applicationId)).rejects.toMatchObject(unusable)
  const unapproved = await newApplication({ environment: 'production', redirect_uri })
  await expect(choose(unapproved)).rejects.toMatchObject(unusable)
  const production = await newApplication({ environment: 'production', approved: true, redirect_uri })
  expect(await choose(production)).toEqual({ application_id: production })
  const [entry] = await actsOf(world.database.pool, production)
  expect(JSON.stringify(await actsOf(world.database.pool, production))).toContain('choose_console_sign_in')
  expect(entry).toBeDefined()
})

test('of choices at the same time each succeeds, and one remains', async () => {
  const redirect_uri = [`${world.url}/identity`]
  const ids = await Promise.all(Array.from({ length: 4 }, () => newApplication({ redirect_uri })))
  await choose(null)
  expect(await Promise.all(ids.map(choose))).toEqual(ids.map((application_id) => ({ application_id })))
  const { rows } = await world.database.pool.query('select application_id from console_sign_in')
  expect(rows).toHaveLength(1)
  expect(ids).toContain(rows[0].application_id)
})

test('visits that have ended are deleted', async () => {
  await begin(from(), 'sign_in')
  world.platform.clock.advance(11 * 60_000)
  for (const forget of world.retention ?? []) await forget(world.database.pool, world.platform.clock.now())
  const { rowCount } = await world.database.pool.query('select from member_identity_visits')
  expect(rowCount).toBe(0)
})
