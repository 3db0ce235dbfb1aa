/** The environments whose calls see a written row. */
export type WriteView = 'sandbox' | 'production' | 'both'

/** A row that was not written: its index in the given list, and the reason. */
export type RefusedRow = { index: number; reason: string }
export type WriteOutcome = { written: number; refused: RefusedRow[] }

export type Visible = { in_sandbox: boolean; in_production: boolean }

/** A row that is visible outside `view` is not changed. Returns its environment, or null if it may be written. */
export const belongsElsewhere = (existing: Visible | undefined, view: WriteView): string | null => {
  if (existing?.in_production && view === 'sandbox') return 'belongs to the production register'
  if (existing?.in_sandbox && view === 'production') return 'belongs to the sandbox'
  return null
}
