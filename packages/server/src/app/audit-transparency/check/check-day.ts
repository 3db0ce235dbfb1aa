import type { Environment } from '@nani/contract'
import { canonicalEntry } from '../../audit/index.ts'
import { commitmentOf } from '../append-entries.ts'
import { isWrittenSince } from '../new-entries.ts'
import type { NextStep } from '../next-step.ts'
import type { Database } from '../tree-rows.ts'
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
}

type Row = {
  application_id: string
  entry_id: string
  leaf_index: string
  salt: Buffer
  canonical: string | null
}

const pageRows = 10_000

// Sorted before the canonical form is made, because it is wider than the entry.
const leavesOfDay = `
  select e.leaf_application as application_id, e.leaf_entry as entry_id, e.leaf_index, e.salt,
    case when e.entry_id is not null then ${canonicalEntry} end as canonical
  from (
    select l.application_id as leaf_application, l.entry_id as leaf_entry, l.leaf_index, l.salt, e.*
    from audit_leaves l
    left join audit_entries e on e.application_id = l.application_id and e.entry_id = l.entry_id and e.day = $1
    where l.day = $1 and l.environment = $2
    order by l.leaf_index offset 0
  ) e`

/** Calculates the commitment of each entry of a day again. Returns how many entries it compared. */
export const checkDay = async (
  client: Database,
  log: CheckedLog,
  day: string,
  findings: Findings,
): Promise<number> => {
  const text = leavesOfDay.replaceAll('$1', `'${day}'::date`).replaceAll('$2', `'${log.environment}'`)
  await client.query(`declare leaves_of_day no scroll cursor for ${text}`)
  const fetch = () => client.query<Row>(`fetch ${pageRows} from leaves_of_day`)
  let compared = 0
  let page = await fetch()
  while (page.rows.length > 0) {
    const { rows } = page
    await log.bundles.prepare(
      (function* () {
        for (const { leaf_index } of rows) if (Number(leaf_index) < log.size) yield Number(leaf_index)
      })(),
    )
    // The database prepares the next page while this one is compared.
    const next = fetch()
    for (const row of rows) compareRow(log, day, row, findings)
    compared += rows.length
    page = await next
  }
  await client.query('close leaves_of_day')
  return compared
}

const compareRow = (log: CheckedLog, day: string, row: Row, findings: Findings): void => {
  const { environment, size, times, seen } = log
  const leaf = Number(row.leaf_index)
  // Not covered by the newest checkpoint yet.
  if (leaf >= size) return
  const bit = 1 << (leaf & 7)
  const isTaken = ((seen[leaf >> 3] as number) & bit) !== 0
  seen[leaf >> 3] = (seen[leaf >> 3] as number) | bit
  const fault = faultOf(log, leaf, row, isTaken)
  if (!fault) return
  const { entry_id, application_id } = row
  findings.add({
    ...{ environment, entry_id, application_id, day, leaf_index: leaf, entered: times.between(leaf) },
    ...fault,
  })
}

const faultOf = (
  log: CheckedLog,
  leaf: number,
  { salt, canonical }: Row,
  isTaken: boolean,
): Pick<Finding, 'kind' | 'message'> | null => {
  if (canonical === null)
    return { kind: 'removed', message: 'Its leaf is in the log, and the entry is not in the table.' }
  if (isTaken || !log.bundles.commitment(leaf)?.equals(commitmentOf(salt, canonical)))
    return { kind: 'changed', message: 'The entry does not have the commitment of its leaf.' }
  const message = lateness(log, leaf, canonical)
  return message === null ? null : { kind: 'back_dated', message }
}

/** A call may take as long, and so may the transaction that writes its entry. */
const toleranceMs = 10 * 60_000
const atMember = '"at":"'

/** Null for an entry in order: one that was committed before a checkpoint is in that checkpoint. */
const lateness = ({ times }: CheckedLog, leaf: number, canonical: string): string | null => {
  const { before } = times.around(leaf)
  // The first checkpoint covers all entries of before the log.
  if (!before) return null
  const from = canonical.indexOf(atMember) + atMember.length
  const atMs = Date.parse(canonical.slice(from, canonical.indexOf('"', from)))
  if (atMs >= before.atMs - toleranceMs) return null
  const entered = new Date(before.atMs).toISOString()
  return `It is dated ${new Date(atMs).toISOString()}, and it entered the log after the checkpoint of ${entered}.`
}

type Added = {
  application_id: string
  entry_id: string
  day: string
  environment: Environment
  at: Date
  is_new: boolean
}

/** Entries of a day that have no leaf. Those that the next step of the sequencer takes wait for it. Returns how many do. */
export const checkAdded = async (
  client: Database,
  day: string,
  next: NextStep,
  findings: Findings,
): Promise<number> => {
  const { rows } = await client.query<Added>(
    `select e.application_id, e.entry_id, e.day::text as day, coalesce(a.environment, 'production') as environment, e.at,
       coalesce(e.day >= $4::date or e.day >= $3::date and ${isWrittenSince}, false) as is_new
     from audit_entries e left join applications a on a.application_id = e.application_id
     where e.day = $5 and not exists (
       select from audit_leaves l
       where l.application_id = e.application_id and l.entry_id = e.entry_id and l.day = e.day)
     order by e.at, e.entry_id`,
    [next.xmax, next.active, next.firstDay, next.sweepDay, day],
  )
  let waiting = 0
  for (const { at, is_new: isNew, ...row } of rows) {
    if (isNew) waiting++
    else
      findings.add({
        kind: 'added',
        message: `It is dated ${at.toISOString()}, and it never entered the log.`,
        ...row,
      })
  }
  return waiting
}
