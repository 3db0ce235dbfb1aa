import { beforeAll, expect, inject, test } from 'vitest'
import type { Credentials } from '../client/credentials.ts'
import { createApplication, updateApplication } from '../installation/applications.ts'
import { readDescription } from './described.ts'
import { certificateOf, exchange } from './exchange.ts'
import {
  createSignInApplication,
  exchangeCode,
  postToken,
  redirectUri,
  signIn,
  userinfo,
} from './relying-party.ts'

const dataDir = inject('dataDir')
const person = 'COD-0000-0000-0008'
let application: Credentials
let description: Awaited<ReturnType<typeof readDescription>>
beforeAll(async () => {
  application = await createSignInApplication(dataDir)
  description = await readDescription(application)
})

const expectError = ({ status, json, headers }: Awaited<ReturnType<typeof exchangeCode>>, code: string) => {
  expect([status, json.error]).toEqual([400, code])
  expect(typeof json.error_description).toBe('string')
  expect(headers['cache-control']).toBe('no-store')
  expect(json).not.toHaveProperty('access_token')
  expect(description.faultsIn('post', '/v1/oidc/token', { status, json })).toEqual([])
}

test.concurrent('a code that is presented again is invalid_grant, and the token of the first exchange ends', async () => {
  const signedIn = await signIn(application, person)
  const { json } = await exchangeCode(application, signedIn)
  expect((await userinfo(application, String(json.access_token))).status).toBe(200)
  expectError(await exchangeCode(application, signedIn), 'invalid_grant')
  const revoked = await userinfo(application, String(json.access_token))
  expect(revoked.status).toBe(401)
  expect(revoked.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
})

test.concurrent('no wrong field redeems the code, and none of them uses it up', async () => {
  const signedIn = await signIn(application, person)
  const other = await createSignInApplication(dataDir)
  const wrong: [Record<string, string | null>, string][] = [
    [{ code_verifier: 'a'.repeat(43) }, 'invalid_grant'],
    [{ code_verifier: null }, 'invalid_request'],
    [{ code_verifier: '' }, 'invalid_request'],
    [{ redirect_uri: `${redirectUri}0` }, 'invalid_grant'],
    [{ redirect_uri: `${redirectUri}\0` }, 'invalid_grant'],
    [{ redirect_uri: null }, 'invalid_request'],
    [{ code: null }, 'invalid_request'],
    [{ code: `${signedIn.code}x` }, 'invalid_grant'],
    [{ grant_type: 'refresh_token' }, 'unsupported_grant_type'],
    [{ grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    [{ grant_type: null }, 'invalid_request'],
    [{ client_id: other.api_key }, 'invalid_grant'],
    [{ client_id: 'key_test_000000000000000000000000' }, 'invalid_client'],
    [{ client_id: 'key_live_000000000000000000000000' }, 'invalid_client'],
    [{ client_id: null }, 'invalid_request'],
  ]
  for (const [changes, code] of wrong) expectError(await exchangeCode(application, signedIn, changes), code)
  expect((await exchangeCode(application, signedIn)).status).toBe(200)
})

test.concurrent('a field that occurs twice, JSON, an empty body and a large body are invalid_request', async () => {
  const twice = `grant_type=authorization_code&code=a&code=b&redirect_uri=x&client_id=${application.api_key}&code_verifier=v`
  expectError(await postToken(application, twice), 'invalid_request')
  expectError(await postToken(application, '{}', { 'content-type': 'application/json' }), 'invalid_request')
  expectError(await postToken(application, ''), 'invalid_request')
  expectError(await postToken(application, `code=${'a'.repeat(20_000)}`), 'invalid_request')
})

test.concurrent('token has one method, and userinfo has two', async () => {
  const token = await exchange(`${application.base_url}/v1/oidc/token`)
  expect([token.status, token.headers.allow]).toEqual([405, 'POST'])
  const info = await exchange(`${application.base_url}/v1/oidc/userinfo`, { method: 'DELETE' })
  expect([info.status, info.headers.allow]).toEqual([405, 'GET, POST'])
})

const basic = (name: string) => ({ authorization: `Basic ${Buffer.from(name).toString('base64')}` })

test.concurrent('a Basic header and a client_secret are tolerated, and the name in the header is the client_id', async () => {
  const encoded = application.api_key.replaceAll('_', '%5F')
  const tolerated: [Record<string, string | null>, Record<string, string>][] = [
    [{ client_secret: 'any' }, {}],
    [{ client_id: null }, basic(`${encoded}:any`)],
    [{ client_secret: 'any' }, basic(`${application.api_key}:`)],
  ]
  await Promise.all(
    tolerated.map(async ([changes, headers]) => {
      const signedIn = await signIn(application, person)
      const { status, json } = await exchangeCode(application, signedIn, changes, headers)
      expect([status, typeof json.access_token]).toEqual([200, 'string'])
    }),
  )
  const signedIn = await signIn(application, person)
  const other = basic('key_test_000000000000000000000000:any')
  expectError(await exchangeCode(application, signedIn, {}, other), 'invalid_request')
  expectError(await exchangeCode(application, signedIn, { client_id: null }, other), 'invalid_client')
  expectError(await exchangeCode(application, signedIn, {}, basic(':any')), 'invalid_request')
  expect((await exchangeCode(application, signedIn)).status).toBe(200)
})

test.concurrent('userinfo is read with POST, and the access token is in the header alone', async () => {
  const { json } = await exchangeCode(application, await signIn(application, person))
  const token = String(json.access_token)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = (headers: Record<string, string>, body?: string) =>
    exchange(`${application.base_url}/v1/oidc/userinfo`, { method: 'POST', headers, body })
  const authorization = `Bearer ${token}`
  for (const answer of [
    await post({ authorization }),
    await post({ authorization, ...form }, ''),
    await post({ authorization, 'content-type': 'application/json' }, '{}'),
  ]) {
    const info = { status: answer.status, json: JSON.parse(answer.text) as object }
    expect([info.status, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(description.faultsIn('post', '/v1/oidc/userinfo', info)).toEqual([])
  }
  expect((await post(form, `access_token=${token}`)).status).toBe(401)
})

/** A text in the form of an access token of this application. */
const inventedToken = (applicationId: string) =>
  `${applicationId.replace('app_', '')}.${'a'.repeat(43)}.${'b'.repeat(43)}`

test.concurrent.each([
  ['unknown', () => 'abc'],
  ['of no application', () => inventedToken('0'.repeat(26))],
  ['of no code', () => inventedToken(application.application_id)],
  ['empty parts', () => '..'],
])('a token that is %s is invalid_token', async (_name, token) => {
  const answer = await userinfo(application, token())
  expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer error="invalid_token"'])
})

test.concurrent('userinfo without a token asks for one', async () => {
  const answer = await exchange(`${application.base_url}/v1/oidc/userinfo`)
  expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer'])
  const { status, text } = answer
  expect(
    description.faultsIn('get', '/v1/oidc/userinfo', { status, json: JSON.parse(text) as object }),
  ).toEqual([])
})

test.concurrent('an address outside of the allowlist is invalid_client, and invalid_token at userinfo', async ({
  expect,
}) => {
  const guarded = await createSignInApplication(dataDir)
  const [signedIn, another] = await Promise.all([signIn(guarded, person), signIn(guarded, person)])
  const { json } = await exchangeCode(guarded, signedIn)
  await updateApplication(dataDir, guarded.application_id, '--allow-ip', '203.0.113.0/24')
  await expect
    .poll(async () => (await userinfo(guarded, String(json.access_token))).status, { timeout: 10_000 })
    .toBe(401)
  expectError(await exchangeCode(guarded, another), 'invalid_client')
})

test.concurrent('an application that loses sign-in exchanges no code, and its tokens end', async ({
  expect,
}) => {
  const withdrawn = await createSignInApplication(dataDir)
  const [signedIn, another] = await Promise.all([signIn(withdrawn, person), signIn(withdrawn, person)])
  const { json } = await exchangeCode(withdrawn, signedIn)
  await updateApplication(dataDir, withdrawn.application_id, '--services', 'kyc_validation')
  await expect
    .poll(async () => (await userinfo(withdrawn, String(json.access_token))).status, { timeout: 10_000 })
    .toBe(401)
  expectError(await exchangeCode(withdrawn, another), 'unauthorized_client')
})

test.concurrent('production needs the certificate of the application at token and userinfo', async () => {
  const flags = [
    '--environment',
    'production',
    '--approved',
    '--reason',
    'A test.',
    '--services',
    'sso_login',
  ]
  const issued = await createSignInApplication(dataDir, ...flags)
  const stranger = await createApplication(dataDir, { environment: 'production', services: ['sso_login'] })
  const { ca_file, certificate_file, private_key_file } = stranger
  const withForeign = { ...issued, ca_file, certificate_file, private_key_file } as Credentials
  const withoutCertificate = { ...issued, ca_file } as Credentials
  const sent = { code: 'a'.repeat(43), verifier: 'b'.repeat(43) }
  expectError(await exchangeCode(withoutCertificate, sent), 'invalid_client')
  expectError(await exchangeCode(withForeign, sent), 'invalid_client')
  const token = inventedToken(issued.application_id)
  for (const one of [withoutCertificate, withForeign])
    expect((await userinfo(one, token)).headers['www-authenticate']).toBe('Bearer error="invalid_token"')
  const own = await createApplication(dataDir, {
    ...{ environment: 'production', services: ['sso_login'], approved: true },
  })
  expectError(await exchangeCode(own, sent), 'invalid_grant')
})

test.concurrent('the discovery document names the endpoints, and aliases for mutual TLS in production', async () => {
  const sandbox = JSON.parse(
    (await exchange(`${application.base_url}/.well-known/openid-configuration`)).text,
  ) as Record<string, unknown>
  expect(sandbox).toMatchObject({
    issuer: application.base_url,
    response_types_supported: ['code'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
  })
  expect(sandbox).not.toHaveProperty('mtls_endpoint_aliases')
  expect(sandbox).toMatchObject({
    authorization_response_iss_parameter_supported: true,
    tls_client_certificate_bound_access_tokens: false,
    acr_values_supported: ['LOA2', 'LOA3', 'LOA4'],
  })
  expect(sandbox.claims_supported).toEqual(expect.arrayContaining(['auth_time', 'acr', 'amr']))
  const { base_url, ca_file } = inject('demo').production
  const answer = await exchange(`${base_url}/.well-known/openid-configuration`, certificateOf({ ca_file }))
  expect(JSON.parse(answer.text)).toMatchObject({
    token_endpoint_auth_methods_supported: ['tls_client_auth', 'none'],
    tls_client_certificate_bound_access_tokens: true,
    mtls_endpoint_aliases: { token_endpoint: `${base_url}/v1/oidc/token` },
  })
})

test.concurrent.each(['/v1/oidc/jwks.json', '/.well-known/openid-configuration'])(
  'a script of any site reads %s, without credentials',
  async (path) => {
    const read = (method: string) =>
      exchange(application.base_url + path, {
        method,
        headers: { origin: 'https://shop.example' },
      })
    const answer = await read('GET')
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, '*'])
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    for (const method of ['POST', 'OPTIONS']) {
      const refused = await read(method)
      expect(refused.status).toBe(405)
      expect(refused.headers).not.toHaveProperty('access-control-allow-origin')
    }
  },
)

test.concurrent.each(['/v1/oidc/token', '/v1/oidc/userinfo', '/v1/oidc/authorize'])(
  'a script of another site does not read %s',
  async (path) => {
    const answer = await exchange(application.base_url + path, {
      headers: { origin: 'https://shop.example' },
    })
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  },
)
