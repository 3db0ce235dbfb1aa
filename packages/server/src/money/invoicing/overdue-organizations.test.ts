import { afterAll, beforeAll, expect, test } from 'vitest'
import { actsOf } from '../../testing/acts-of.ts'
import {
  approveTopUp,
  changeMode,
  declarePayment,
  readProof,
  rejectTopUp,
  requestTopUp,
  runBilling,
} from './index.ts'
import { listInvoices } from './invoices/invoice-rows.ts'
import { listOrganizationMoney, listOverdue } from './overdue-organizations.ts'
import { listPayments } from './payments/payments.ts'
import { listTopUps } from './payments/top-ups.ts'
import {
  amina,
  type BilledOrganization,
  type BillingDatabase,
  both,
  openBillingDatabase,
  usd,
} from './testing/organization.ts'

const noon = Date.UTC(2026, 2, 15, 12)
let database: BillingDatabase
beforeAll(async () => {
  database = await openBillingDatabase(noon)
})
afterAll(() => database.drop())

const moneyOf = async ({ of }: BilledOrganization) =>
  (await listOrganizationMoney(database.pool)).find((one) => one.organization_id === of.organization_id)

/** A payment of 11.60 USD that was declared with a proof. */
const declareWithProof = async ({ of, platform }: BilledOrganization) => {
  const { id } = await requestTopUp(amina, { ...of, amount: 10_000_000 }, platform)
  await approveTopUp(amina, { ...of, id }, platform)
  const [invoice] = await listInvoices(database.pool, of.organization_id)
  const proof = { name: 'transfer.txt', content: Buffer.from('116') }
  const payment = { invoices: [invoice!.id], amount: 11_600_000, reference: 'TRF-1', proof }
  return declarePayment(amina, { ...of, ...payment, method: 'bank_transfer' }, platform)
}

test('top-ups and payments are listed, the newest first, with what waits for a decision', async () => {
  const organization = await database.openPrepaid()
  const { of, platform } = organization
  const payment = await declareWithProof(organization)
  platform.clock.advance(1_000)
  const rejected = await requestTopUp(amina, { ...of, amount: 5_000_000 }, platform)
  await rejectTopUp(amina, { ...of, id: rejected.id, reason: 'No contract' }, platform)
  platform.clock.advance(1_000)
  await requestTopUp(amina, { ...of, amount: 7_000_000 }, platform)
  expect(await listTopUps(database.pool, of.organization_id)).toMatchObject([
    { status: 'submitted', amount: usd(7) },
    { status: 'rejected', reason: 'No contract' },
    { status: 'approved', amount: usd(10) },
  ])
  expect(await listPayments(database.pool, of.organization_id)).toEqual([payment])
  expect(await moneyOf(organization)).toMatchObject({ submitted_top_ups: 1, declared_payments: 1 })
})

test('the proof of a payment is read by its billing officer, and the reading is in the audit log', async () => {
  const organization = await database.openPrepaid()
  const { of, platform } = organization
  const { id } = await declareWithProof(organization)
  expect(await readProof(amina, { ...of, id }, platform)).toEqual({
    name: 'transfer.txt',
    content: Buffer.from('116'),
  })
  const acts = await actsOf(database.pool, id, 10)
  expect(acts.map(({ action, actor }) => [action, actor])).toContainEqual(['billing.read_proof', 'amina'])
  const other = await database.openPrepaid()
  await expect(readProof(amina, { ...other.of, id }, platform)).rejects.toMatchObject({
    code: 'billing_object_not_found',
  })
})

test('an overdue invoice is on the list of all organizations, with the limit and the debt of its own', async () => {
  const organization = await database.openOrganization()
  const { of, platform, call } = organization
  const mode = { mode: 'postpaid', credit_limit: 50_000_000 } as const
  await both((actor) => changeMode(actor, { ...of, ...mode }, platform))
  await call()
  for (const asOfMs of [Date.UTC(2026, 3, 1), Date.UTC(2026, 4, 3)])
    await runBilling(amina, { ...of, as_of_ms: asOfMs }, platform)
  const overdue = (await listOverdue(database.pool, Date.UTC(2026, 4, 11))).filter(
    ({ organization_id }) => organization_id === of.organization_id,
  )
  expect(overdue).toMatchObject([
    { organization: 'Shop', status: 'overdue', amount_due: usd(0.12), days_overdue: 10 },
  ])
  expect(await moneyOf(organization)).toMatchObject({
    wallet: { mode: 'postpaid', credit_limit: usd(50) },
    ...{ owed: usd(0.12), overdue: usd(0.12) },
  })
})
