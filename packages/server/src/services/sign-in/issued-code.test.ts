import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Application } from '../../gateway/gateway/index.ts'
import { testApplication } from '../../testing/application.ts'
import { testCitizen } from '../../testing/citizen.ts'
import { openWallet } from '../../testing/open-wallet.ts'
import { readHandle } from './handles.ts'
import { forgetExpiredSignIns, readRequest } from './requests/requests.ts'
import { forgetUnidentified } from './requests/unidentified.ts'
import { openSignInWorld, type SignInWorld } from './testing/sign-in-world.ts'

const citizen = testCitizen({ svc_id: 'COD-1111-0000-7001' })
const redirectUri = 'https://shop.example/callback'
const thumbprint = 'ab'.repeat(32)
const peer = {
  ...{ address: '203.0.113.7', thumbprint, certificateTrusted: true },
  certificateExpiresAtMs: null,
}
const browser = { address: '41.243.0.9', userAgent: 'Firefox/140.0' }
const dayMs = 86_400_000

let world: SignInWorld
beforeAll(async () => {
  world = await openSignInWorld([citizen])
})
afterAll(() => world.stop())

/** An application of production whose organization has this money. */
const newApplication = async (paid: number): Promise<Application> => {
  const application = testApplication({ environment: 'production', thumbprints: new Set([thumbprint]) })
  world.applications.push(application)
  const { organizationId } = application
  await openWallet(world.pool, { organizationId, paid }, { newId: world.newId, nowMs: world.clock.now() })
  return application
}
const facts = () => ({
  ...{ requestId: world.newId('req'), clientAddress: peer.address, method: 'GET', path: '/sign-in' },
})

const verifier = randomBytes(32).toString('base64url')
const authorize = ({ apiKey }: Application, scope: string) => {
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id: apiKey, redirect_uri: redirectUri, scope, state: 'state' },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  return world.signIn.authorize(String(query), 'production', browser)
}

/** A sign-in that its citizen approved. Each visit of its browser leads to the same place. */
const approved = async (application: Application, scope = 'openid') => {
  const authorized = await authorize(application, scope)
  if (authorized.next !== 'page') throw new Error(JSON.stringify(authorized))
  const { handle: text, secret } = authorized
  const handle = readHandle(text)
  const request = handle && (await readRequest(world.pool, handle))
  if (!request) throw new Error('there is no request')
  await world.signIn.identify(request, secret, citizen.svc_id, browser.address)
  expect(await world.signIn.answer(handle, { answer: 'approved', approvedWith: 'hwk' })).toBe(true)
  const visit = async () => {
    const visited = await world.signIn.visit(text, secret, facts())
    return visited.next === 'redirect' ? new URL(visited.location).searchParams : null
  }
  return { handle, secret, visit }
}

const exchange = ({ apiKey }: Application, code: string | null, of = peer) => {
  const form = new URLSearchParams({
    ...{ grant_type: 'authorization_code', code: code ?? '', redirect_uri: redirectUri },
    ...{ client_id: apiKey, code_verifier: verifier },
  })
  const request = { form: String(form), authorization: undefined }
  return world.signIn.exchangeCode(request, 'production', of, facts())
}

const chargesOf = async ({ applicationId }: Application) => {
  const { rows } = await world.pool.query<{ amount: number; item: string }>(
    'select amount::float8 as amount, item from call_charges where application_id = $1',
    [applicationId],
  )
  return rows
}
const codesOf = async ({ applicationId }: Application) =>
  (await world.pool.query('select * from sign_in_codes where application_id = $1', [applicationId])).rows

test('a code is charged once, with the tiers of its scopes, however many visits collect it at the same time', async () => {
  const application = await newApplication(1_000_000)
  const { visit } = await approved(application, 'openid profile svc:kyc.parents svc:kyc.religion')
  const visits = await Promise.all(Array.from({ length: 16 }, visit))
  expect(new Set(visits.map((parameters) => parameters?.get('code'))).size).toBe(1)
  expect(visits[0]?.get('error')).toBeNull()
  // The sign-in 0.05, a standard scope 0.02, a sensitive one 0.10.
  expect(await chargesOf(application)).toEqual([{ amount: 170_000, item: 'sso_login' }])
})

test('visits of one browser at the same time harm no sign-in of others', async () => {
  const application = await newApplication(10_000_000)
  const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => approved(application)))
  // While the commit of the first one runs, the visits of the others gather into one statement.
  const visits = await Promise.all([
    first?.visit(),
    ...others.flatMap(({ visit }) => Array.from({ length: 8 }, visit)),
  ])
  expect(visits.map((parameters) => parameters?.get('error') ?? null)).toEqual(visits.map(() => null))
  expect(new Set(visits.map((parameters) => parameters?.get('code'))).size).toBe(5)
  expect(await chargesOf(application)).toHaveLength(5)
})

