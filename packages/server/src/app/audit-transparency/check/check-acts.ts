import { tileWidth } from '@nani/engines/transparency-log/index.ts'
import { type Database, dayMs } from '@nani/foundation/storage/index.ts'
import { canonicalAct } from '../../../gateway/acts/index.ts'
import { type ActPosition, valuesOfWaiting, waitsForStep } from '../acts/new-acts.ts'
import { treeOfActs } from '../append-entries.ts'
import { neverEntered } from './check-added.ts'
import {
  type CheckedLog,
  contentFault,
  type DatedBundle,
  isLate,
  type LeafContent,
  lateFault,
  takePlaces,
} from './check-day.ts'
import type { Findings } from './finding.ts'

/** The id of an act in findings and proofs. */
export const actId = (number: string): string => `act_${number}`

/** The leaves of acts in the newest checkpoint, with their acts. `$1` is its size. */
const leavesWithActs = `
  select l.act_number as leaf_act, l.leaf_index, l.salt, e.*
  from act_leaves l left join acts e on e.act_number = l.act_number
  where l.leaf_index >= 0 and l.leaf_index < $1`

// An act of before the log has no number of a transaction. Its time says nothing about when it got its leaf.
const bundlesOfActs = `
  select e.leaf_index >> 8 as bundle, count(*)::int as leaves,
    coalesce(min(e.at) filter (where e.written_in is not null), 'infinity') as earliest,
    bit_or(set_bit(B'${'0'.repeat(tileWidth)}', (e.leaf_index & 255)::int, 1)) as places,
    bool_and(coalesce(
      substring(b.commitments from (e.leaf_index & 255)::int * 32 + 1 for 32)
        = sha256(e.salt || convert_to(${canonicalAct}, 'UTF8')), false)) as is_equal
  from (${leavesWithActs}) e
  left join audit_bundles b on b.environment = '${treeOfActs}' and b.bundle = e.leaf_index >> 8
  group by 1`

const actsOfBundle = `
  select e.leaf_act, e.leaf_index, e.salt, e.written_in is not null as is_dated, case when e.act_number is not null then ${canonicalAct} end as canonical
  from (${leavesWithActs} and l.leaf_index >> 8 = $2) e order by e.leaf_index`

type ActRow = LeafContent & { leaf_act: string; leaf_index: string; is_dated: boolean }

/**
 * Calculates the commitment of each act again, whatever the days of the check: acts are kept for ever, and are few next to the
 * entries of calls. Returns how many it compared.
 */
export const checkActs = async (client: Database, log: CheckedLog, findings: Findings): Promise<number> => {
  const { rows } = await client.query<DatedBundle>(bundlesOfActs, [log.size])
  await log.bundles.verify(rows.map(({ bundle }) => Number(bundle)))
  let compared = 0
  for (const row of rows) {
    compared += row.leaves
    if (isLate(log, row, toleranceMs) || !takePlaces(log, row))
      await compareActs(client, log, row.bundle, findings)
  }
  await checkOrder(client, log, findings)
  return compared
}

const compareActs = async (
  client: Database,
  log: CheckedLog,
  bundle: string,
  findings: Findings,
): Promise<void> => {
  await log.bundles.prepare([Number(bundle) * tileWidth])
  const { rows } = await client.query<ActRow>(actsOfBundle, [log.size, bundle])
  for (const row of rows) {
    const leaf = Number(row.leaf_index)
    const fault =
      contentFault(log, leaf, row) ?? (row.is_dated ? lateFault(log, leaf, row, toleranceMs) : null)
    if (fault) findings.add({ ...ofAct(log, row.leaf_act, leaf), ...fault })
  }
}

const ofAct = ({ environment, times }: CheckedLog, number: string, leaf: number) => ({
  ...{ environment, entry_id: actId(number), leaf_index: leaf, entered: times.between(leaf) },
})

/** An act has the time at which its transaction began. One that takes longer is named. */
const toleranceMs = dayMs

type Unordered = { leaf_act: string; leaf_index: string; at: Date; newest: Date | null; follows: boolean }

/**
 * Acts of before the log got their leaves first, in the order in which they were written. One that follows an act of later, or is
 * dated long before another one of before, was added later. A time that no clock had reached when they got their leaves
 * proves nothing.
 */
const checkOrder = async (client: Database, log: CheckedLog, findings: Findings): Promise<void> => {
  const { rows: ends } = await client.query<{ last: string | null }>(
    `select max(leaf_index) as last from (${leavesWithActs}) e where act_number is not null and written_in is null`,
    [log.size],
  )
  const last = ends[0]?.last
  if (last == null) return
  const entered = log.times.around(Number(last)).with
  const { rows } = await client.query<Unordered>(
    `select * from (
       select leaf_act, leaf_index, at, written_in is null as is_before,
         coalesce(bool_or(written_in is not null) over earlier, false) as follows,
         max(at) filter (where written_in is null and at <= $2) over earlier as newest
       from (${leavesWithActs}) e where act_number is not null
       window earlier as (order by leaf_index rows between unbounded preceding and 1 preceding)) e
     where is_before and (follows or at < newest - make_interval(secs => $3)) order by leaf_index`,
    [log.size, new Date(entered?.atMs ?? 0), toleranceMs / 1_000],
  )
  for (const { leaf_act: number, leaf_index: leaf, at, newest, follows } of rows) {
    const after = follows ? 'acts of later' : `an act of ${newest?.toISOString()}`
    findings.add({
      ...{ kind: 'back_dated', ...ofAct(log, number, Number(leaf)) },
      message: `It is dated ${at.toISOString()}, as an act of before the log, and it entered the log after ${after}.`,
    })
  }
}

type Added = { act_number: string; at: Date; waits: boolean }

/** Acts that have no leaf in a checkpoint. Returns how many wait for the next step of the sequencer. */
export const checkAddedActs = async (
  client: Database,
  { position, size }: { position: ActPosition; size: number },
  findings: Findings,
): Promise<number> => {
  const { rows } = await client.query<Added>(
    `select e.act_number, e.at, ${waitsForStep} as waits from acts e
     where not exists (select from act_leaves l where l.act_number = e.act_number) order by e.act_number`,
    valuesOfWaiting(position),
  )
  const environment = treeOfActs
  for (const { act_number: number, at } of rows.filter(({ waits }) => !waits))
    findings.add({ kind: 'added', environment, entry_id: actId(number), message: neverEntered(at) })
  const { rows: stray } = await client.query<{ act_number: string; leaf_index: string }>(
    'select act_number, leaf_index from act_leaves where leaf_index < 0 or leaf_index >= $1 order by act_number',
    [size],
  )
  for (const { act_number: number, leaf_index: leaf } of stray)
    findings.add({
      ...{ kind: 'added', environment, entry_id: actId(number), leaf_index: Number(leaf) },
      message: `Its leaf ${leaf} of "${environment}" is in no checkpoint.`,
    })
  return rows.filter(({ waits }) => waits).length
}
