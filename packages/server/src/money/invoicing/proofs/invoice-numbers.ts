import type { Database } from '@nani/foundation/storage/index.ts'
import { askAll, fileWithinMs, type NamedDatabase } from '../../../gateway/acts/index.ts'
import { numberText, usedNumbers, yearOf } from '../invoices/invoice-numbers.ts'

/*
 * Home counts the numbers of a year, and each database has invoices of its organizations. The counters are read first: an invoice that
 * is being issued in a cell has a number that is taken. They are read again at the end: no invoice has a number that home did not count.
 */

export const numbersCheck = 'no number of an invoice is missing'

/** `taken`: numbers that home gave to cells, and for which it has not seen an invoice. `free`: those of them without an organization. */
type Counter = { year: number; last: number; taken: number[]; free: number[] }
type Missing = { subject: string; difference: string }
/** `waiting`: no invoice has these numbers. The next invoices of their year get them. */
export type ProvenNumbers = { contradictions: Missing[]; waiting: string[]; unread: string[] }

/** Where the numbers and the invoices of an installation are. `databases`: home and all cells. */
export type NumbersOfAll = { home: Database; databases: readonly NamedDatabase[] }

export const proveNumbersOfAll = async (all: NumbersOfAll, nowMs: number): Promise<ProvenNumbers> => {
  const first = await readOnce(all, nowMs)
  if (first.contradictions.length === 0 || all.databases.length === 1) return first
  // An organization that moves may be in neither of two databases that are read one after the other.
  const second = await readOnce(all, nowMs)
  const subjects = new Set(first.contradictions.map(({ subject }) => subject))
  return { ...second, contradictions: second.contradictions.filter(({ subject }) => subjects.has(subject)) }
}

const readOnce = async ({ home, databases }: NumbersOfAll, nowMs: number): Promise<ProvenNumbers> => {
  const counters = await readCounters(home)
  // They read all invoices.
  const { answers, unread } = await askAll(databases, (pool) => invoicesIn(pool, counters), fileWithinMs)
  const found = answers.map(({ answer }) => answer)
  const { contradictions, waiting } = compare(counters, found, nowMs)
  return {
    contradictions: [...contradictions, ...notCounted(await readCounters(home), found)],
    waiting,
    unread,
  }
}

/** The same in a transaction of home, where it is the only database. */
export const proveNumbersIn = async (client: Database, nowMs: number): Promise<ProvenNumbers> => {
  const counters = await readCounters(client)
  const found = [await invoicesIn(client, counters)]
  const { contradictions, waiting } = compare(counters, found, nowMs)
  return { contradictions: [...contradictions, ...notCounted(counters, found)], waiting, unread: [] }
}

const readCounters = async (home: Database): Promise<Counter[]> => {
  const { rows } = await home.query<Counter>(
    `select n.year::integer as year, n.last,
       array(select t.number from billing_taken_numbers t where t.year = n.year order by 1) as taken,
       array(select t.number from billing_taken_numbers t where t.year = n.year and organization_id is null) as free
     from billing_invoice_numbers n order by 1`,
  )
  const numbers = (some: readonly unknown[]) => some.map(Number)
  return rows.map(({ taken, free, ...row }) => ({ ...row, taken: numbers(taken), free: numbers(free) }))
}

/** `largest`: of each year. */
type Invoices = { count: ReadonlyMap<number, number>; largest: [number, number][]; used: ReadonlySet<string> }

const textsOf = ({ year, taken }: Counter): string[] => taken.map((number) => numberText(year, number))

const invoicesIn = async (database: Database, counters: readonly Counter[]): Promise<Invoices> => {
  const { rows } = await database.query<{ year: number; invoices: number }>(
    `select n.year, count(i.number)::integer as invoices
     from unnest($1::integer[], $2::bigint[]) as n(year, last)
     left join billing_invoices i on i.number like 'NANI-' || n.year || '-%' and substr(i.number, 11)::bigint <= n.last
     group by 1`,
    [counters.map(({ year }) => year), counters.map(({ last }) => last)],
  )
  const { rows: years } = await database.query<{ year: number; largest: number }>(
    `select substr(number, 6, 4)::integer as year, max(substr(number, 11)::bigint) as largest from billing_invoices
     where number ~ '^NANI-[0-9]{4}-[0-9]+$' group by 1`,
  )
  return {
    largest: years.map(({ year, largest }) => [year, largest]),
    count: new Map(rows.map(({ year, invoices }) => [year, invoices])),
    used: await usedNumbers(database, counters.flatMap(textsOf)),
  }
}

const compare = (
  counters: readonly Counter[],
  found: readonly Invoices[],
  nowMs: number,
): Omit<ProvenNumbers, 'unread'> => {
  const contradictions: Missing[] = []
  const waiting: string[] = []
  for (const counter of counters) {
    const unused = textsOf(counter).filter((text) => !found.some(({ used }) => used.has(text)))
    const gaps = counter.year < yearOf(nowMs) ? gapsOf(counter).filter((text) => unused.includes(text)) : []
    waiting.push(...unused.filter((text) => !gaps.includes(text)))
    contradictions.push(...gaps.map((subject) => ({ subject, difference: '1' })))
    const invoices = found.reduce((sum, { count }) => sum + (count.get(counter.year) ?? 0), 0)
    const difference = counter.last - invoices - unused.length
    if (difference !== 0)
      contradictions.push({ subject: String(counter.year), difference: String(difference) })
  }
  return { contradictions, waiting }
}

/** After the end of the year, the cycle takes the counter back over the numbers at its end. Others stay without an invoice. */
const gapsOf = ({ year, last, free }: Counter): string[] => {
  let end = last
  while (free.includes(end)) end -= 1
  return free.filter((number) => number < end).map((number) => numberText(year, number))
}

/** Home may have lost its last numbers, because a standby took its place. It would give them again. */
const notCounted = (counters: readonly Counter[], found: readonly Invoices[]): Missing[] =>
  found
    .flatMap(({ largest }) => largest)
    .flatMap(([year, number]) => {
      const last = counters.find((counter) => counter.year === year)?.last ?? 0
      return number > last ? [{ subject: numberText(year, number), difference: String(last - number) }] : []
    })
