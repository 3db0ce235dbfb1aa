import { tileWidth } from '@nani/engines/transparency-log/index.ts'
import { canonicalAct } from '../../../gateway/acts/index.ts'
import { type ActPosition, valuesOfWaiting, waitsForStep } from '../acts/new-acts.ts'
import { treeOfActs } from '../append-entries.ts'
import type { Database } from '../tree-rows.ts'
import { type BundleRow, type CheckedLog, contentFault, neverEntered, takePlaces } from './check-day.ts'
import type { Findings } from './finding.ts'

/** The id of an act in findings and proofs. */
export const actId = (number: string): string => `act_${number}`

/** The leaves of acts in the newest checkpoint, with their acts. `$1` is its size. */
const leavesWithActs = `
  select l.act_number as leaf_act, l.leaf_index, l.salt, e.*
  from act_leaves l left join acts e on e.act_number = l.act_number
  where l.leaf_index >= 0 and l.leaf_index < $1`

const bundlesOfActs = `
  select e.leaf_index >> 8 as bundle, count(*)::int as leaves,
    bit_or(set_bit(B'${'0'.repeat(tileWidth)}', (e.leaf_index & 255)::int, 1)) as places,
    bool_and(coalesce(
      substring(b.commitments from (e.leaf_index & 255)::int * 32 + 1 for 32)
        = sha256(e.salt || convert_to(${canonicalAct}, 'UTF8')), false)) as is_equal
  from (${leavesWithActs}) e
  left join audit_bundles b on b.environment = '${treeOfActs}' and b.bundle = e.leaf_index >> 8
  group by 1`

const actsOfBundle = `
  select e.leaf_act, e.leaf_index, e.salt, case when e.act_number is not null then ${canonicalAct} end as canonical
  from (${leavesWithActs} and l.leaf_index >> 8 = $2) e order by e.leaf_index`

type ActRow = { leaf_act: string; leaf_index: string; salt: Buffer; canonical: string | null }

/**
 * Calculates the commitment of each act again, whatever the days of the check: acts are kept for ever, and are few next to the
 * entries of calls. Returns how many it compared.
 */
export const checkActs = async (client: Database, log: CheckedLog, findings: Findings): Promise<number> => {
  const { rows } = await client.query<BundleRow>(bundlesOfActs, [log.size])
  await log.bundles.verify(rows.map(({ bundle }) => Number(bundle)))
  let compared = 0
  for (const row of rows) {
    compared += row.leaves
    if (!takePlaces(log, row)) await compareActs(client, log, row.bundle, findings)
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
    const fault = contentFault(log, leaf, row)
    if (fault) findings.add({ ...ofAct(log, row.leaf_act, leaf), ...fault })
  }
}

const ofAct = ({ environment, times }: CheckedLog, number: string, leaf: number) => ({
  ...{ environment, entry_id: actId(number), leaf_index: leaf, entered: times.between(leaf) },
})

/** An act has the time at which its transaction began. One that takes longer is named. */
const toleranceHours = 24

/**
 * Acts enter the log in the order of their commits. One that is dated long before an act in front of it was added later. This
 * needs no time of a checkpoint.
 */
const checkOrder = async (client: Database, log: CheckedLog, findings: Findings): Promise<void> => {
  const { rows } = await client.query<{ leaf_act: string; leaf_index: string; at: Date; newest: Date }>(
    `select * from (
       select leaf_act, leaf_index, at, max(at) over (order by leaf_index) as newest
       from (${leavesWithActs}) e) e
     where at < newest - interval '${toleranceHours} hours' order by leaf_index`,
    [log.size],
  )
  for (const { leaf_act: number, leaf_index: leaf, at, newest } of rows)
    findings.add({
      ...{ kind: 'back_dated', ...ofAct(log, number, Number(leaf)) },
      message: `It is dated ${at.toISOString()}, and it entered the log after an act of ${newest.toISOString()}.`,
    })
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
