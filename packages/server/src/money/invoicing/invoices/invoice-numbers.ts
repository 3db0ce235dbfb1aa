import {
  type Database,
  inTransaction as inHomeTransaction,
  inTransaction,
} from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { homeIn } from '../../../gateway/acts/index.ts'
import { inHome } from '../../../register/register-outbox/index.ts'
import { lockWallet } from '../../billing/index.ts'
import type { InvoicingPlatform, MoneyContext } from '../money-transaction.ts'

/*
 * Numbers of invoices have no gap, and home gives them in all databases. Where the money of an organization is in home, a number is
 * part of the transaction of its invoice. A cell takes it from home before: it stays with the organization until an invoice has it.
 * Killed in between, the next invoice of the organization gets this number. The lock of the wallet makes one invoice use it.
 */

export const numberText = (year: number, number: number): string =>
  `NANI-${year}-${String(number).padStart(6, '0')}`

export const yearOf = (atMs: number): number => new Date(atMs).getUTCFullYear()

/** The next number of a year. */
export const nextNumber = async (context: MoneyContext, issuedMs: number): Promise<string> => {
  const { client, organizationId, cell, isRehearsal } = context
  const year = yearOf(issuedMs)
  const taken = await inHome(homeIn(context), client, (home) => takenNumbers(home, organizationId, year))
  const textOf = (number: number) => numberText(year, number)
  // Also those of this transaction.
  const used = await usedNumbers(client, taken.own.map(textOf))
  const unused = taken.own.find((number) => !used.has(textOf(number))) ?? null
  if (!cell) {
    const found =
      unused === null ? { number: taken.free, owner: null } : { number: unused, owner: organizationId }
    return textOf(await inHome(homeIn(context), client, (home) => takeInHome(home, year, found)))
  }
  if (unused !== null) return textOf(unused)
  if (isRehearsal) return textOf(await foreseenNumber(context, year))
  return textOf(await inHomeTransaction(cell.home, (home) => takeForCell(home, organizationId, year)))
}

type Taken = { own: number[]; free: number | null }

/** The numbers that the organization has taken in a cell, and one that no organization has. */
const takenNumbers = async (home: Database, organizationId: string, year: number): Promise<Taken> => {
  const { rows } = await home.query<{ number: number; is_free: boolean }>(
    `select number, organization_id is null as is_free from billing_taken_numbers
     where year = $1 and (organization_id is null or organization_id = $2) order by number`,
    [year, organizationId],
  )
  const [free = null] = rows.flatMap(({ number, is_free }) => (is_free ? [number] : []))
  return { own: rows.flatMap(({ number, is_free }) => (is_free ? [] : [number])), free }
}

/** Those that an invoice of a database has. */
export const usedNumbers = async (
  database: Database,
  texts: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (texts.length === 0) return new Set()
  const { rows } = await database.query<{ number: string }>(
    'select number from billing_invoices where number = any($1)',
    [texts],
  )
  return new Set(rows.map(({ number }) => number))
}

/** `owner`: null if no organization has it. */
type Unused = { number: number | null; owner: string | null }

/**
 * In the transaction of the invoice: a number that was taken and not used, or the next one. Meanwhile another invoice may have got the
 * unused one, or an organization in a cell may have taken it.
 */
const takeInHome = async (home: Database, year: number, { number, owner }: Unused): Promise<number> => {
  if (number !== null && (await deleteTaken(home, year, { number, owner }))) return number
  return countUp(home, year)
}

/** False: another transaction has or had it. */
const deleteTaken = async (home: Database, year: number, { number, owner }: Unused): Promise<boolean> => {
  const { rowCount } = await home.query(
    `delete from billing_taken_numbers where (year, number) in (
       select year, number from billing_taken_numbers
       where year = $1 and number = $2 and organization_id is not distinct from $3 for update skip locked)`,
    [year, number, owner],
  )
  return rowCount === 1
}

/**
 * The next number of the counter. Its row is locked until the transaction ends: another invoice gets its number after this one is
 * committed, or the same number when this one is rolled back.
 */
const countUp = async (home: Database, year: number): Promise<number> => {
  const { rows } = await home.query<{ last: number }>(
    `insert into billing_invoice_numbers as n (year, last) values ($1, 1)
     on conflict (year) do update set last = n.last + 1 returning last`,
    [year],
  )
  return (rows[0] as { last: number }).last
}

