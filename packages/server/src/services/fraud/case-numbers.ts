import type { Environment } from '@nani/contract'
import type { Database } from '@nani/foundation/storage/index.ts'

/** Numbers that a process takes at a time. Those that it does not use are never used. */
const blockSize = 100

type Block = { year: number; next: number; end: number }

export type CaseNumbers = {
  /** A number that no other case has: `RDC-FRD-2026-000123` (spec/fraud#case-numbers). */
  take(environment: Environment, nowMs: number): Promise<string>
  /** Reserves consecutive numbers of a year, and returns the first. */
  reserve(environment: Environment, nowMs: number, count: number): Promise<number>
}

/** Case numbers from reserved blocks, so that no two calls wait for the same row. */
export const createCaseNumbers = (pool: Database): CaseNumbers => {
  const blocks = new Map<Environment, Block>()
  const refills = new Map<Environment, Promise<void>>()

  const reserve = async (environment: Environment, year: number, count: number): Promise<number> => {
    const { rows } = await pool.query<{ next_number: string }>({
      name: 'reserve-case-numbers',
      text: `insert into fraud_case_numbers as n (environment, year, next_number) values ($1, $2, $3 + 1)
        on conflict (environment, year) do update set next_number = n.next_number + $3
        returning next_number`,
      values: [environment, year, count],
    })
    return Number(rows[0]?.next_number) - count
  }
  const refill = async (environment: Environment, year: number): Promise<void> => {
    const first = await reserve(environment, year, blockSize)
    blocks.set(environment, { year, next: first, end: first + blockSize })
  }
  /** Calls that find the block used up share one statement. */
  const refillOnce = (environment: Environment, year: number): Promise<void> => {
    const underWay = refills.get(environment)
    if (underWay) return underWay
    const begun = refill(environment, year).finally(() => refills.delete(environment))
    refills.set(environment, begun)
    return begun
  }

  return {
    async take(environment, nowMs) {
      const year = yearOf(nowMs)
      for (;;) {
        const block = blocks.get(environment)
        if (block && block.year === year && block.next < block.end) return caseNumber(year, block.next++)
        await refillOnce(environment, year)
      }
    },
    reserve: (environment, nowMs, count) => reserve(environment, yearOf(nowMs), count),
  }
}

const yearOf = (ms: number): number => new Date(ms).getUTCFullYear()

/** A number that was reserved for an item of a batch, or null if its year has ended. */
export const reservedCaseNumber = (
  { number, atMs }: { number: number; atMs: number },
  nowMs: number,
): string | null => (yearOf(atMs) === yearOf(nowMs) ? caseNumber(yearOf(atMs), number) : null)

const caseNumber = (year: number, number: number): string =>
  `RDC-FRD-${year}-${String(number).padStart(6, '0')}`
