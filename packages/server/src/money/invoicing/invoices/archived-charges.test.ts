import { rm } from 'node:fs/promises'
import { runArchive } from '@nani/foundation/archive/index.ts'
import { systemRandom } from '@nani/foundation/core/index.ts'
import { dayMs } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../../../../testing/database.ts'
import { noon } from '../../../../../../testing/noon.ts'
import type { NamedDatabase } from '../../../gateway/acts/index.ts'
import { emptyArchive } from '../../../testing/archive.ts'
import { runBilling, whyChargesWait } from '../index.ts'
import { archivedChargesCheck } from '../proofs/archived-charges.ts'
import { prove } from '../prove.ts'
import { amina, type BillingDatabase, openBillingDatabase } from '../testing/organization.ts'
import { readInvoiceCalls } from './invoice-calls.ts'
import { listInvoices } from './invoice-rows.ts'

const nextMonth = Date.UTC(2026, 3, 1)
let database: BillingDatabase
beforeAll(async () => {
  database = await openBillingDatabase(noon)
})
afterAll(() => database.drop())
const openEmpty = async () => {
  const empty = await createTestDatabase()
  onTestFinished(() => empty.drop())
  return empty
}

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

  // Nothing of another organization was charged here on this day, and its ledger has usage.
  const other = await database.openOrganization()
  await database.pool.query(
    'insert into billing_allowances (application_id, organization_id, available) values ($1, $2, null)',
    [other.applicationId, other.of.organization_id],
  )
  await database.pool.query(
    `insert into billing_usage (posting_id, position, organization_id, application_id, day, item, mode, scopes, price_list_id, quantity, amount,
       paid_by, transaction_id)
     values ('ups_other', 1, $1, $2, '2026-03-15', 'kyc_validation', 'single', '{}', 'prl_shipped', 1, 1, 'invoice', 'ltx_other')`,
    [other.of.organization_id, other.applicationId],
  )
  const proofAfterCell = async (wasIn: readonly string[], databases?: readonly NamedDatabase[]) => {
    const facts = { tiers: {}, archive: platform.archive, nowMs: noon, wasIn }
    const found = await prove(database.pool, other.of.organization_id, {
      ...{ ...facts, ...(databases && { numbers: { home: database.pool, databases } }) },
    })
    const isOk = found.checks.find(({ name }) => name === archivedChargesCheck)?.ok
    return { isOk, days: found.days_not_archived }
  }
  expect(await proofAfterCell([])).toEqual({ isOk: false, days: undefined })
  const conceded = { isOk: true, days: [`${other.applicationId} 2026-03-15`] }
  // The cell was removed, or has archived nothing yet.
  expect(await proofAfterCell(['north'])).toEqual(conceded)
  const home = { name: 'home', pool: database.pool, archive: platform.archive }
  const empty = emptyArchive((await openEmpty()).pool, organization.rootKey)
  const north = { name: 'north', pool: database.pool }
  expect(await proofAfterCell(['north'], [home, { ...north, archive: empty }])).toEqual(conceded)
  // It has archived the day, and has no file of the charges.
  const databases = [home, { ...north, archive: platform.archive }]
  expect(await proofAfterCell(['north'], databases)).toEqual({ isOk: false, days: undefined })
  await rm(platform.archive.folder, { recursive: true, force: true })
})

test('a line opens to all its calls, also if a day of them is archived while the line is read', async () => {
  const own = await openBillingDatabase(noon)
  const organization = await own.openOrganization()
  const { platform, of } = organization
  const calls = [await organization.commitCall({})]
  platform.clock.advance(dayMs)
  calls.push(await organization.commitCall({}))
  await runBilling(amina, { ...of, as_of_ms: nextMonth }, platform)
  const archiveAt = (nowMs: number) =>
    runArchive({
      ...{ ownerPool: own.pool, folder: platform.archive.folder, rootKey: organization.rootKey },
      ...{ random: systemRandom(), whyChargesWait, whyEntriesWait: async () => null, now: () => nowMs },
    })
  await archiveAt(noon + 93 * dayMs)
  const [invoice] = await listInvoices(own.pool, of.organization_id)
  const ids: string[] = []
  const line = { invoice: invoice?.number ?? '', position: 1 }
  for await (const page of readInvoiceCalls(platform, of.organization_id, line)) {
    if (ids.length === 0) await archiveAt(noon + 95 * dayMs)
    ids.push(...page.map(({ id }) => id))
  }
  expect((await own.pool.query('select from call_charges')).rowCount).toBe(0)
  expect(ids).toEqual(calls)
  await own.drop()
  await rm(platform.archive.folder, { recursive: true, force: true })
})
