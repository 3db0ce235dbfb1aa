import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderReport } from './index.ts'
import { listInvoices } from './invoices/invoice-rows.ts'
import { showBilling } from './organization-funds.ts'
import { forecast } from './spending-forecast.ts'
import { type BillingDatabase, openBillingDatabase } from './testing/organization.ts'

let database: BillingDatabase
beforeAll(async () => {
  database = await openBillingDatabase(Date.UTC(2026, 2, 15, 12))
})
afterAll(() => database.drop())

test('the report has a plot of each grouping, loads nothing, and runs no text of a caller', async () => {
  const { of, platform, commitCall } = await database.openOrganization()
  await commitCall({ scopes: ['kyc.parents', 'kyc.religion'] })
  const use = await forecast(platform.pool, of.organization_id, platform.clock.now())
  const page = renderReport({
    organizationId: '<script>alert(1)</script>',
    writtenAt: '2026-03-15T12:00:00.000Z',
    ...(await showBilling(platform.pool, of.organization_id)),
    use: { ...use, by_application: use.by_application.map((row) => ({ ...row, application_id: '"><img>' })) },
    invoices: await listInvoices(platform.pool, of.organization_id),
  })
  expect(page.match(/<svg /g)).toHaveLength(5)
  for (const text of ['Paid, without an invoice', 'KYC', 'kyc.religion', 'sensitive', '2026-03-15'])
    expect(page.toLowerCase()).toContain(text.toLowerCase())
  expect(page).not.toMatch(/<script|<img|<link|<iframe|src=|href=|url\(|@import/i)
})
