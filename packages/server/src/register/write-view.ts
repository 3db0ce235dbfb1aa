/** In whose answers a written row appears. */
export type WriteView = 'sandbox' | 'production' | 'both'

/** What was not written, by its place in the list that was given, and why. */
export type RefusedRow = { index: number; reason: string }
export type WriteOutcome = { written: number; refused: RefusedRow[] }

export type Visible = { in_sandbox: boolean; in_production: boolean }

/** Who is visible where `view` does not write is left alone: whose they are, or null when they may be written. */
export const belongsElsewhere = (existing: Visible | undefined, view: WriteView): string | null => {
  if (existing?.in_production && view === 'sandbox') return 'belongs to the production register'
  if (existing?.in_sandbox && view === 'production') return 'belongs to the sandbox'
  return null
}
