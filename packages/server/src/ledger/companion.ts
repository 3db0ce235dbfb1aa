/**
 * Rows that a service wants written in the very statement that commits its call: they are there exactly if the call
 * counts. The ledger knows nothing of them but this.
 */
export type Companion = {
  part: CompanionPart
  /** What the part reads of this call. */
  row: Record<string, unknown>
}

export type CompanionPart = {
  /** Tells statements with different parts from each other. */
  name: string
  /**
   * Common table expressions of the commit, each with a comma before it. `$1` is the application; `passed` holds the
   * calls that count, with `day`, `at` and `companion`: the row as json, null for a call without one.
   */
  expressions: string
}
