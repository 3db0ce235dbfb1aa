import type { Environment } from '@nani/contract'
import { tileWidth } from '@nani/engines/transparency-log/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import { canonicalEntry } from '../../audit/index.ts'
import { commitmentOf } from '../append-entries.ts'
import type { CheckpointTimes } from './checkpoint-times.ts'
import type { Finding, Findings } from './finding.ts'
import type { VerifiedBundles } from './verified-bundles.ts'

/** What a check knows of one log. */
export type CheckedLog = {
  environment: Environment
  size: number
  bundles: VerifiedBundles
  times: CheckpointTimes
  /** One bit for each leaf whose place in the log was found. */
  seen: Uint8Array
  /** The lowest leaf of the first day that was read, without the days of the margin. */
  lowest: { day: string; leaf: number } | null
  fromDay: string
}

/** The random bytes of a leaf and the canonical form of its entry or act. Null: it is not there. */
export type LeafContent = { salt: Buffer; canonical: string | null }
export type LeafRow = LeafContent & { application_id: string; entry_id: string; leaf_index: string }

const pageRows = 10_000

/** The leaves of a day in the newest checkpoint, with their entries. `$1` is the day, `$2` the environment, `$3` the size. */
const leavesWithEntries = `
  select l.application_id as leaf_application, l.entry_id as leaf_entry, l.leaf_index, l.salt, e.*
  from audit_leaves l
  left join audit_entries e on e.application_id = l.application_id and e.entry_id = l.entry_id and e.day = $1
  where l.day = $1 and l.environment = $2 and l.leaf_index >= 0 and l.leaf_index < $3`

/*
 * One row for each bundle, so that few bytes leave the database, and so that it can use several cores. The commitments are those of
 * the bundle, which is verified against the signed root.
 */
const bundlesOfDay = `
  select e.leaf_index >> 8 as bundle, count(*)::int as leaves, count(e.entry_id)::int as entries,
    min(e.at) as earliest,
    bit_or(set_bit(B'${'0'.repeat(tileWidth)}', (e.leaf_index & 255)::int, 1)) as places,
    bool_and(coalesce(
      substring(b.commitments from (e.leaf_index & 255)::int * 32 + 1 for 32)
        = sha256(e.salt || convert_to(${canonicalEntry}, 'UTF8')), false)) as is_equal
  from (${leavesWithEntries}) e
  left join audit_bundles b on b.environment = $2 and b.bundle = e.leaf_index >> 8
  group by 1`

// Sorted before the canonical form is made, because it is wider than the entry.
const leavesOfBundles = `
  select e.leaf_application as application_id, e.leaf_entry as entry_id, e.leaf_index, e.salt,
    case when e.entry_id is not null then ${canonicalEntry} end as canonical
  from (${leavesWithEntries} and l.leaf_index >> 8 = any($4) order by l.leaf_index offset 0) e`

/** The leaves of one kind in a bundle, and whether each has its commitment. */
type BundleRow = { bundle: string; leaves: number; places: string; is_equal: boolean }
/** `earliest`: of those leaves whose time counts. */
export type DatedBundle = BundleRow & { earliest: Date | null }

/** Of a day in one log: the entries that were compared, those that have a leaf, and whether every leaf was as it should be. */
export type DayCount = { compared: number; withLeaf: number; isInOrder: boolean }

/**
 * Calculates the commitment of each entry of a day again. The leaves of a bundle are looked at one by one if any of them is not as it
 * should be.
 */
export const checkDay = async (
  client: Database,
  log: CheckedLog,
  day: string,
  findings: Findings,
): Promise<DayCount> => {
  const { rows } = await client.query<DatedBundle & { entries: number }>(withValues(bundlesOfDay, log, day))
  await log.bundles.verify(rows.map(({ bundle }) => Number(bundle)))
  const odd: number[] = []
  let compared = 0
  for (const row of rows) {
    takeLowest(log, day, Number(row.bundle) * tileWidth + row.places.indexOf('1'))
    if (!isLate(log, row) && takePlaces(log, row)) compared += row.leaves
    else odd.push(Number(row.bundle))
  }
  const withLeaf = rows.reduce((sum, { entries }) => sum + entries, 0)
  if (odd.length > 0) compared += await compareOneByOne(client, log, day, { bundles: odd, findings })
  return { compared, withLeaf, isInOrder: odd.length === 0 }
}

/** A statement of the simple protocol: a cursor has no values, and the plan of a day must know them. */
const withValues = (text: string, { environment, size }: CheckedLog, day: string): string =>
  text.replaceAll('$1', `'${day}'::date`).replaceAll('$2', `'${environment}'`).replaceAll('$3', String(size))

/** `log.fromDay` is after the margin: no leaf that follows has an entry of before the days that are kept. */
export const takeLowest = (log: CheckedLog, day: string, leaf: number): void => {
  const { lowest, fromDay } = log
  if (day < fromDay || (lowest && lowest.day < day)) return
  log.lowest = { day, leaf: lowest?.day === day ? Math.min(lowest.leaf, leaf) : leaf }
}