/** In a transaction of home alone: the organization keeps the number until an invoice has it. */
const takeForCell = async (home: Database, organizationId: string, year: number): Promise<number> => {
  const { rows } = await home.query<{ number: number }>(
    `update billing_taken_numbers set organization_id = $2, taken_at = clock_timestamp()
     where year = $1 and number = (
       select number from billing_taken_numbers where year = $1 and organization_id is null
       order by number limit 1 for update skip locked)
     returning number`,
    [year, organizationId],
  )
  if (rows[0]) return rows[0].number
  const number = await countUp(home, year)
  await home.query(
    `insert into billing_taken_numbers (year, number, organization_id, taken_at)
     values ($1, $2, $3, clock_timestamp())`,
    [year, number, organizationId],
  )
  return number
}

/** What a rehearsal in a cell shows: the number after the last one that home gave, and after those of the rehearsal. */
const foreseenNumber = async (context: MoneyContext, year: number): Promise<number> => {
  const { client, organizationId } = context
  const last = await inHome(homeIn(context), client, (home) => lastNumber(home, year))
  const { rows: shown } = await client.query<{ last: number }>(
    `select coalesce(max(substr(number, 11)::bigint), 0)::bigint as last from billing_invoices
     where organization_id = $1 and number like 'NANI-' || $2::integer || '-%'`,
    [organizationId, year],
  )
  return Math.max(last, shown[0]?.last ?? 0) + 1
}

const lastNumber = async (home: Database, year: number): Promise<number> => {
  const { rows } = await home.query<{ last: number }>(
    'select last from billing_invoice_numbers where year = $1',
    [year],
  )
  return rows[0]?.last ?? 0
}

type TakenRow = { year: number; number: number; organization_id: string }

/**
 * Home forgets the taken numbers that invoices have, after a day: a backup reads home some minutes after the cells, and may have the
 * number without its invoice. One that no invoice has, because its transaction was rolled back, is free for the next invoice of any
 * organization. Of organizations with their money in the database of the platform.
 */
export const settleNumbers = async (platform: InvoicingPlatform): Promise<void> => {
  const home = platform.cell?.home ?? platform.pool
  const { rows } = await home.query<TakenRow>(
    'select year, number, organization_id from billing_taken_numbers where organization_id is not null',
  )
  const byOrganization = Map.groupBy(rows, (row) => row.organization_id)
  for (const [organizationId, taken] of byOrganization)
    if (await hasWallet(platform.pool, organizationId)) await settleNumbersOf(platform, organizationId, taken)
  await endYears(home, yearOf(platform.clock.now()))
}

/**
 * The cycle issues no more invoices with numbers of a year that is over. So the counter goes back over the numbers at its end that no
 * invoice has.
 */
const endYears = (home: pg.Pool, year: number): Promise<void> =>
  inHomeTransaction(home, async (client) => {
    const { rows } = await client.query<Counter>(
      'select year::integer as year, last from billing_invoice_numbers where year < $1 order by year for update',
      [year],
    )
    for (const { year: ended, last } of rows) {
      let number = last
      while (await deleteTaken(client, ended, { number, owner: null })) number -= 1
      if (number !== last)
        await client.query('update billing_invoice_numbers set last = $2 where year = $1', [ended, number])
    }
  })

type Counter = { year: number; last: number }

const hasWallet = async (pool: pg.Pool, organizationId: string): Promise<boolean> =>
  (await pool.query('select from billing_wallets where organization_id = $1', [organizationId])).rowCount ===
  1

/** Under the lock of the wallet no invoice is being issued. A database that the organization has left refuses the lock. */
const settleNumbersOf = (
  { pool, cell, newId, clock }: InvoicingPlatform,
  organizationId: string,
  taken: readonly TakenRow[],
): Promise<void> =>
  inTransaction(pool, async (client) => {
    await lockWallet(client, organizationId, { newId, nowMs: clock.now() })
    const used = await usedNumbers(client, taken.map(textOfRow))
    await inHome(homeIn({ cell }), client, (home) => settleRows(home, taken, used))
  })

const textOfRow = ({ year, number }: TakenRow): string => numberText(year, number)

const settleRows = async (
  home: Database,
  taken: readonly TakenRow[],
  used: ReadonlySet<string>,
): Promise<void> => {
  for (const row of taken) {
    const values = [row.year, row.number, row.organization_id]
    const which = 'where year = $1 and number = $2 and organization_id = $3'
    if (used.has(textOfRow(row)))
      await home.query(
        `delete from billing_taken_numbers ${which} and taken_at < clock_timestamp() - interval '1 day'`,
        values,
      )
    else await home.query(`update billing_taken_numbers set organization_id = null ${which}`, values)
  }
}
