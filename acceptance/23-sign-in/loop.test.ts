import * as client from 'openid-client'
import { beforeAll, expect, inject, test } from 'vitest'
import { scopes as everyScope } from '../client/catalogue.ts'
import type { Credentials } from '../client/credentials.ts'
import { nani } from '../installation/nani-command.ts'
import { openBrowser } from './browser.ts'
import { readDescription } from './described.ts'
import { exchange } from './exchange.ts'
import {
  ask,
  claimsIn,
  createSignInApplication,
  exchangeCode,
  headerOf,
  signIn,
  userinfo,
} from './relying-party.ts'

const dataDir = inject('dataDir')
let application: Credentials
beforeAll(async () => {
  application = await createSignInApplication(dataDir)
})

test.concurrent('a relying party with openid-client signs a citizen in and reads the claims', async () => {
  // The library removes the query of the callback.
  const address = 'https://shop.example/callback'
  const application = await createSignInApplication(dataDir, '--redirect-uri', address)
  const configuration = await client.discovery(
    new URL(application.base_url),
    application.api_key,
    undefined,
    client.None(),
    { execute: [client.allowInsecureRequests] },
  )
  const verifier = client.randomPKCECodeVerifier()
  const nonce = client.randomNonce()
  const state = client.randomState()
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: address,
    scope: 'openid profile svc:kyc.addresses svc:kyc.documents.primary',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    nonce,
    state,
  })
  const browser = openBrowser(application)
  const page = await browser.visit(url.href)
  const callback = await browser.waitForCallback(
    await browser.submit(page, { identifier: 'cod 0000 0000 0001' }),
  )
  expect(callback.href.startsWith(`${address}?`)).toBe(true)
  const tokens = await client.authorizationCodeGrant(configuration, callback, {
    pkceCodeVerifier: verifier,
    expectedNonce: nonce,
    expectedState: state,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  expect(claims).toMatchObject({
    iss: application.base_url,
    aud: application.api_key,
    svc_id: 'COD-0000-0000-0001',
    given_name: 'Jean-Pierre',
    family_name: 'Kabeya Ilunga',
    birthdate: '1988-07-21',
    account_status: 'active',
    certified: true,
  })
  expect(claims?.['svc:addresses']).toHaveLength(2)
  expect(claims).not.toHaveProperty('svc:documents.primary')
  const info = await client.fetchUserInfo(configuration, tokens.access_token, String(claims?.sub))
  expect(info['svc:documents.primary']).toMatchObject({ type: 'national_id', number: 'SXNID0000001' })
})

test.concurrent('the id_token and userinfo of a full grant have every claim, and files work for five minutes', async () => {
  const others = everyScope.filter((name) => name !== 'kyc.basic').map((name) => `svc:${name}`)
  const scope = ['openid', 'profile', ...others, 'svc:credit.score'].join(' ')
  const signedIn = await signIn(application, '+243 81 000 0001', { scope })
  expect(signedIn.callback.searchParams.get('state')).toBe(signedIn.state)
  expect(signedIn.callback.searchParams.has('error')).toBe(false)
  expect(signedIn.callback.searchParams.get('iss')).toBe(application.base_url)
  expect(Buffer.from(String(signedIn.code), 'base64url')).toHaveLength(32)
  const { status, headers, json } = await exchangeCode(application, signedIn)
  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  expect(json).toMatchObject({ token_type: 'Bearer', expires_in: 300, scope })
  const claims = claimsIn(json.id_token)
  expect(claims).toMatchObject({ nonce: signedIn.nonce, 'svc:religion': 'Catholique' })
  expect(Number(claims.exp) - Number(claims.iat)).toBe(300)
  expect(claims).toMatchObject({ acr: claims.level_of_assurance, amr: ['test'] })
  expect(Math.abs(Number(claims.auth_time) - Number(claims.iat))).toBeLessThan(60)
  expect(Object.keys(claims).filter((name) => /documents|biometrics/.test(name))).toEqual([])
  const info = await userinfo(application, String(json.access_token))
  expect(info.status).toBe(200)
  expect(info.json.sub).toBe(claims.sub)
  expect(info.json['svc:documents.all']).toHaveLength(3)
  expect(info.json['svc:biometrics.fingerprint']).toHaveLength(10)
  expect(info.json['svc:biometrics.iris']).toHaveLength(2)
  const { faultsIn } = await readDescription(application)
  expect(faultsIn('post', '/v1/oidc/token', { status, json })).toEqual([])
  expect(faultsIn('get', '/v1/oidc/userinfo', info)).toEqual([])
  const { file } = info.json['svc:biometrics.selfie'] as { file: { url: string; expires_at: string } }
  expect(Date.parse(file.expires_at) - Date.now()).toBeGreaterThan(280_000)
  expect((await exchange(file.url)).status).toBe(200)
})

