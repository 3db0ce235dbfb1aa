import { beforeEach, expect, inject, test } from 'vitest'
import { openBrowser } from '../23-sign-in/browser.ts'
import {
  ask,
  claimsIn,
  createSignInApplication,
  exchangeCode,
  signIn,
  userinfo,
} from '../23-sign-in/relying-party.ts'
import { post } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { fetchPlainly } from '../client/transport.ts'

const dataDir = inject('dataDir')
const person = 'COD-0000-0000-0001'
/** Never answers, so that nothing but the clock ends the request. */
const silent = 'COD-0000-0000-0015'

let application: Credentials
beforeEach(async () => {
  application = await createSignInApplication(dataDir)
})

const move = async (advance: string) => {
  const { status } = await post(application, '/sandbox/clock', { advance })
  expect(status).toBe(200)
}
const signedIn = async () => {
  const { json } = await exchangeCode(application, await signIn(application, person))
  return { token: String(json.access_token), claims: claimsIn(json.id_token) }
}

test('the approval of a sign-in ends after sixty seconds of its time', async () => {
  const [early, late] = [openBrowser(application), openBrowser(application)]
  const waiting = await early.submit(await early.visit(ask(application).url), { identifier: silent })
  const unidentified = await late.visit(ask(application).url)

  await move('PT61S')

  for (const [browser, page] of [
    [early, waiting],
    [late, await late.submit(unidentified, { identifier: silent })],
  ] as const) {
    const callback = await browser.waitForCallback(page, 20_000)
    expect(callback.searchParams.get('error')).toBe('access_denied')
  }
  expect((await signIn(application, person)).code).not.toBeNull()
})

test('an authorization code ends after sixty seconds of its time', async () => {
  const given = await signIn(application, person)
  await move('PT61S')

  expect(await exchangeCode(application, given)).toMatchObject({
    status: 400,
    json: { error: 'invalid_grant' },
  })
})

test('an access token ends after 300 seconds of its time, and no token of another application', async () => {
  const { token } = await signedIn()
  const other = await createSignInApplication(dataDir)
  const of = await exchangeCode(other, await signIn(other, person))
  await move('PT250S')
  expect((await userinfo(application, token)).status).toBe(200)

  await move('PT51S')

  expect((await userinfo(application, token)).status).toBe(401)
  expect((await userinfo(other, String(of.json.access_token))).status).toBe(200)
})

test('the claims have the age of its time, and say so; the times of an id_token are real', async () => {
  const before = await signedIn()
  await move('P5Y')

  const given = await exchangeCode(application, await signIn(application, person))

  const claims = claimsIn(given.json.id_token)
  expect(Number(claims.age)).toBe(Number(before.claims.age) + 5)
  expect(Math.abs(Number(claims.iat) - Date.now() / 1000)).toBeLessThan(60)
  const { json, headers } = await userinfo(application, String(given.json.access_token))
  expect(json.age).toBe(claims.age)
  const moved = new Date()
  moved.setUTCFullYear(moved.getUTCFullYear() + 5)
  const year = moved.getUTCFullYear()
  for (const header of [given.headers['nani-test-clock'], headers['nani-test-clock']])
    expect(String(header)).toMatch(new RegExp(`^${year}-`))
})

test('a file of userinfo can be fetched for five minutes of its time', async () => {
  await move('P1Y')
  const given = await signIn(application, person, { scope: 'openid svc:kyc.biometrics.selfie' })
  const { json } = await exchangeCode(application, given)
  const { json: claims } = await userinfo(application, String(json.access_token))
  const { url } = (claims['svc:biometrics.selfie'] as { file: { url: string } }).file
  expect((await fetchPlainly(url)).status).toBe(200)

  await move('PT6M')

  expect((await fetchPlainly(url)).status).not.toBe(200)
})

test('a credit consent of a sign-in is valid for thirty days of its time', async () => {
  await move('P2Y')
  const given = await signIn(application, person, { scope: 'openid svc:credit.score' })
  const { json } = await exchangeCode(application, given)
  const consent = claimsIn(json.id_token)['svc:credit.consent'] as { consent_id: string; expires_at: string }
  const scored = () =>
    post(application, '/v1/credit/scores', {
      ...{ identifier: { type: 'svc_id', value: person }, product: 'personal_loan' },
      ...{ purpose: 'credit_assessment', consent: { method: 'svc_app', consent_id: consent.consent_id } },
    })
  const expected = new Date()
  expected.setUTCFullYear(expected.getUTCFullYear() + 2)
  expected.setUTCDate(expected.getUTCDate() + 30)
  expect(Math.abs(Date.parse(consent.expires_at) - expected.getTime())).toBeLessThan(2 * 86_400_000)
  expect((await scored()).status).toBe(200)

  await move('P31D')

  expect(await scored()).toMatchObject({ status: 403, json: { error: 'consent_required' } })
})
