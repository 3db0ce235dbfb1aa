import { expect, test } from 'vitest'
import type { ListedProposal } from './money.ts'
import { executionOfMoney } from './money-execution.ts'

const proposed = (action: string, command: Record<string, unknown>): ListedProposal => ({
  ...{ object: 'proposal', id: 'prp_1', status: 'proposed', proposed_by: 'Grace Kalala', action, command },
  reason: null,
  ...{ proposed_at: '2026-11-24T10:00:00.000Z', expires_at: '2026-11-25T10:00:00.000Z' },
  ...{ organization_id: 'org_1', organization: 'Banque du Fleuve' },
})
const amount = { value: 12.5, currency: 'USD' }
const reason = 'An error.'
const o = '/billing/organizations/org_1'

test.each([
  ['adjust', { amount, reason }, 'adjust', { amount: 12.5, reason }],
  ['mode', { mode: 'prepaid', credit_limit: null }, 'mode', { mode: 'prepaid', credit_limit: null }],
  ['mode', { mode: 'postpaid', credit_limit: amount }, 'mode', { mode: 'postpaid', credit_limit: 12.5 }],
  ['void', { id: 'inv_1', reason }, 'invoices/inv_1/void', { reason }],
  ['credit-note', { id: 'inv_1', amount, reason }, 'invoices/inv_1/credit-notes', { amount: 12.5, reason }],
  ['approve-payment', { id: 'pay_1' }, 'payments/pay_1/approve', {}],
  ['approve-top-up', { id: 'top_1' }, 'top-ups/top_1/approve', {}],
  ['return-unapplied', { amount, reason }, 'unapplied/return', { amount: 12.5, reason }],
])('the second person sends exactly what was proposed: %s %j', (action, command, route, body) => {
  expect(executionOfMoney(proposed(action, command))).toEqual({
    path: `${o}/${route}`,
    body: { ...body, proposal_id: 'prp_1' },
  })
})

test('an act of a later release has no button', () => {
  expect(executionOfMoney(proposed('other', { id: 'inv_1' }))).toBe(null)
})
