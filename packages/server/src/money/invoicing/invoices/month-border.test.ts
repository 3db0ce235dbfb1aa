import { dayMs } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveTopUp, changeMode, requestTopUp, runBilling } from '../index.ts'
import {
  amina,
  type BilledOrganization,
  type BillingDatabase,
  both,
  openBillingDatabase,
  usd,
} from '../testing/organization.ts'
import { rehearse } from './cycle.ts'
import { listInvoices, readInvoiceObject } from './invoice-rows.ts'

const lastMillisecond = Date.UTC(2026, 3, 1) - 1
let database: BillingDatabase
beforeAll(async () => {
  database = await openBillingDatabase(lastMillisecond)
})
afterAll(() => database.drop())

const run = ({ of, platform }: BilledOrganization, asOfMs: number) =>
  runBilling(amina, { ...of, as_of_ms: asOfMs }, platform)
const invoicesOf = ({ of, platform }: BilledOrganization) => listInvoices(platform.pool, of.organization_id)
const expectProof = async ({ proof }: BilledOrganization) =>
  expect((await proof()).checks.filter(({ ok }) => !ok)).toEqual([])

test('a call in the last millisecond of a month is on its invoice, and one in the next millisecond is not', async () => {
  const organization = await database.openOrganization()
  const { call, platform } = organization
  await call()
  platform.clock.advance(1)
  await call()
  await call()
  await run(organization, platform.clock.now())
  expect(await invoicesOf(organization)).toMatchObject([
    { period: { start: '2026-03-01', end: '2026-03-31' }, subtotal: usd(0.1) },
  ])
  await run(organization, Date.UTC(2026, 4, 1))
  expect((await invoicesOf(organization))[0]).toMatchObject({
    ...{ period: { start: '2026-04-01', end: '2026-04-30' }, subtotal: usd(0.2) },
  })
  await expectProof(organization)
})

test('a call of a process whose clock is a day ahead is paid once, in the month of its clock', async () => {
  const organization = await database.openOrganization()
  const { call, platform } = organization
  platform.clock.advance(dayMs)
  await call()
  platform.clock.advance(-dayMs)
  await call()
  await run(organization, Date.UTC(2026, 3, 1))
  await expectProof(organization)
  await run(organization, Date.UTC(2026, 4, 1))
  const invoices = await invoicesOf(organization)
  expect(invoices.map(({ subtotal }) => subtotal)).toEqual([usd(0.1), usd(0.1)])
  await expectProof(organization)
})

test('a change of the mode settles also what a clock ahead has charged', async () => {
  const organization = await database.openOrganization()
  const { call, of, platform } = organization
  platform.clock.advance(dayMs)
  await call()
  platform.clock.advance(-dayMs)
  await both((actor) => changeMode(actor, { ...of, mode: 'prepaid', credit_limit: null }, platform))
  await expectProof(organization)
  expect(await organization.proof()).toMatchObject({
    charged: usd(0.1),
    revenue: usd(0.1),
    not_posted: usd(0),
  })
})

test('an invoice that is rolled back leaves no gap in the numbers', async () => {
  const organization = await database.openOrganization()
  const { call, of, platform } = organization
  await call()
  const topUp = async () => {
    const { id } = await requestTopUp(amina, { ...of, amount: 10_000 }, platform)
    await approveTopUp(amina, { ...of, id }, platform)
    return Number((await invoicesOf(organization))[0]?.number.slice(-6))
  }
  const first = await topUp()
  const { actions } = await rehearse(platform, of.organization_id, Date.UTC(2026, 3, 1))
  expect(actions).toMatchObject([{ action: 'invoice_issued' }])
  expect(await topUp()).toBe(first + 1)
})

test('charges that are past their retention leave invoices, sums and proof as they are', async () => {
  const organization = await database.openOrganization()
  const { applicationId, call, of, platform } = organization
  await call()
  await run(organization, Date.UTC(2026, 3, 1))
  platform.clock.advance(dayMs)
  await call()
  const [invoice] = await invoicesOf(organization)
  await platform.pool.query(`delete from call_charges where application_id = $1 and day < '2026-04-01'`, [
    applicationId,
  ])
  await expectProof(organization)
  expect(await readInvoiceObject(platform.pool, of.organization_id, invoice?.id ?? '')).toEqual(invoice)
  await run(organization, Date.UTC(2026, 4, 1))
  expect((await invoicesOf(organization))[0]).toMatchObject({ subtotal: usd(0.1) })
  await expectProof(organization)
})