/** Whether a leaf of the bundle may be dated before a checkpoint that does not have it. */
export const isLate = (
  { times }: CheckedLog,
  { bundle, earliest, places }: DatedBundle,
  toleranceMs = toleranceOfEntryMs,
): boolean => {
  // Of the checkpoints before these leaves, the newest is the strictest.
  const { before } = times.around(Number(bundle) * tileWidth + places.lastIndexOf('1'))
  return !earliest || (before !== null && earliest.getTime() < before.atMs - toleranceMs)
}

/** Takes the places of the leaves of a bundle. False: one of them has no place of its own or no commitment. */
export const takePlaces = ({ seen }: CheckedLog, row: BundleRow): boolean => {
  const { leaves, places, is_equal: isEqual } = row
  const first = Number(row.bundle) * tileWidth
  const last = first + places.lastIndexOf('1')
  if (!isEqual || places.replaceAll('0', '').length !== leaves) return false
  const taken = seen.subarray(first >> 3, (last >> 3) + 1)
  const bits = Uint8Array.from(taken, (_, byte) => byteOf(places.slice(byte * 8, byte * 8 + 8)))
  if (bits.some((byte, at) => (byte & (taken[at] as number)) !== 0)) return false
  for (const [at, byte] of bits.entries()) taken[at] = (taken[at] as number) | byte
  return true
}

/** The first of eight places is the lowest bit. */
const byteOf = (places: string): number => {
  let byte = 0
  for (let bit = 0; bit < 8; bit++) if (places[bit] === '1') byte |= 1 << bit
  return byte
}

const compareOneByOne = async (
  client: Database,
  log: CheckedLog,
  day: string,
  { bundles, findings }: { bundles: readonly number[]; findings: Findings },
): Promise<number> => {
  const text = withValues(leavesOfBundles, log, day).replaceAll('$4', `'{${bundles.join(',')}}'::bigint[]`)
  await client.query(`declare leaves_of_day no scroll cursor for ${text}`)
  const fetch = () => client.query<LeafRow>(`fetch ${pageRows} from leaves_of_day`)
  let compared = 0
  let page = await fetch()
  while (page.rows.length > 0) {
    const { rows } = page
    await log.bundles.prepare(rows.map(({ leaf_index }) => Number(leaf_index)))
    // The database prepares the next page while this one is compared.
    const next = fetch()
    for (const row of rows) compareRow(log, day, row, findings)
    compared += rows.length
    page = await next
  }
  await client.query('close leaves_of_day')
  return compared
}

export const compareRow = (log: CheckedLog, day: string, row: LeafRow, findings: Findings): void => {
  const { environment, times } = log
  const leaf = Number(row.leaf_index)
  const fault = contentFault(log, leaf, row) ?? lateFault(log, leaf, row)
  if (!fault) return
  const { entry_id, application_id } = row
  findings.add({
    ...{ environment, entry_id, application_id, day, leaf_index: leaf, entered: times.between(leaf) },
    ...fault,
  })
}

type Fault = Pick<Finding, 'kind' | 'message'>

/** Takes the place of a leaf. Null: it is its own, and the entry has its commitment. */
export const contentFault = (
  log: CheckedLog,
  leaf: number,
  { salt, canonical }: LeafContent,
): Fault | null => {
  const { seen } = log
  const bit = 1 << (leaf & 7)
  const isTaken = ((seen[leaf >> 3] as number) & bit) !== 0
  seen[leaf >> 3] = (seen[leaf >> 3] as number) | bit
  if (canonical === null)
    return { kind: 'removed', message: 'Its leaf is in the log, and the entry is not in the table.' }
  if (isTaken || !log.bundles.commitment(leaf)?.equals(commitmentOf(salt, canonical)))
    return { kind: 'changed', message: 'The entry does not have the commitment of its leaf.' }
  return null
}

export const lateFault = (
  log: CheckedLog,
  leaf: number,
  { canonical }: LeafContent,
  toleranceMs = toleranceOfEntryMs,
): Fault | null => {
  const message = canonical === null ? null : lateness(log, leaf, canonical, toleranceMs)
  return message === null ? null : { kind: 'back_dated', message }
}

/** A call may take as long, and so may the transaction that writes its entry. */
const toleranceOfEntryMs = 10 * 60_000
const atMember = '"at":"'

/** Null for an entry in order: one that was committed before a checkpoint is in that checkpoint. */
const lateness = (
  { times }: CheckedLog,
  leaf: number,
  canonical: string,
  toleranceMs: number,
): string | null => {
  const { before } = times.around(leaf)
  // The first checkpoint covers all entries of before the log.
  if (!before) return null
  const from = canonical.indexOf(atMember) + atMember.length
  const atMs = Date.parse(canonical.slice(from, canonical.indexOf('"', from)))
  if (atMs >= before.atMs - toleranceMs) return null
  const entered = new Date(before.atMs).toISOString()
  return `It is dated ${new Date(atMs).toISOString()}, and it entered the log after the checkpoint of ${entered}.`
}