test('without the money for a sign-in, the application gets temporarily_unavailable before the citizen is asked', async () => {
  const authorized = await authorize(await newApplication(49_999), 'openid')
  expect(authorized).toMatchObject({ next: 'redirect' })
  const { searchParams } = new URL((authorized as { location: string }).location)
  expect(searchParams.get('error')).toBe('temporarily_unavailable')
})

test('an internal error at authorize returns to the application with server_error and state', async () => {
  const application = await newApplication(1_000_000)
  await world.pool.query('alter table sign_in_requests rename to moved')
  const authorized = await authorize(application, 'openid').finally(() =>
    world.pool.query('alter table moved rename to sign_in_requests'),
  )
  expect(authorized).toMatchObject({ next: 'fault', fault: { code: '42P01' } })
  const { origin, pathname, searchParams } = new URL((authorized as { location: string }).location)
  expect(origin + pathname).toBe(redirectUri)
  expect(Object.fromEntries(searchParams)).toEqual({
    ...{ error: 'server_error', state: 'state', iss: 'https://id.example' },
    error_description: 'An internal error. A retry is safe.',
  })
})

test('without the money for its scopes, an approved sign-in has no code, no charge and no use', async () => {
  const application = await newApplication(50_000)
  const { visit } = await approved(application, 'openid svc:kyc.religion')
  const visits = await Promise.all(Array.from({ length: 4 }, visit))
  for (const parameters of visits) {
    expect(parameters?.get('error')).toBe('temporarily_unavailable')
    expect(parameters?.get('code')).toBeNull()
  }
  expect([await chargesOf(application), await codesOf(application)]).toEqual([[], []])
})

test('the database holds cookie, code and token as hashes only', async () => {
  const application = await newApplication(1_000_000)
  const { visit, secret } = await approved(application)
  const code = (await visit())?.get('code') ?? null
  const { access_token: token } = await exchange(application, code)
  const tables = ['sign_in_requests', 'sign_in_codes', 'audit_entries']
  const texts = await Promise.all(
    tables.map(async (table) =>
      JSON.stringify((await world.pool.query(`select t::text from ${table} t`)).rows),
    ),
  )
  const bare = token.split('.').at(-1) as string
  for (const value of [secret, code as string, bare])
    for (const form of [
      value,
      Buffer.from(value).toString('hex'),
      Buffer.from(value, 'base64url').toString('hex'),
    ])
      expect(texts.join('')).not.toContain(form)
})

test('a code counts for 60 seconds and a token for 300, by the clock of the database', async () => {
  const application = await newApplication(1_000_000)
  const [first, second] = [await approved(application), await approved(application)]
  const late = (await first.visit())?.get('code') ?? null
  await world.pool.query('update sign_in_codes set expires_at = now() where application_id = $1', [
    application.applicationId,
  ])
  await expect(exchange(application, late)).rejects.toMatchObject({ code: 'invalid_grant' })
  const { access_token: token } = await exchange(application, (await second.visit())?.get('code') ?? null)
  const [row] = (await codesOf(application)).filter(({ redeemed_at }) => redeemed_at !== null)
  expect(row.expires_at - row.created_at).toBe(60_000)
  expect(row.token_expires_at - row.redeemed_at).toBe(300_000)
  const userinfo = () => world.signIn.userinfo(token, 'production', peer, facts())
  expect(await userinfo()).toMatchObject({ sub: expect.stringMatching(/^[\w-]{43}$/) })
  await world.pool.query('update sign_in_codes set token_expires_at = now() where application_id = $1', [
    application.applicationId,
  ])
  expect(await userinfo()).toBeNull()
})

test('a token that has ended discloses nothing, and no entry says so, also if this process has just issued it', async () => {
  const application = await newApplication(1_000_000)
  const entries = async () => {
    const { rows } = await world.pool.query(
      'select path from audit_entries where application_id = $1 and purpose is not null and result_id is null',
      [application.applicationId],
    )
    return rows.length
  }
  for (const ended of ['token_revoked_at', 'token_expires_at']) {
    const { visit } = await approved(application)
    const { access_token: token } = await exchange(application, (await visit())?.get('code') ?? null)
    const before = await entries()
    await world.pool.query(`update sign_in_codes set ${ended} = now() where application_id = $1`, [
      application.applicationId,
    ])
    expect(await world.signIn.userinfo(token, 'production', peer, facts()), ended).toBeNull()
    expect(await entries()).toBe(before)
  }
})

