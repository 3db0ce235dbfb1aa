import { expect, inject, test } from 'vitest'
import { get } from '../client/call.ts'
import { claimsIn, createSignInApplication, exchangeCode, signIn, userinfo } from './relying-party.ts'

const dataDir = inject('dataDir')

test('a sign-in with svc:credit.score gives a consent of 30 days, which the claim names', async () => {
  const application = await createSignInApplication(dataDir)
  const signedIn = await signIn(application, 'COD-0000-0000-0008', { scope: 'openid svc:credit.score' })
  const { json } = await exchangeCode(application, signedIn)
  expect(json.scope).toBe('openid svc:credit.score')
  const claim = claimsIn(json.id_token)['svc:credit.consent'] as Record<string, string>
  expect(Object.keys(claim).sort()).toEqual(['consent_id', 'expires_at', 'method'])
  expect(claim).toMatchObject({ method: 'svc_app', consent_id: expect.stringMatching(/^cns_/) })
  const days = (Date.parse(claim.expires_at ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(29.9)
  expect(days).toBeLessThan(30.1)
  const info = await userinfo(application, String(json.access_token))
  expect(info.json['svc:credit.consent']).toEqual(claim)
  const events = await get<{ data: { type: string; data: { object: Record<string, unknown> } }[] }>(
    application,
    '/v1/events',
  )
  expect(events.json.data).toContainEqual(
    expect.objectContaining({
      type: 'credit_consent.status_changed',
      data: expect.objectContaining({ object: expect.objectContaining({ consent_id: claim.consent_id }) }),
    }),
  )
})

test('a person under 18 is not asked for a credit consent', async () => {
  const application = await createSignInApplication(dataDir)
  const { error, code } = await signIn(application, 'COD-0000-0000-0007', {
    scope: 'openid svc:credit.score',
  })
  expect([error, code]).toEqual(['access_denied', null])
})
