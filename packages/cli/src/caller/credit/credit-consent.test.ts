import { expect, it } from 'vitest'
import { answer, nani } from '../../testing/run-nani.ts'

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
const request = ['credit', 'consent', 'request', 'COD-0000-0000-0001', '--product', 'microcredit']

it('sends the request, and shows what to do next', async () => {
  const { code, out, seen } = await nani(
    [...request, '--amount', '500000', '--reference', 'r1'],
    [answer({ ...pending, reference: 'r1' }, 202)],
  )
  expect([code, seen[0]?.method, seen[0]?.target]).toEqual([0, 'POST', '/v1/credit/consents'])
  expect(seen[0]?.body).toEqual({
    identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' },
    purpose: 'credit_assessment',
    product: 'microcredit',
    amount_requested: { value: 500_000, currency: 'CDF' },
    reference: 'r1',
  })
  expect(out).toBe(`PENDING  cnr_1

  Product    microcredit
  Reference  r1
  Requested  2026-03-02T09:00:00Z
  Answer by  2026-03-03T09:00:00Z
  Next       nani credit consent show cnr_1 --wait
`)
})

it('waits for the answer, and shows the consent', async () => {
  const { code, out } = await nani([...request, '--wait'], [answer(pending, 202), answer(approved)])
  expect(code).toBe(0)
  expect(out).toBe(`APPROVED  cnr_1

  Product      microcredit
  Requested    2026-03-02T09:00:00Z
  Consent      cns_1
  Granted      2026-03-02T09:01:00Z
  Valid until  2026-04-01T09:01:00Z
`)
})

it('prints the request as JSON', async () => {
  const { out, seen } = await nani(['credit', 'consent', 'show', 'cnr_1', '--json'], [answer(approved)])
  expect(JSON.parse(out)).toEqual(approved)
  expect(seen[0]?.target).toBe('/v1/credit/consents/cnr_1')
})

it('refuses an amount of 0 before it calls', async () => {
  const { code, seen } = await nani([...request, '--amount', '0'], [])
  expect([code === 0, seen]).toEqual([false, []])
})
