import { beforeAll, expect, inject, test } from 'vitest'
import type { Credentials } from '../client/credentials.ts'
import { updateApplication } from '../installation/applications.ts'
import { readDescription } from './described.ts'
import { exchange } from './exchange.ts'
import { ask, createSignInApplication, exchangeCode, redirectUri, signIn } from './relying-party.ts'

const dataDir = inject('dataDir')
const demo = inject('demo')
let application: Credentials
let described: string
beforeAll(async () => {
  application = await createSignInApplication(
    dataDir,
    ...[
      '--scopes',
      'kyc.addresses',
      '--redirect-uri',
      redirectUri,
      '--redirect-uri',
      'http://127.0.0.1:8099/cb',
    ],
  )
  described = (await readDescription(application)).operation('get', '/v1/oidc/authorize').description
})

const authorize = async (changes: Record<string, string | null> = {}, suffix = '', of = application) => {
  const asked = ask(of, changes)
  const answer = await exchange(asked.url + suffix)
  return { ...answer, ...asked }
}

/** The error of a redirect to the application. */
const redirected = async (changes: Record<string, string | null>, suffix = '', of = application) => {
  const answer = await authorize(changes, suffix, of)
  expect(answer.status, answer.text).toBe(303)
  expect(answer.headers.location?.startsWith(`${redirectUri}&`)).toBe(true)
  const { searchParams } = new URL(answer.headers.location ?? '')
  expect(searchParams.has('code')).toBe(false)
  expect(searchParams.get('error_description')).not.toBe(null)
  expect(described).toContain(`\`${searchParams.get('error')}\``)
  expect(searchParams.get('iss')).toBe(of.base_url)
  return { error: searchParams.get('error'), state: searchParams.get('state'), sent: answer.state }
}

test.each([
  [{ client_id: 'key_test_000000000000000000000000' }, 'invalid_client'],
  [{ client_id: null }, 'invalid_client'],
  [{ client_id: demo.production.api_key }, 'invalid_client'],
  [{ client_id: 'key_test_\0' }, 'invalid_client'],
  [{ redirect_uri: null }, 'invalid_request'],
  [{ redirect_uri: `${redirectUri}/` }, 'invalid_request'],
  [{ redirect_uri: redirectUri.replace('shop=1', 'shop=2') }, 'invalid_request'],
  [{ redirect_uri: redirectUri.toUpperCase() }, 'invalid_request'],
  [{ redirect_uri: 'https://shop.example.evil.example/callback?shop=1' }, 'invalid_request'],
  [{ redirect_uri: 'https://evil.example@shop.example/callback?shop=1' }, 'invalid_request'],
  [{ redirect_uri: 'https://shop.example/callback?shop=1#' }, 'invalid_request'],
  [{ redirect_uri: 'https://shop.example/../callback?shop=1' }, 'invalid_request'],
])('an unknown client or address shows an error page and never redirects: %j', async (changes, code) => {
  const answer = await authorize(changes)
  expect(answer.status).toBe(400)
  expect(answer.headers.location).toBe(undefined)
  expect(answer.headers['content-type']).toContain('text/html')
  expect(answer.text).toContain(code)
})

test('an address that occurs twice shows an error page', async () => {
  const answer = await authorize({}, `&redirect_uri=${encodeURIComponent('https://evil.example/')}`)
  expect([answer.status, answer.headers.location]).toEqual([400, undefined])
})

test.each([
  [{ response_type: 'token' }, 'unsupported_response_type'],
  [{ response_type: 'code id_token' }, 'unsupported_response_type'],
  [{ code_challenge: null }, 'invalid_request'],
  [{ code_challenge: 'short' }, 'invalid_request'],
  [{ code_challenge_method: null }, 'invalid_request'],
  [{ code_challenge_method: 'plain' }, 'invalid_request'],
  [{ code_challenge_method: 's256' }, 'invalid_request'],
  [{ scope: null }, 'invalid_scope'],
  [{ scope: 'profile' }, 'invalid_scope'],
  [{ scope: 'openid svc:kyc.emails' }, 'invalid_scope'],
  [{ scope: 'openid svc:kyc.basic' }, 'invalid_scope'],
  [{ scope: 'openid kyc.addresses' }, 'invalid_scope'],
  [{ scope: 'openid svc:nothing' }, 'invalid_scope'],
  [{ prompt: 'none' }, 'login_required'],
  [{ request: 'eyJ' }, 'request_not_supported'],
  [{ request_uri: 'https://shop.example/r' }, 'request_uri_not_supported'],
  [{ response_mode: 'fragment' }, 'invalid_request'],
  [{ response_mode: 'form_post' }, 'invalid_request'],
  [{ prompt: 'login none' }, 'login_required'],
  [{ prompt: 'create' }, 'invalid_request'],
  [{ prompt: 'login other' }, 'invalid_request'],
  [{ prompt: 'Login' }, 'invalid_request'],
  [{ max_age: '-1' }, 'invalid_request'],
  [{ max_age: '1.5' }, 'invalid_request'],
  [{ max_age: 'now' }, 'invalid_request'],
  [{ nonce: '\0' }, 'invalid_request'],
])('the application gets the error of %j', async (changes, code) => {
  const { error, state, sent } = await redirected(changes)
  expect(error).toBe(code)
  expect(state).toBe(sent)
})