test.concurrent('sub is the same for a citizen and an application, and differs between applications', async () => {
  const other = await createSignInApplication(dataDir)
  const subOf = async (one: Credentials) => {
    const tokens = await exchangeCode(one, await signIn(one, 'COD-0000-0000-0008', { scope: 'openid' }))
    const claims = claimsIn(tokens.json.id_token)
    expect(Object.keys(claims).sort()).toEqual([
      ...['acr', 'amr', 'aud', 'auth_time', 'exp', 'iat', 'iss', 'nonce', 'sub'],
    ])
    return claims.sub
  }
  const subs = await Promise.all([application, application, other].map(subOf))
  expect(subs[0]).toBe(subs[1])
  expect(subs[0]).not.toBe(subs[2])
  expect(String(subs[0])).toMatch(/^[A-Za-z0-9_-]{43}$/)
})

test.concurrent('a granted scope without data has no claim, and a suspended account reports its status', async () => {
  const signedIn = await signIn(application, 'SX0000004', {
    scope: 'openid profile svc:kyc.religion',
    nonce: null,
  })
  const tokens = await exchangeCode(application, signedIn)
  const claims = claimsIn(tokens.json.id_token)
  expect(claims.account_status).toBe('suspended')
  expect(claims).not.toHaveProperty('svc:religion')
  expect(claims).not.toHaveProperty('nonce')
})

test.concurrent('the key of an id_token is in the key set, and stays there after a rotation', async () => {
  const keys = async () => {
    const answer = await exchange(`${application.base_url}/v1/oidc/jwks.json`)
    expect(answer.headers['cache-control']).toContain('max-age=3600')
    return (JSON.parse(answer.text) as { keys: Record<string, string>[] }).keys
  }
  const tokensOf = async () =>
    exchangeCode(application, await signIn(application, 'COD-0000-0000-0008', { scope: 'openid' }))
  const before = headerOf((await tokensOf()).json.id_token)
  expect(before).toMatchObject({ alg: 'RS256' })
  expect((await keys()).map(({ kid }) => kid)).toContain(before.kid)
  await nani(dataDir, 'sign-in', 'rotate-key', '--environment', 'sandbox')
  const after = headerOf((await tokensOf()).json.id_token)
  expect(after.kid).not.toBe(before.kid)
  const listed = await keys()
  expect(listed.map(({ kid }) => kid)).toEqual(expect.arrayContaining([before.kid, after.kid]))
  for (const key of listed) {
    expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
    expect(key).toMatchObject({ kty: 'RSA', use: 'sig', alg: 'RS256' })
    expect(Buffer.from(String(key.n), 'base64url')).toHaveLength(256)
  }
})

test.concurrent('a person who declines ends in access_denied, and no code occurs', async () => {
  const { callback, state } = await signIn(application, 'COD-0000-0000-0014')
  expect(callback.searchParams.get('error')).toBe('access_denied')
  expect(callback.searchParams.get('state')).toBe(state)
  expect(callback.searchParams.has('code')).toBe(false)
})

test.concurrent('a citizen who goes back to the application ends in access_denied', async () => {
  const browser = openBrowser(application)
  const page = await browser.visit(ask(application).url)
  const gone = await browser.submit(page, {}, 1)
  expect(new URL(gone.url).searchParams.get('error')).toBe('access_denied')
})
