import { rm } from 'node:fs/promises'
import { runArchive } from '@nani/foundation/archive/index.ts'
import { systemRandom } from '@nani/foundation/core/index.ts'
import { dayMs } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NamedDatabase } from '../../../gateway/acts/index.ts'
import { emptyArchive } from '../../../testing/archive.ts'
import { proveBooks, runBilling, whyChargesWait } from '../index.ts'
import { archivedChargesCheck } from '../proofs/archived-charges.ts'
import { noon, openMoneyInCell } from '../testing/money-in-cell.ts'
import { amina, type BilledOrganization } from '../testing/organization.ts'
import { readInvoiceCalls } from './invoice-calls.ts'
import { listInvoices } from './invoice-rows.ts'

/** Charges of an organization whose days were archived in the database in which it was. */
const { home, cell, prepare, drop, inCell } = await openMoneyInCell()
const nextMonth = Date.UTC(2026, 3, 1)
let north: BilledOrganization
/** Two calls of an invoice, whose day the cell has archived. */
let calls: string[]
beforeAll(async () => {
  await prepare()
  north = await inCell()
  calls = [await north.commitCall({}), await north.commitCall({})].toSorted()
  await runBilling(amina, { ...north.of, as_of_ms: nextMonth }, north.platform)
  const { archived } = await runArchive({
    ...{ ownerPool: cell.pool, folder: north.platform.archive.folder, rootKey: north.rootKey },
    ...{ random: systemRandom(), whyChargesWait, whyEntriesWait: async () => null },
    now: () => noon + 95 * dayMs,
  })
  expect(archived).toContainEqual(expect.objectContaining({ table: 'call_charges', rows: 2 }))
  expect((await cell.pool.query('select from call_charges')).rowCount).toBe(0)
})
afterAll(async () => {
  await rm(north.platform.archive.folder, { recursive: true, force: true })
  await drop()
})

/** The days are those of the cell of before. The present database of the books has archived nothing. */
const needsWith = (before: Partial<NamedDatabase>) => {
  const { platform, rootKey } = north
  const own = emptyArchive(home.pool, rootKey)
  const databases = () => [
    { name: 'home', pool: home.pool, archive: own },
    { name: 'north', pool: cell.pool, archive: platform.archive, ...before },
  ]
  return { ...platform, archive: own, databases }
}

const callsOf = async (needs: Parameters<typeof readInvoiceCalls>[0]) => {
  const [invoice] = await listInvoices(needs.pool, north.of.organization_id)
  const ids: string[] = []
  const line = { invoice: invoice?.number ?? '', position: 1 }
  for await (const page of readInvoiceCalls(needs, north.of.organization_id, line))
    ids.push(...page.map(({ id }) => id))
  return ids
}

test('a line of an invoice opens to calls in the archive of the cell, also after the organization has left it', async () => {
  expect(await callsOf(north.platform)).toEqual(calls)
  expect(await callsOf(needsWith({}))).toEqual(calls)
})

test('a line whose calls may be in the archive of a database that does not answer is refused', async () => {
  await expect(callsOf(needsWith({ pool: null }))).rejects.toMatchObject({
    ...{ code: 'history_incomplete', context: { databases: ['north'] } },
  })
})

test('the books are compared with the archive of every database, and are not proved while one does not answer', async () => {
  const proof = async (before: Partial<NamedDatabase>) => {
    const proved = await proveBooks(amina, north.of, needsWith(before))
    const isOk = proved.checks.find(({ name }) => name === archivedChargesCheck)?.ok
    return { isOk, ok: proved.ok, unread: proved.unread, days: proved.days_not_archived }
  }
  expect(await proof({})).toEqual({ isOk: true, ok: true, unread: undefined, days: undefined })
  expect(await proof({ pool: null })).toMatchObject({ ok: false, unread: ['north'] })
  const add = (amount: number) =>
    cell.pool.query('update billing_usage set amount = amount + $2 where application_id = $1', [
      north.applicationId,
      amount,
    ])
  await add(1)
  expect(await proof({})).toMatchObject({ isOk: false, ok: false })
  await add(-1)
})

test('what a move left behind is in two archives, and counts once', async () => {
  const twice = needsWith({})
  const needs = {
    ...twice,
    databases: () => [
      ...twice.databases(),
      { name: 'south', pool: cell.pool, archive: north.platform.archive },
    ],
  }
  expect(await callsOf(needs)).toEqual(calls)
  const { checks } = await proveBooks(amina, north.of, needs)
  expect(checks.find(({ name }) => name === archivedChargesCheck)).toMatchObject({ ok: true })
})
