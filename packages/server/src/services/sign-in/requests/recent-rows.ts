import type { Clock } from '@nani/foundation/core/index.ts'

const keepMs = 10_000
const maxRows = 2_000

/**
 * Rows that this process wrote a moment ago. The next step of a sign-in, if the same process serves it, then reads
 * nothing. A row is given out once, so that a repeated step reads the database. What follows must be a statement that
 * checks all conditions again: a row can have changed since.
 */
export type RecentRows<Row> = {
  remember(key: string, row: Row): void
  take(key: string): Row | null
}

export const createRecentRows = <Row>(clock: Clock): RecentRows<Row> => {
  const rows = new Map<string, { row: Row; atMs: number }>()
  return {
    remember(key, row) {
      rows.delete(key)
      if (rows.size >= maxRows) rows.delete(rows.keys().next().value as string)
      rows.set(key, { row, atMs: clock.now() })
    },
    take(key) {
      const found = rows.get(key)
      rows.delete(key)
      return found && clock.now() - found.atMs < keepMs ? found.row : null
    },
  }
}
