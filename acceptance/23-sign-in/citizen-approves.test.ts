import { createECDH, randomBytes } from 'node:crypto'
import * as client from 'openid-client'
import { Agent, fetch } from 'undici'
import { beforeAll, expect, inject, test } from 'vitest'
import type { Credentials } from '../client/credentials.ts'
import { issueCertificate } from '../installation/applications.ts'
import { openBrowser } from './browser.ts'
import { appRequest, openDevice } from './citizen-device.ts'
import { certificateOf } from './exchange.ts'
import { createProductionApplication, importCitizen } from './production-citizen.ts'
import { ask, claimsIn, createSignInApplication, exchangeCode } from './relying-party.ts'

const dataDir = inject('dataDir')
const citizenUrl = inject('citizenUrl')
const svcId = 'COD-2300-0000-0001'
const phone = '+243890002301'
let application: Credentials
let device: ReturnType<typeof openDevice>
let enrolment: Awaited<ReturnType<typeof device.enrol>>

beforeAll(async () => {
  await importCitizen(dataDir, { svcId, phone, firstName: 'Aline', lastName: 'Mbala Nsimba' })
  application = await createProductionApplication(dataDir)
  device = openDevice(citizenUrl)
  enrolment = await device.enrol(svcId, phone, 'jean-pierre-today')
}, 120_000)

/** A browser that waits on the page of a sign-in, with the number that the page shows. */
const openWaiting = async (of: Credentials, url = ask(of, { scope: 'openid' }).url) => {
  const browser = openBrowser(of)
  const waiting = await browser.submit(await browser.visit(url), { identifier: phone })
  return { browser, waiting, number: Number(/class="number"[^>]*>(\d{2})</.exec(waiting.text)?.[1]) }
}
/** The same, and the request as the device of the citizen finds it. */
const waitAt = async (of: Credentials, url: string) => {
  const { browser, waiting, number } = await openWaiting(of, url)
  const [approval] = await device.find(number)
  if (!approval) throw new Error('the device sees no request')
  return { browser, waiting, number, approval }
}
const waitOnPage = async (scope = 'openid profile svc:kyc.phone_numbers') => {
  const asked = ask(application, { scope })
  return { asked, ...(await waitAt(application, asked.url)) }
}

/** The library as a relying party of production uses it. */
const overMutualTls = async ({ base_url, api_key, ...files }: Credentials) => {
  const dispatcher = new Agent({ connect: certificateOf(files) })
  const fetchWithCertificate = (url: string, options: object) => fetch(url, { ...options, dispatcher })
  return client.discovery(
    new URL(base_url),
    api_key,
    { use_mtls_endpoint_aliases: true },
    client.TlsClientAuth(),
    { [client.customFetch]: fetchWithCertificate as unknown as client.CustomFetch },
  )
}

test('identifier, code and face enrol a device, and the app greets its citizen', async () => {
  expect([enrolment.code.status, enrolment.looked.status, enrolment.keyed?.status]).toEqual([200, 200, 201])
  expect((await device.send('/me')).json).toMatchObject({
    given_name: 'Aline',
    svc_id_masked: 'COD-••••-••••-0001',
    environment: 'production',
    device: { name: 'Itel A70', kind: 'webcrypto' },
  })
})

test('the citizen approves with the number, the key and the face, and the relying party gets the claims', async () => {
  const { asked, browser, waiting, number, approval } = await waitOnPage()
  expect(approval).toMatchObject({
    application: 'Boutique Mosaka',
    scopes: [
      { name: 'openid', tier: 'protocol' },
      { name: 'profile', tier: 'basic' },
      { name: 'svc:kyc.phone_numbers', tier: 'standard' },
    ],
  })
  expect((await device.typeNumber(approval, number)).json).toEqual({ status: 'number_right' })
  expect((await device.approve(approval, number, 'jean-pierre-today')).json).toEqual({ status: 'approved' })
  const callback = await browser.waitForCallback(waiting)
  expect(callback.searchParams.get('state')).toBe(asked.state)
  const code = callback.searchParams.get('code')
  const { status, json } = await exchangeCode(application, { ...asked, code })
  expect(status).toBe(200)
  expect(claimsIn(json.id_token)).toMatchObject({
    amr: ['face', 'swk'],
    svc_id: svcId,
    given_name: 'Aline',
    'svc:phone_numbers': [{ number: phone }],
  })
})