test('a code that another process redeemed is refused, and its token ends, also if this process has just issued it', async () => {
  const application = await newApplication(1_000_000)
  const { visit } = await approved(application)
  const code = (await visit())?.get('code') ?? null
  await world.pool.query(
    `update sign_in_codes set redeemed_at = now(), token_expires_at = now() + interval '1 minute' where application_id = $1`,
    [application.applicationId],
  )
  await expect(exchange(application, code)).rejects.toMatchObject({ code: 'invalid_grant' })
  expect((await codesOf(application))[0].token_revoked_at).not.toBeNull()
})

test('an application whose sign-in was suspended exchanges no code and reads no claims', async () => {
  const application = await newApplication(1_000_000)
  const [first, second] = [await approved(application), await approved(application)]
  const { access_token: token } = await exchange(application, (await first.visit())?.get('code') ?? null)
  const code = (await second.visit())?.get('code') ?? null
  const suspended = { ...application, approvedServices: new Set<never>() }
  world.applications[world.applications.indexOf(application)] = suspended
  await expect(exchange(suspended, code)).rejects.toMatchObject({ code: 'unauthorized_client' })
  expect(await world.signIn.userinfo(token, 'production', peer, facts())).toBeNull()
})

test('a request and its code are kept for 30 days', async () => {
  const application = await newApplication(1_000_000)
  const { visit, handle } = await approved(application)
  await visit()
  const kept = async () =>
    [await readRequest(world.pool, handle), ...(await codesOf(application))].filter(Boolean)
  await forgetExpiredSignIns(world.database.pool, Date.now() + 29.9 * dayMs)
  expect(await kept()).toHaveLength(2)
  await forgetExpiredSignIns(world.database.pool, Date.now() + 30.1 * dayMs)
  expect(await kept()).toEqual([])
})

test('a request in which no one was identified is kept for 10 minutes, and a late visit then finds no page', async () => {
  const application = await newApplication(1_000_000)
  const { handle: known } = await approved(application)
  const unknown = await authorize(application, 'openid')
  if (unknown.next !== 'page') throw new Error(JSON.stringify(unknown))
  const visit = () => world.signIn.visit(unknown.handle, unknown.secret, facts())
  const age = (minutes: number) =>
    world.pool.query(
      `update sign_in_requests set created_at = now() - make_interval(mins => $2), expires_at = now()
       where application_id = $1`,
      [application.applicationId, minutes],
    )
  await age(9)
  await forgetUnidentified(world.database.pool)
  expect(await visit()).toMatchObject({ next: 'redirect' })
  await age(11)
  await forgetUnidentified(world.database.pool)
  expect(await visit()).toEqual({ next: 'unknown' })
  expect(await readRequest(world.pool, known)).not.toBeNull()
})

test('an access token is of use with the certificate that redeemed its code, and with no other of the application', async () => {
  const renewed = { ...peer, thumbprint: 'cd'.repeat(32) }
  const application = await newApplication(1_000_000)
  const withBoth = { ...application, thumbprints: new Set([peer.thumbprint, renewed.thumbprint]) }
  world.applications[world.applications.indexOf(application)] = withBoth
  const { visit } = await approved(withBoth)
  const code = (await visit())?.get('code') ?? null
  const { access_token: token } = await exchange(withBoth, code, renewed)
  const userinfo = (of: typeof peer) => world.signIn.userinfo(token, 'production', of, facts())
  expect(await userinfo(peer)).toBeNull()
  expect(await userinfo(renewed)).toMatchObject({ sub: expect.any(String) })
})

test('the id_token says when, with which level and with which key the citizen approved', async () => {
  const application = await newApplication(1_000_000)
  const { visit } = await approved(application)
  const { id_token: token } = await exchange(application, (await visit())?.get('code') ?? null)
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  expect(claims).toMatchObject({ acr: citizen.level_of_assurance, amr: ['face', 'hwk'] })
  const { rows } = await world.pool.query(
    'select floor(extract(epoch from answered_at))::int as at from sign_in_requests where application_id = $1',
    [application.applicationId],
  )
  expect(claims.auth_time).toBe(rows[0].at)
})

test('another browser than that of an ended sign-in goes to the site of the application, and learns nothing', async () => {
  const application = await newApplication(1_000_000)
  const authorized = await authorize(application, 'openid')
  if (authorized.next !== 'page') throw new Error(JSON.stringify(authorized))
  await world.pool.query('update sign_in_requests set expires_at = now() where application_id = $1', [
    application.applicationId,
  ])
  const visit = (secret: string | null) => world.signIn.visit(authorized.handle, secret, facts())
  for (const secret of [null, 'x'.repeat(43)])
    expect(await visit(secret)).toEqual({ next: 'redirect', location: 'https://shop.example/' })
  const { location } = (await visit(authorized.secret)) as { location: string }
  expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject({
    ...{ error: 'access_denied', state: 'state', iss: 'https://id.example' },
  })
})
