import { randomBytes } from 'node:crypto'
import { manualClock } from '@nani/foundation/core/index.ts'
import { maintainPartitions } from '@nani/foundation/storage/index.ts'
import { expect } from 'vitest'
import { createDatabaseAtNoon } from '../../../../../../testing/database.ts'
import { emptyArchive } from '../../../testing/archive.ts'
import { approveTopUp, proveBooks, requestTopUp } from '../index.ts'
import { settleNumbers } from '../invoices/invoice-numbers.ts'
import { listInvoices } from '../invoices/invoice-rows.ts'
import { amina, type BilledOrganization, openBilledOrganization } from './organization.ts'

export const noon = Date.UTC(2026, 2, 15, 12)

/** The money of organizations in a cell. PostgreSQL does not copy between these databases: a test writes the copies that it needs. */
export const openMoneyInCell = async () => {
  const [home, cell] = [await createDatabaseAtNoon(), await createDatabaseAtNoon()]
  /** Before each test. */
  const prepare = async () => {
    // A test that lives for a month drops those of before.
    for (const { pool } of [home, cell]) await maintainPartitions(pool, noon)
    // All that a test leaves are numbers of invoices.
    await home.pool.query('delete from billing_taken_numbers')
  }
  const drop = async () => {
    await home.drop()
    await cell.drop()
  }
  const inCell = () => openBilledOrganization(cell.pool, manualClock(noon), home.pool)
  const inHome = () => openBilledOrganization(home.pool, manualClock(noon))
  const named = (name: string, { pool }: typeof home) => ({
    ...{ name, pool, archive: emptyArchive(pool, randomBytes(32)) },
  })
  const all = [named('home', home), named('north', cell)]
  const databases = () => all
  const proofOf = ({ of, platform }: BilledOrganization) => proveBooks(amina, of, { ...platform, databases })
  const expectProved = async (one: BilledOrganization) => {
    const proved = await proofOf(one)
    expect([proved.checks.filter(({ ok }) => !ok), proved.ok]).toEqual([[], true])
    return proved
  }
  const numbersOf = async ({ of, platform }: BilledOrganization): Promise<string[]> =>
    (await listInvoices(platform.pool, of.organization_id)).map(({ number }) => number).toReversed()
  const taken = async (): Promise<[string, string | null][]> =>
    (
      await home.pool.query(
        `select 'NANI-' || year || '-' || lpad(number::text, 6, '0') as number, organization_id from billing_taken_numbers order by 1`,
      )
    ).rows.map(({ number, organization_id }) => [number, organization_id])

  const settleAfterDay = async ({ platform }: BilledOrganization) => {
    await settleNumbers(platform)
    await home.pool.query(`update billing_taken_numbers set taken_at = taken_at - interval '1 day'`)
    await settleNumbers(platform)
  }

  const topUp = async ({ of, platform }: BilledOrganization, amount = 1_000_000) =>
    (await requestTopUp(amina, { ...of, amount }, platform)).id
  const approve = ({ of, platform }: BilledOrganization, id: string) =>
    approveTopUp(amina, { ...of, id }, platform)
  const invoiceTopUp = async (one: BilledOrganization) => approve(one, await topUp(one))

  /** An invoice in the cell fails after its number was taken. */
  const failing = async (run: () => Promise<unknown>): Promise<void> => {
    await cell.pool.query('alter table billing_invoice_lines add constraint broken check (false) not valid')
    await expect(run()).rejects.toMatchObject({ constraint: 'broken' })
    await cell.pool.query('alter table billing_invoice_lines drop constraint broken')
  }
  return {
    ...{ home, cell, prepare, drop },
    ...{
      inCell,
      inHome,
      databases,
      proofOf,
      expectProved,
      numbersOf,
      taken,
      settleAfterDay,
      topUp,
      approve,
      invoiceTopUp,
      failing,
    },
  }
}