test('openid-client with the certificate of the application signs in over mutual TLS; another certificate of it does not read the claims', async () => {
  // The library removes the query of the callback.
  const address = 'https://shop.example/callback'
  const flags = [
    '--environment',
    'production',
    '--approved',
    '--reason',
    'A test.',
    '--services',
    'sso_login',
  ]
  const created = await createSignInApplication(dataDir, ...flags, '--redirect-uri', address)
  const withCertificate = async () => ({
    ...created,
    ...(await issueCertificate(dataDir, created.application_id)),
  })
  const own = await withCertificate()
  const configuration = await overMutualTls(own)
  const second = await overMutualTls(await withCertificate())
  expect(configuration.serverMetadata()).toMatchObject({
    issuer: created.base_url,
    token_endpoint_auth_methods_supported: ['tls_client_auth', 'none'],
    mtls_endpoint_aliases: { token_endpoint: `${created.base_url}/v1/oidc/token` },
  })
  const verifier = client.randomPKCECodeVerifier()
  const sent = { state: client.randomState(), nonce: client.randomNonce() }
  const url = client.buildAuthorizationUrl(configuration, {
    ...{ redirect_uri: address, scope: 'openid profile', ...sent, code_challenge_method: 'S256' },
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
  })
  const { browser, waiting, number, approval } = await waitAt(own, url.href)
  await device.approve(approval, number, 'jean-pierre-today')
  const tokens = await client.authorizationCodeGrant(configuration, await browser.waitForCallback(waiting), {
    ...{ pkceCodeVerifier: verifier, expectedState: sent.state, expectedNonce: sent.nonce },
    idTokenExpected: true,
  })
  const { sub = '' } = tokens.claims() ?? {}
  await expect(client.fetchUserInfo(second, tokens.access_token, sub)).rejects.toMatchObject({ status: 401 })
  expect(await client.fetchUserInfo(configuration, tokens.access_token, sub)).toMatchObject({ svc_id: svcId })
})

test('Deny, another face and a wrong number end in access_denied', async () => {
  const refusals = [
    async ({ approval }: Waiting) => device.deny(approval),
    async ({ approval, number }: Waiting) => device.approve(approval, number, 'beatrice-today'),
    async ({ approval, number }: Waiting) =>
      device.approve(approval, 10 + (number % 89), 'jean-pierre-today'),
    async ({ approval, number }: Waiting) => device.typeNumber(approval, 10 + (number % 89)),
  ]
  const answers: unknown[] = []
  for (const refuse of refusals) {
    const waiting = await waitOnPage('openid')
    answers.push((await refuse(waiting)).json)
    const callback = await waiting.browser.waitForCallback(waiting.waiting)
    expect(callback.searchParams.get('error')).toBe('access_denied')
  }
  expect(answers).toMatchObject([
    { status: 'declined' },
    { error: 'face_not_recognised' },
    { error: 'number_wrong' },
    { error: 'number_wrong' },
  ])
})

test('after a wrong number the citizen says "I did not start this": the other request of that network ends too', async () => {
  // Without a search by number, which would end one of them.
  const [first, second] = [await openWaiting(application), await openWaiting(application)]
  const approval = { id: second.waiting.url.split('/').at(-1)?.split('?')[0] ?? '' }
  expect((await device.typeNumber(approval, 10 + (second.number % 89))).json).toMatchObject({
    error: 'number_wrong',
  })
  expect((await device.report(approval)).json).toEqual({ status: 'reported', ended: 1 })
  const callback = await first.browser.waitForCallback(first.waiting)
  expect(callback.searchParams.get('error')).toBe('access_denied')
  expect((await device.report(approval)).json).toMatchObject({ error: 'approval_ended' })
})
type Waiting = Awaited<ReturnType<typeof waitOnPage>>

/** What a browser gives: the address of its push service and its keys. */
const subscriptionTo = (endpoint: string) => {
  const browser = createECDH('prime256v1')
  const keys = {
    p256dh: browser.generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
  return { subscription: { endpoint, keys } }
}
const readKey = async () => (await device.send('/push/key')).json

test('the citizen turns notifications on; an address inside the network is refused', async () => {
  const { public_key } = await readKey()
  expect(Buffer.from(String(public_key), 'base64url')).toHaveLength(65)
  for (const endpoint of ['https://127.0.0.1:4030/a', 'https://10.0.0.7/a', 'http://push.invalid/a'])
    expect(await device.send('/push', 'PUT', subscriptionTo(endpoint))).toMatchObject({
      status: 400,
      json: { error: 'invalid_request' },
    })
  expect((await device.send('/push', 'PUT', subscriptionTo('https://push.invalid/a'))).status).toBe(200)
  expect(await readKey()).toEqual({ public_key, subscribed: true })
  // A push service that does not exist stops no sign-in.
  const { approval, browser, waiting } = await waitOnPage('openid')
  expect((await device.deny(approval)).json).toEqual({ status: 'declined' })
  await browser.waitForCallback(waiting)
  expect((await device.send('/push', 'DELETE', {})).status).toBe(200)
  expect(await readKey()).toEqual({ public_key, subscribed: false })
})

test('an unknown person gets the same answers as the citizen until the code, and no code is right', async () => {
  const start = (identifier: string) =>
    appRequest(citizenUrl, '/enrolments', { method: 'POST', body: { identifier, language: 'fr' } })
  const [known, unknown] = await Promise.all([start(svcId), start('COD-2399-0000-0009')])
  expect([known.status, unknown.status]).toEqual([201, 201])
  expect(Object.keys(unknown.json).sort()).toEqual(Object.keys(known.json).sort())
  for (const { json } of [known, unknown]) {
    const body = { code: '0000-0000' }
    const answer = await appRequest(citizenUrl, `/enrolments/${json.id}/code`, { method: 'POST', body })
    expect(answer).toMatchObject({ status: 422, json: { error: 'code_wrong', attempts_left: 4 } })
  }
})
