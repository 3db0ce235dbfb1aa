import type { Archive } from '@nani/foundation/archive/index.ts'
import type { NumbersOfAll } from './invoice-numbers.ts'

/** One statement about the books. It holds if no row contradicts it. `$1` is the organization. */
export type Check = {
  name: string
  text: string
  /** What the statement compares with: `$2` and so on. */
  values?(facts: ProofFacts): unknown[]
}

export type ProofFacts = {
  /** The tier of each scope. */
  tiers: Readonly<Record<string, string>>
  /** Of the database of the books, which is home where it is the only one. */
  archive: Archive
  nowMs: number
  /** Where the installation has cells. Absent: the database of the books has all invoices. */
  numbers?: NumbersOfAll
  /** The cells in which the organization is or was. Cells of earlier releases deleted charges before they were archived. */
  wasIn?: readonly string[]
}

/** Usage waits at most from one first of a month to the next for its invoice, and the cycle runs every hour. */
export const invoicedAfterMs = 32 * 86_400_000
