import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Application } from '../../gateway/gateway/index.ts'
import { testApplication } from '../../testing/application.ts'
import { placeCounts } from './requests/places.ts'
import { openSignInWorld, type SignInWorld } from './testing/sign-in-world.ts'

const thumbprint = 'ab'.repeat(32)
const address = '203.0.113.7'
const stranger = { address, thumbprint: null, certificateTrusted: false, certificateExpiresAtMs: null }
const withCertificate = { ...stranger, thumbprint, certificateTrusted: true }

let world: SignInWorld
let sandbox: Application
let production: Application
beforeAll(async () => {
  world = await openSignInWorld([])
  sandbox = testApplication({ environment: 'sandbox' })
  production = testApplication({ environment: 'production', thumbprints: new Set([thumbprint]) })
  world.applications.push(sandbox, production)
})
afterAll(() => world.stop())
beforeEach(() => {
  world.failures.length = 0
})

const facts = () => ({
  ...{ requestId: world.newId('req'), clientAddress: address, method: 'POST', path: '/v1/oidc/token' },
})
const exchange = (of: Application, peer: typeof stranger | typeof withCertificate, fields = {}) => {
  const form = String(
    new URLSearchParams({
      ...{ grant_type: 'authorization_code', client_id: of.apiKey, code: 'wrong', code_verifier: 'v' },
      ...{ redirect_uri: 'https://shop.example/callback', ...fields },
    }),
  )
  return world.signIn
    .exchangeCode({ form, authorization: undefined }, of.environment, peer, facts())
    .catch((error: { code?: string }) => error.code)
}
const entriesOf = async ({ applicationId }: Application): Promise<string[]> => {
  const { rows } = await world.pool.query<{ error_code: string }>(
    'select error_code from audit_entries where application_id = $1',
    [applicationId],
  )
  return rows.map(({ error_code }) => error_code)
}

test('a wrong code of a stranger is counted as failed authentication, and writes no audit entry', async () => {
  const [wrongCode, wrongGrant] = [{}, { grant_type: 'refresh_token' }]
  for (const fields of [wrongCode, wrongCode, wrongGrant]) await exchange(sandbox, stranger, fields)
  const { apiKey: keyId, applicationId } = sandbox
  const failure = { keyId, clientAddress: address, applicationId }
  expect(world.failures).toEqual([
    { ...failure, code: 'invalid_grant' },
    { ...failure, code: 'invalid_grant' },
    { ...failure, code: 'unsupported_grant_type' },
  ])
  // An entry of the application itself is written after those of the strangers.
  expect(await exchange(production, withCertificate)).toBe('invalid_grant')
  await expect.poll(() => entriesOf(production)).toContain('invalid_grant')
  expect(await entriesOf(sandbox)).toEqual([])
})

test('in production, a caller without the certificate is counted, and the application itself is audited', async () => {
  const before = (await entriesOf(production)).length
  expect(await exchange(production, stranger)).toBe('invalid_client')
  expect(world.failures).toMatchObject([{ code: 'invalid_client', applicationId: production.applicationId }])
  expect(await exchange(production, withCertificate)).toBe('invalid_grant')
  await expect.poll(async () => (await entriesOf(production)).length).toBe(before + 1)
  expect(world.failures).toHaveLength(1)
})

test('a wrong access token is counted, and a token of no application names no key', async () => {
  const tokenOf = (application: string) => `${application}.${'a'.repeat(43)}.${'b'.repeat(43)}`
  const tokens = [tokenOf(sandbox.applicationId.replace('app_', '')), tokenOf('0'.repeat(26)), 'abc']
  for (const token of tokens)
    expect(await world.signIn.userinfo(token, 'sandbox', stranger, facts())).toBeNull()
  expect(world.failures).toMatchObject([
    { code: 'invalid_token', keyId: sandbox.apiKey, applicationId: sandbox.applicationId },
    { code: 'invalid_token', keyId: undefined, applicationId: null },
    { code: 'invalid_token', keyId: undefined, applicationId: null },
  ])
})

test('a network that has begun too many sign-ins is sent back to the application, and others sign in', async () => {
  const authorize = (browser: { address: string; userAgent: string }) =>
    world.signIn.authorize(
      String(
        new URLSearchParams({
          ...{ response_type: 'code', client_id: sandbox.apiKey, scope: 'openid', state: 's' },
          ...{ redirect_uri: 'https://shop.example/callback', code_challenge_method: 'S256' },
          code_challenge: 'c'.repeat(43),
        }),
      ),
      'sandbox',
      browser,
    )
  const many = placeCounts.ofApplication / 40 + 1
  const flooding = { address: '2001:db8::1', userAgent: 'Firefox/140.0' }
  const answers = await Promise.all(Array.from({ length: many }, () => authorize(flooding)))
  const refused = answers.filter(({ next }) => next === 'redirect')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(many / 10)
  const { searchParams } = new URL((refused[0] as { location: string }).location)
  expect(Object.fromEntries(searchParams)).toMatchObject({ error: 'temporarily_unavailable', state: 's' })
  expect(await authorize({ ...flooding, address: '2001:db8:1::1' })).toMatchObject({ next: 'page' })
})
