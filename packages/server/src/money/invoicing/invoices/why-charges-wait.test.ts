import { afterAll, beforeAll, expect, test } from 'vitest'
import { noon } from '../../../../../../testing/noon.ts'
import { moneyTransaction, runBilling, voidInvoice, whyChargesWait } from '../index.ts'
import { amina, type BillingDatabase, both, openBillingDatabase } from '../testing/organization.ts'
import { listInvoices } from './invoice-rows.ts'
import { postAllUsage } from './post-usage.ts'

let database: BillingDatabase
beforeAll(async () => {
  database = await openBillingDatabase(noon)
})
afterAll(() => database.drop())

test('the charges of a day wait for the ledger and for an invoice, and wait again when it is voided', async () => {
  const { of, platform, commitCall } = await database.openOrganization()
  const why = () => whyChargesWait(database.pool, '2026-03-15')
  expect(await why()).toBe(null)
  await commitCall({})
  expect(await why()).toBe('Charges are not in the ledger yet.')
  await moneyTransaction(platform, of.organization_id, postAllUsage)
  expect(await why()).toBe('Usage has no invoice yet.')
  await runBilling(amina, { ...of, as_of_ms: Date.UTC(2026, 3, 1) }, platform)
  expect(await why()).toBe(null)
  const [invoice] = await listInvoices(database.pool, of.organization_id)
  const id = invoice?.id ?? ''
  await both((actor) => voidInvoice(actor, { ...of, id, reason: 'Wrong customer' }, platform))
  expect(await why()).toBe('Usage has no invoice yet.')
})
