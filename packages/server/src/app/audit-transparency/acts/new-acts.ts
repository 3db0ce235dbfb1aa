import type { Database } from '@nani/foundation/storage/index.ts'
import { canonicalAct } from '../../../gateway/acts/index.ts'
import {
  isWrittenSince as isEntrySince,
  maxEntriesOfStep,
  readSnapshot,
  type Snapshot,
} from '../new-entries.ts'

/** An act without a leaf, in canonical form. */
export type NewAct = { act_number: string; canonical: string }

/** Which acts the sequencer takes next. */
export type ActPosition = {
  /** The snapshot since which it takes what was committed. Null: no step has read acts. */
  since: Snapshot | null
  /** Acts of before that snapshot are taken after this number. Null: all of them were. */
  sweep: string | null
}

const selected = `select e.act_number, ${canonicalAct} as canonical from acts e`
export const hasNoLeaf = 'not exists (select from act_leaves l where l.act_number = e.act_number)'
const nextTransaction = 'pg_snapshot_xmax(pg_current_snapshot())'

/**
 * SQL: whether the snapshot `$1`, `$2` could not see the act. Acts of a restored backup can have numbers that its new server has
 * not reached.
 */
export const isActSince = `(e.written_in is not null and e.written_in < ${nextTransaction} and ${isEntrySince})`

/**
 * Reads the acts of the next step, and the position after it. Acts of before are taken first, in the order in which they were
 * written. `nani audit check` relies on that.
 */
export const readNewActs = async (
  database: Database,
  { since, sweep }: ActPosition,
  now: Snapshot,
): Promise<{ acts: NewAct[]; next: ActPosition; isComplete: boolean }> => {
  // A restored backup may be on a server whose transactions have lower numbers.
  if (!since || BigInt(now.xmax) < BigInt(since.xmax))
    return readNewActs(database, { since: now, sweep: '0' }, now)
  const { rows: acts } =
    sweep === null
      ? await database.query<NewAct>(
          `${selected} where ${isActSince} and ${hasNoLeaf} order by e.at, e.act_number limit ${maxEntriesOfStep}`,
          [since.xmax, since.active],
        )
      : await database.query<NewAct>(
          `${selected} where e.act_number > $1 and ${hasNoLeaf} order by e.act_number limit ${maxEntriesOfStep}`,
          [sweep],
        )
  const last = acts.at(-1)
  if (last && acts.length === maxEntriesOfStep)
    return { acts, next: { since, sweep: sweep && last.act_number }, isComplete: false }
  return { acts, next: { since: sweep === null ? now : since, sweep: null }, isComplete: sweep === null }
}

/** Reads the position from the row of the sequencer. */
export const readActPosition = async (database: Database): Promise<ActPosition> => {
  const { rows } = await database.query<{ until: string | null; number: string | null }>(
    'select acts_read_until as until, acts_sweep_number as number from audit_sequencing',
  )
  const { until = null, number = null } = rows[0] ?? {}
  return { since: until === null ? null : readSnapshot(until), sweep: number }
}

export const writeActPosition = async (database: Database, { since, sweep }: ActPosition): Promise<void> => {
  await database.query('update audit_sequencing set acts_read_until = $1, acts_sweep_number = $2', [
    since?.text ?? null,
    sweep,
  ])
}

/** SQL: whether an act `e` without a leaf waits for a step. A position of another server counts like none. */
export const waitsForStep = `($1::text is null or $1::text::xid8 > ${nextTransaction}
  or coalesce(${isActSince.replace('$1::xid8', '$1::text::xid8')}, false)
  or coalesce(e.act_number > $3::bigint, false))`

export const valuesOfWaiting = ({ since, sweep }: ActPosition): unknown[] => [
  ...[since?.xmax ?? null, since?.active ?? [], sweep],
]
