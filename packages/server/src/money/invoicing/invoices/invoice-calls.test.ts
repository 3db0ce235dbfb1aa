import { afterAll, beforeAll, expect, test } from 'vitest'
import { callCsv, callsCsvHeader, type InvoicedCall, invoicesCsv, runBilling } from '../index.ts'
import {
  amina,
  type BilledOrganization,
  type BillingDatabase,
  openBillingDatabase,
  usd,
} from '../testing/organization.ts'
import { readInvoiceCalls } from './invoice-calls.ts'
import { listInvoices } from './invoice-rows.ts'

const noon = Date.UTC(2026, 2, 15, 12)
const nextMonth = Date.UTC(2026, 3, 1)
let database: BillingDatabase
beforeAll(async () => {
  database = await openBillingDatabase(noon)
})
afterAll(() => database.drop())

const invoiced = async (organization: BilledOrganization) => {
  await runBilling(amina, { ...organization.of, asOfMs: nextMonth }, organization.platform)
  const [invoice] = await listInvoices(database.pool, organization.of.organizationId)
  if (!invoice) throw new Error('there is no invoice')
  return invoice
}
const callsOf = async ({ platform, of }: BilledOrganization, invoice: string, position: number) => {
  const calls: InvoicedCall[] = []
  for await (const page of readInvoiceCalls(platform, of.organizationId, { invoice, position }))
    calls.push(...page)
  return calls
}
const micros = ({ value }: { value: number }) => Math.round(value * 1e6)

test('every line opens to its calls, whose amounts add up to the line, down to each scope', async () => {
  const organization = await database.openOrganization()
  const plain = await organization.commitCall({ reference: 'order-1' })
  const rich = await organization.commitCall({ scopes: ['kyc.parents', 'kyc.religion', 'kyc.languages'] })
  const item = await organization.commitCall({ mode: 'batch_item', scopes: ['kyc.parents'] })
  const cheaper = await organization.commitCall({ mode: 'batch_item', amount: 90_000 })
  const invoice = await invoiced(organization)
  const opened: Record<string, { ids: string[]; sum: number }> = {}
  for (const [index, { description }] of invoice.lines.entries()) {
    const calls = await callsOf(organization, invoice.number, index + 1)
    const sum = calls.reduce((total, { line_amount }) => total + micros(line_amount), 0)
    opened[description] = { ids: calls.map(({ id }) => id).toSorted(), sum }
  }
  expect(opened).toEqual({
    'KYC Validation': { ids: [plain, rich].toSorted(), sum: 200_000 },
    'KYC Validation, batch item': { ids: [item, cheaper].toSorted(), sum: 200_000 },
    'Scopes, tier standard': { ids: [rich, item].toSorted(), sum: 60_000 },
    'Scopes, tier sensitive': { ids: [rich], sum: 100_000 },
    'Difference to the quotes of batches': { ids: [cheaper], sum: -10_000 },
  })
  const position = invoice.lines.findIndex(({ description }) => description === 'KYC Validation') + 1
  const calls = await callsOf(organization, invoice.id, position)
  expect(calls.find(({ id }) => id === plain)).toEqual({
    ...{ id: plain, application_id: organization.applicationId, reference: 'order-1', scopes: [] },
    ...{ charged_at: '2026-03-15T12:00:00.000Z', line_amount: usd(0.1), amount: usd(0.1) },
  })
})

test('a charge that was committed after its month was invoiced is behind the next invoice alone', async () => {
  const organization = await database.openOrganization()
  const early = await organization.commitCall({})
  const first = await invoiced(organization)
  const late = await organization.commitCall({})
  const asOfMs = Date.UTC(2026, 4, 1)
  await runBilling(amina, { ...organization.of, asOfMs }, organization.platform)
  const [second] = await listInvoices(database.pool, organization.of.organizationId)
  expect((await callsOf(organization, first.id, 1)).map(({ id }) => id)).toEqual([early])
  expect((await callsOf(organization, second?.id ?? '', 1)).map(({ id }) => id)).toEqual([late])
})

test('a line that does not exist, and an invoice of another organization, are not found', async () => {
  const organization = await database.openOrganization()
  await organization.commitCall({})
  const invoice = await invoiced(organization)
  await expect(callsOf(organization, invoice.id, 2)).rejects.toMatchObject({
    code: 'billing_object_not_found',
  })
  const other = await database.openOrganization()
  await expect(callsOf(other, invoice.id, 1)).rejects.toMatchObject({ code: 'billing_object_not_found' })
})

test('CSV has a row for each line and each call, and no reference is read as a formula', async () => {
  const organization = await database.openOrganization()
  const id = await organization.commitCall({ reference: '=HYPERLINK("x"),2', scopes: ['kyc.parents'] })
  const invoice = await invoiced(organization)
  const lines = invoicesCsv([invoice]).split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[2]).toContain(',2,"Scopes, tier standard",1,0.02,0.02,0.12,0.02,0.14,0.14')
  const [call] = await callsOf(organization, invoice.id, 1)
  expect(callsCsvHeader.split(',')).toHaveLength(8)
  expect(callCsv(call as InvoicedCall)).toBe(
    `${id},${organization.applicationId},2026-03-15T12:00:00.000Z,"'=HYPERLINK(""x""),2",kyc.parents,0.10,0.12,USD\r\n`,
  )
})
