import type { Environment } from '@nani/contract'
import type { Database } from '@nani/foundation/storage/index.ts'
import type { EnteredBetween } from './finding.ts'

/** When the leaves of a log entered it, by its stored checkpoints. */
export type CheckpointTimes = {
  /** The size and the time of the checkpoint before the leaf, and of the first one with it. */
  around(leaf: number): { before: Row | null; with: Row | null }
  between(leaf: number): EnteredBetween
}
type Row = { size: number; atMs: number }

export const readCheckpointTimes = async (
  database: Database,
  environment: Environment,
): Promise<CheckpointTimes> => {
  const { rows } = await database.query<{ size: string; at: Date }>(
    'select size, at from audit_checkpoints where environment = $1 order by size',
    [environment],
  )
  const checkpoints = rows.map(({ size, at }) => ({ size: Number(size), atMs: at.getTime() }))
  const around = (leaf: number) => {
    let low = 0
    let high = checkpoints.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((checkpoints[middle] as Row).size > leaf) high = middle
      else low = middle + 1
    }
    return { before: checkpoints[low - 1] ?? null, with: checkpoints[low] ?? null }
  }
  const text = (row: Row | null) => (row ? new Date(row.atMs).toISOString() : null)
  return {
    around,
    between(leaf) {
      const { before, with: first } = around(leaf)
      return { after: text(before), until: text(first) }
    },
  }
}
