import type { Environment } from '@nani/contract'
import type { Database } from '@nani/foundation/storage/index.ts'
import { environmentOfEntry, isWrittenSince } from '../new-entries.ts'
import type { NextStep } from '../next-step.ts'
import type { Findings } from './finding.ts'

type Added = {
  application_id: string
  entry_id: string
  day: string
  environment: Environment
  at: Date
  is_new: boolean
}

/**
 * Entries of a day that have no leaf. Those that the next step of the sequencer takes wait for it. Returns how many do.
 *
 * `withLeaf`: how many entries have a leaf, where every leaf was as it should be. A day that has as many entries has no other one. They
 * are then counted only, and not compared with all leaves again. Null: a leaf was not as it should be.
 */
export const checkAdded = async (
  client: Database,
  { day, withLeaf }: { day: string; withLeaf: number | null },
  next: NextStep,
  findings: Findings,
): Promise<number> => {
  const hasOneLeafEach = await isOneLeafEach(client, day)
  if (!hasOneLeafEach) await checkRepeated(client, day, findings)
  const { rows: counted } = await client.query<{ entries: string }>(
    'select count(*) as entries from audit_entries where day = $1',
    [day],
  )
  if (hasOneLeafEach && Number(counted[0]?.entries) === withLeaf) return 0
  const { rows } = await client.query<Added>(
    `select e.application_id, e.entry_id, e.day::text as day, ${environmentOfEntry} as environment, e.at,
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
        message: neverEntered(at),
        ...row,
      })
  }
  return waiting
}

/** Entries outside the days of the partitions: a table that a superuser added under another name holds them. */
export const checkOutside = async (
  client: Database,
  { first, last }: { first: string; last: string },
  { from, to }: { from: string | null; to: string | null },
  findings: Findings,
): Promise<void> => {
  const { rows } = await client.query<Omit<Added, 'is_new'>>(
    `select e.application_id, e.entry_id, e.day::text as day, ${environmentOfEntry} as environment, e.at
     from audit_entries e left join applications a on a.application_id = e.application_id
     where (e.day < $1::date or e.day > $2::date)
       and e.day between coalesce($3::date, '-infinity') and coalesce($4::date, 'infinity')
     order by e.at, e.entry_id limit 1000`,
    [first, last, from, to],
  )
  for (const { at, ...row } of rows)
    findings.add({
      ...{ kind: 'added', ...row },
      message: `It is dated ${at.toISOString()}, and its table is none of those of the audit log.`,
    })
}

export const neverEntered = (at: Date): string =>
  `It is dated ${at.toISOString()}, and it never entered the log.`

/** Whether the table of a day allows one leaf for each entry. A superuser can drop that: an entry with two leaves would hide another. */
const isOneLeafEach = async (client: Database, day: string): Promise<boolean> => {
  const { rows } = await client.query<{ is_one: boolean }>(
    `select not exists (select from audit_leaves where day = $1) or exists (
       select from pg_index i
       where i.indrelid = (select tableoid from audit_leaves where day = $1 limit 1)
         and i.indisprimary and i.indisunique and i.indisvalid and i.indisready
         and (select array_agg(a.attname::text order by a.attname) from pg_attribute a
              where a.attrelid = i.indrelid and a.attnum = any(i.indkey)) = '{application_id,day,entry_id}') as is_one`,
    [day],
  )
  return rows[0]?.is_one === true
}

type Repeated = { application_id: string; entry_id: string; environment: Environment; leaves: string[] }

const checkRepeated = async (client: Database, day: string, findings: Findings): Promise<void> => {
  const { rows } = await client.query<Repeated>(
    `select application_id, entry_id, min(environment) as environment,
       array_agg(leaf_index::text order by leaf_index) as leaves
     from audit_leaves where day = $1 group by application_id, entry_id having count(*) > 1 order by 1, 2`,
    [day],
  )
  for (const { leaves, ...entry } of rows)
    findings.add({
      ...{ kind: 'added', ...entry, day, leaf_index: Number(leaves.at(-1)) },
      message: `It has the leaves ${leaves.join(' and ')}, and an entry has one.`,
    })
}
