import type { Environment } from '@nani/contract'

/** When a leaf entered the log: after one checkpoint, and before or with another. */
export type EnteredBetween = { after: string | null; until: string | null }

/** Something in the audit log that contradicts the transparency log. */
export type Finding = {
  kind:
    | 'changed'
    | 'removed'
    | 'added'
    | 'back_dated'
    | 'tree_altered'
    | 'checkpoint_forged'
    | 'history_shortened'
    | 'history_changed'
  environment: Environment
  /** The cell whose log it is. Absent: that of home. */
  cell?: string
  /** By what it was noticed, and what is wrong, for people. */
  message: string
  entry_id?: string
  application_id?: string
  day?: string
  leaf_index?: number
  entered?: EnteredBetween
}

/** Keeps the first findings, and counts all of them. */
export const collectFindings = (maxKept = 1_000) => {
  const kept: Finding[] = []
  let count = 0
  return {
    kept,
    count: () => count,
    add(finding: Finding) {
      count++
      if (kept.length < maxKept) kept.push(finding)
    },
  }
}
export type Findings = ReturnType<typeof collectFindings>
