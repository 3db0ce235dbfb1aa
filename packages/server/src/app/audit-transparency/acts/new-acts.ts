import { canonicalAct } from '../../../gateway/acts/index.ts'
import { isWrittenSince, maxEntriesOfStep, readSnapshot, type Snapshot } from '../new-entries.ts'
import type { Database } from '../tree-rows.ts'

/** An act without a leaf, in canonical form. */
export type NewAct = { act_number: string; at: string; canonical: string }

/** Which acts the sequencer takes next. */
export type ActPosition = {
  /** The snapshot since which it takes what was committed. Null: no step has read acts. */
  since: Snapshot | null
  /** Acts of before that snapshot are taken after this time and number. Null: all of them were. */
  sweep: { at: string; number: string } | null
}

const selected = `select e.act_number, e.at::text as at, ${canonicalAct} as canonical from acts e`
const hasNoLeaf = 'not exists (select from act_leaves l where l.act_number = e.act_number)'

/**
 * Reads the acts of the next step, and the position after it. Acts of before are taken first, in the order of their times: a later
 * one then never has an earlier time than those before it (`nani audit check`).
 */
export const readNewActs = async (
  database: Database,
  { since, sweep }: ActPosition,
  now: Snapshot,
): Promise<{ acts: NewAct[]; next: ActPosition; isComplete: boolean }> => {
  // A restored backup may be on a server whose transactions have lower numbers.
  if (!since || BigInt(now.xmax) < BigInt(since.xmax))
    return readNewActs(database, { since: now, sweep: { at: '-infinity', number: '0' } }, now)
  const { rows: acts } = sweep
    ? await database.query<NewAct>(
        `${selected} where (e.at, e.act_number) > ($1::timestamptz, $2) and ${hasNoLeaf}
         order by e.at, e.act_number limit ${maxEntriesOfStep}`,
        [sweep.at, sweep.number],
      )
    : await database.query<NewAct>(
        `${selected} where ${isWrittenSince} and ${hasNoLeaf}
         order by e.at, e.act_number limit ${maxEntriesOfStep}`,
        [since.xmax, since.active],
      )
  const last = acts.at(-1)
  if (last && acts.length === maxEntriesOfStep)
    return {
      acts,
      next: { since, sweep: sweep && { at: last.at, number: last.act_number } },
      isComplete: false,
    }
  return { acts, next: { since: sweep ? since : now, sweep: null }, isComplete: sweep === null }
}

/** Reads the position from the row of the sequencer. */
export const readActPosition = async (database: Database): Promise<ActPosition> => {
  const { rows } = await database.query<{ until: string | null; at: string | null; number: string | null }>(
    'select acts_read_until as until, acts_sweep_at::text as at, acts_sweep_number as number from audit_sequencing',
  )
  const [row] = rows
  if (!row?.until) return { since: null, sweep: null }
  const { until, at, number } = row
  return { since: readSnapshot(until), sweep: at === null || number === null ? null : { at, number } }
}

export const writeActPosition = async (database: Database, { since, sweep }: ActPosition): Promise<void> => {
  await database.query(
    'update audit_sequencing set acts_read_until = $1, acts_sweep_at = $2, acts_sweep_number = $3',
    [since?.text ?? null, sweep?.at ?? null, sweep?.number ?? null],
  )
}

/** SQL: whether an act `e` without a leaf waits for a step. Values: `xmax`, active transactions, and the sweep. */
export const waitsForStep = `($1::text is null or ${isWrittenSince.replace('$1::xid8', '$1::text::xid8')}
  or coalesce((e.at, e.act_number) > ($3::timestamptz, $4::bigint), false))`

export const valuesOfWaiting = ({ since, sweep }: ActPosition): unknown[] => [
  ...[since?.xmax ?? null, since?.active ?? [], sweep?.at ?? null, sweep?.number ?? null],
]
