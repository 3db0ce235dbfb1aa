import { expect, it } from 'vitest'
import { NaniTimeoutError } from './index.ts'
import { clientOf, ok, refuse } from './testing/client.ts'

const path = '/v1/credit/consents'
const pending = {
  id: 'cnr_1',
  object: 'credit_consent_request',
  status: 'pending',
  product: 'microcredit',
  reference: null,
  created_at: '2026-03-02T09:00:00Z',
  expires_at: '2026-03-03T09:00:00Z',
}
const approved = {
  ...pending,
  status: 'approved',
  consent: {
    method: 'svc_app',
    consent_id: 'cns_1',
    granted_at: '2026-03-02T09:01:00Z',
    expires_at: '2026-04-01T09:01:00Z',
  },
}
const request = {
  identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' },
  purpose: 'credit_assessment',
  product: 'microcredit',
} as const

it('requests a consent under an idempotency key, and reads the request', async () => {
  const { nani, seen } = await clientOf([ok(pending, 202), ok(approved)])
  expect(await nani.credit.consents.request(request)).toEqual(pending)
  expect((await nani.credit.consents.retrieve('cnr_1')).consent?.consent_id).toBe('cns_1')
  expect(seen.map(({ method, target }) => [method, target])).toEqual([
    ['POST', path],
    ['GET', `${path}/cnr_1`],
  ])
  expect(seen[0]?.body).toEqual(request)
  expect(seen[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
})

it('waits until the request is decided', async () => {
  const { nani, clock } = await clientOf([ok(pending), ok(pending), ok(approved)])
  expect((await nani.credit.consents.waitUntilDecided({ id: 'cnr_1' })).status).toBe('approved')
  expect(clock.slept).toHaveLength(2)
})

it('gives up after the given time, and on an unknown request at once', async () => {
  const waiting = await clientOf(Array.from({ length: 20 }, () => ok(pending)))
  await expect(waiting.nani.credit.consents.waitUntilDecided('cnr_1', { timeoutMs: 900 })).rejects.toThrow(
    NaniTimeoutError,
  )
  const unknown = await clientOf([refuse(404, 'not_found')])
  await expect(unknown.nani.credit.consents.waitUntilDecided('cnr_2')).rejects.toMatchObject({
    code: 'not_found',
  })
})