test.each<Record<string, string>>([
  { prompt: 'login' },
  { prompt: 'consent select_account' },
  { max_age: '0' },
  { max_age: '3600' },
  { response_mode: 'query' },
  { prompt: '', max_age: '', login_hint: '+243810000000', ui_locales: 'fr-CD en', acr_values: 'LOA4' },
])('a valid parameter without an effect is accepted: %j', async (changes) => {
  expect((await authorize(changes)).headers.location).toMatch(/^\/sign-in\//)
})

test.each([
  'max_age=1',
  'scope=openid',
  'nonce=2',
  'response_type=code',
  'code_challenge_method=S256',
  'state=2',
])('a parameter that occurs twice is invalid_request: %s', async (pair) => {
  const changes: Record<string, string> = pair === 'max_age=1' ? { max_age: '1' } : {}
  expect((await redirected(changes, `&${pair}`)).error).toBe('invalid_request')
})

test.each([
  ['a duplicate before the response type', { response_type: 'token' }, '&nonce=2', 'invalid_request'],
  [
    'the response type before PKCE',
    { response_type: 'token', code_challenge: null },
    '',
    'unsupported_response_type',
  ],
  ['PKCE before scopes', { code_challenge_method: 'plain', scope: 'profile' }, '', 'invalid_request'],
])('of two errors the earlier one is reported: %s', async (_name, changes, suffix, code) => {
  expect((await redirected(changes, suffix)).error).toBe(code)
})

test('unknown parameters and the order of scopes do not matter', async () => {
  const answer = await authorize(
    { scope: 'svc:kyc.addresses  profile openid openid', foo: '1' },
    '&foo=2&claims=%7B%7D',
  )
  expect(answer.status).toBe(303)
  expect(answer.headers.location).toMatch(/^\/sign-in\//)
  const signedIn = await signIn(application, 'COD-0000-0000-0008', {
    scope: 'svc:kyc.addresses profile openid openid',
  })
  const { json } = await exchangeCode(application, signedIn)
  expect(json.scope).toBe('svc:kyc.addresses profile openid')
})

test('a state of any characters is returned unchanged', async () => {
  const state = 'é &=?#/%00 "<>\u{1f600}'
  const { callback } = await signIn(application, 'COD-0000-0000-0014', { state })
  expect(callback.searchParams.get('state')).toBe(state)
})

test.each([
  ['state', 1_024],
  ['nonce', 512],
])('%s has at most %i characters', async (name, max) => {
  expect((await authorize({ [name]: 'x'.repeat(max) })).headers.location).toMatch(/^\/sign-in\//)
  expect((await redirected({ [name]: 'x'.repeat(max + 1) })).error).toBe('invalid_request')
})

test('an application without the service is unauthorized_client, before its scopes are looked at', async () => {
  const without = await createSignInApplication(dataDir, '--services', 'kyc_validation')
  expect((await redirected({ scope: 'profile' }, '', without)).error).toBe('unauthorized_client')
})

test('a credit consent needs the service and the purpose', async () => {
  const scope = 'openid svc:credit.score'
  const withoutService = await createSignInApplication(dataDir, '--services', 'sso_login')
  expect((await redirected({ scope }, '', withoutService)).error).toBe('invalid_scope')
  const withoutPurpose = await createSignInApplication(dataDir, '--purposes', 'age_gating')
  expect((await redirected({ scope }, '', withoutPurpose)).error).toBe('invalid_scope')
})

test('a quota that is used up is temporarily_unavailable, and exactly one sign-in is counted for each code', async () => {
  const limited = await createSignInApplication(dataDir, '--quota', 'sso_login=1/day')
  expect((await signIn(limited, 'COD-0000-0000-0008')).code).not.toBe(null)
  expect((await redirected({}, '', limited)).error).toBe('temporarily_unavailable')
})

test.each(['COD-0000-0000-0500', 'COD-0000-0000-0502'])(
  'an internal error while %s is looked up returns to the application with server_error, and no code follows',
  async (person) => {
    const { error, callback, state } = await signIn(application, person)
    expect([error, callback.searchParams.get('state')]).toEqual(['server_error', state])
  },
)

/** The parameters as a form. Those of the address are others, and must not be read. */
const post = (
  changes: Record<string, string | null> = {},
  contentType = 'application/x-www-form-urlencoded',
) =>
  exchange(`${application.base_url}/v1/oidc/authorize?client_id=x&redirect_uri=y`, {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: new URL(ask(application, changes).url).search.slice(1),
  })

test('a form is accepted with POST, with the same rules', async () => {
  const accepted = await post()
  expect([accepted.status, accepted.headers.location?.slice(0, 9)]).toEqual([303, '/sign-in/'])
  expect(accepted.setCookies).toHaveLength(1)
  const refused = new URL((await post({ scope: 'profile', state: 'é' })).headers.location ?? '')
  expect(Object.fromEntries(refused.searchParams)).toMatchObject({ error: 'invalid_scope', state: 'é' })
  for (const answer of [
    await post({ client_id: null }),
    await post({ redirect_uri: 'https://evil.example/' }),
  ])
    expect([answer.status, answer.headers.location]).toEqual([400, undefined])
  for (const other of [await post({}, 'text/plain'), await post({}, 'application/json')])
    expect([other.status, other.headers.location]).toEqual([400, undefined])
})

test('another method than GET and POST is refused', async () => {
  const answer = await exchange(ask(application).url, { method: 'PUT' })
  expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, POST'])
})

test.each([
  'http://shop.example/callback',
  'https://shop.example/callback#part',
  'https://user@shop.example/',
  'javascript:alert(1)',
  'https://*.shop.example/',
  '/callback',
])('the address %s cannot be registered', async (address) => {
  const update = updateApplication(dataDir, application.application_id, '--redirect-uri', address)
  await expect(update).rejects.toThrow(/redirect address/)
})
