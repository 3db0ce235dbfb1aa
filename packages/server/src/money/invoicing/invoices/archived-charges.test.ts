import { rm } from 'node:fs/promises'
import { runArchive } from '@nani/foundation/archive/index.ts'
import { systemRandom } from '@nani/foundation/core/index.ts'
import { dayMs } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noon } from '../../../../../../testing/noon.ts'
import { runBilling, whyChargesWait } from '../index.ts'
import { archivedChargesCheck } from '../proofs/archived-charges.ts'
import { amina, type BillingDatabase, openBillingDatabase } from '../testing/organization.ts'
import { readInvoiceCalls } from './invoice-calls.ts'
import { listInvoices } from './invoice-rows.ts'

const nextMonth = Date.UTC(2026, 3, 1)
let database: BillingDatabase
beforeAll(async () => {
  database = await openBillingDatabase(noon)
})
afterAll(() => database.drop())

test('charges are archived after their invoice, which still opens to its calls, and the books are proved', async () => {
  const organization = await database.openOrganization()
  const { platform, of, proof } = organization
  const calls = [
    await organization.commitCall({}),
    await organization.commitCall({ scopes: ['kyc.parents'] }),
  ]
  const run = () =>
    runArchive({
      ...{ ownerPool: database.pool, folder: platform.archive.folder, rootKey: organization.rootKey },
      ...{
        random: systemRandom(),
        now: () => noon + 95 * dayMs,
        whyChargesWait,
        whyEntriesWait: async () => null,
      },
    })
  expect(await whyChargesWait(database.pool, '2026-03-15')).toBe('Charges are not in the ledger yet.')
  await runBilling(amina, { ...of, as_of_ms: nextMonth }, platform)
  const [invoice] = await listInvoices(database.pool, of.organization_id)
  const idsOfLine = async (position: number) => {
    const ids: string[] = []
    const line = { invoice: invoice?.number ?? '', position }
    for await (const page of readInvoiceCalls(platform, of.organization_id, line))
      ids.push(...page.map(({ id }) => id))
    return ids
  }
  expect(await idsOfLine(1)).toEqual(calls.toSorted())
  const { archived } = await run()
  expect(archived.filter(({ table, rows }) => table === 'call_charges' && rows > 0)).toMatchObject([
    { day: '2026-03-15', rows: 2 },
  ])
  const { rows } = await database.pool.query('select count(*)::integer as left from call_charges')
  expect(rows).toEqual([{ left: 0 }])
  expect(await idsOfLine(1)).toEqual(calls.toSorted())
  expect(await idsOfLine(2)).toEqual([calls[1]])
  expect((await proof()).ok).toBe(true)

  // A ledger that was changed after the archive contradicts it.
  await database.pool.query('update billing_usage set amount = amount + 1 where application_id = $1', [
    organization.applicationId,
  ])
  const { checks } = await proof()
  expect(checks.find(({ name }) => name === archivedChargesCheck)?.ok).toBe(false)
  await rm(platform.archive.folder, { recursive: true, force: true })
})
