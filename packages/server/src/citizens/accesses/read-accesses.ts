import type { AccessPurpose, DisputeStatus, ShownService } from '@nani/contract'
import type { Archive } from '@nani/foundation/archive/index.ts'
import { type Database, dayOf } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { EntryKey } from './access-entry.ts'
import type { AccessFilter } from './access-filter.ts'
import { type CitizenKey, type Position, readableDays } from './access-key.ts'
import { archivedEntriesOf, archivedEntry, archivedReads, type EntriesOfDays } from './archived-accesses.ts'
import { askedOfSignIn, belongsToSignIn, isExactSignIn } from './sign-in-entries.ts'

export type AccessRow = {
  application_id: string
  entry_id: string
  day: string
  at: Date
  /** The same instant with the microseconds of the row, for the cursor. */
  exact_at: string
  service: ShownService
  purpose: AccessPurpose | null
  scopes: string[] | null
  outcome: string | null
  /** The scopes that later reads of a sign-in disclosed. */
  read_scopes: string[] | null
  /** The request of a sign-in whose entry does not name all of its scopes. */
  asked_scopes: string[] | null
  sealed_text: Buffer | null
  application_name: string
  organization_name: string
  sealed_reason: Buffer | null
  read_times: number
  last_read_at: Date | null
  /** The reads that belong to a sign-in: their times by path. */
  of_sign_in: Readonly<Record<string, string>> | null
  dispute_id: string | null
  dispute_status: DisputeStatus | null
}

/** What belongs to an entry, and can be in another database than the entry. */
export type Belongings = Omit<AccessRow, keyof OwnColumns> & Pick<AccessRow, 'application_id' | 'entry_id'>
type OwnColumns = Pick<
  AccessRow,
  | 'application_id'
  | 'entry_id'
  | 'day'
  | 'at'
  | 'exact_at'
  | 'service'
  | 'purpose'
  | 'scopes'
  | 'outcome'
  | 'application_name'
  | 'organization_name'
>

/** The condition of the index audit_entries_of_subject, word by word: the planner must recognise it. */
export const isShown = `e.subject is not null and e.result_id is not null
  and e.service in ('kyc_validation', 'age_verification', 'face_recognition', 'credit_scoring', 'sso_login')`

/** The reason of a sign-in is written with the approval. Its entry follows with the code, perhaps after midnight. */
const reasonOfPage = `
  select sealed_reason from face_reasons r
  where r.application_id = p.application_id and r.entry_id = p.entry_id and r.day in (p.day, p.day - 1)
  order by r.day desc limit 1`

type Sources = { entries: string; reads: string }
const stored: Sources = { entries: 'audit_entries', reads: 'audit_entries' }

/**
 * Rows of the archive are typed as those of the table. Reads of an archived entry are in both. A replica can still have
 * the rows of a day that the primary has archived: each counts once.
 */
const archived = (entries: number): Sources => ({
  entries: rowsIn(entries),
  reads: storedAnd(entries + 1),
})

const rowsIn = (parameter: number): string =>
  `jsonb_populate_recordset(null::audit_entries, $${parameter}::jsonb)`

const storedAnd = (
  archivedReadsAt: number,
): string => `(select distinct on (day, application_id, entry_id) * from (
      select * from audit_entries where application_id in (select application_id from page)
        and read_ids && (select array_agg(entry_id) from page)
        and day >= (select min(day) from page) and day <= (select max(day) + ${readableDays} from page)
      union all select * from ${rowsIn(archivedReadsAt)}) also)`

/** What belongs to the entries of `page`: later reads, reason and dispute. */
const withBelongings = (page: string, columns: string, reads = stored.reads): string => `
  with page as materialized (${page}
  ), reading as (
    select p.application_id, p.entry_id, p.service, r.at, r.path, r.outcome, r.scopes,
      row_number() over (partition by p.application_id, p.entry_id, r.path order by r.at, r.entry_id) as nth
    from ${reads} r
    cross join lateral unnest(r.read_ids) as read(id)
    join page p on p.application_id = r.application_id and p.entry_id = read.id
    where r.read_ids <> '{}' and r.read_ids && (select array_agg(entry_id) from page)
      and r.day >= (select min(day) from page) and r.day <= (select max(day) + ${readableDays} from page)
      and r.error_code is null
  ), read_again as (
    select application_id, entry_id, count(*) filter (where not (${belongsToSignIn}))::integer as times,
      max(at) filter (where not (${belongsToSignIn})) as last_at,
      json_object_agg(path, at) filter (where ${belongsToSignIn}) as of_sign_in
    from reading
    group by application_id, entry_id
  ), also_read as (
    select application_id, entry_id, array_agg(distinct scope) as scopes
    from reading cross join lateral unnest(scopes) as scope
    where ${isExactSignIn}
    group by application_id, entry_id
  )
  select ${columns}, f.sealed_reason,
    coalesce(r.times, 0) as read_times, r.last_at as last_read_at, r.of_sign_in, n.scopes as read_scopes,
    asked.scopes as asked_scopes, asked.sealed_text,
    d.dispute_id, d.status as dispute_status
  from page p
  left join lateral (${reasonOfPage}) f on true
  left join read_again r on r.application_id = p.application_id and r.entry_id = p.entry_id
  left join also_read n on n.application_id = p.application_id and n.entry_id = p.entry_id
  ${askedOfSignIn('p.application_id', 'p.entry_id', "p.service = 'sso_login' and p.outcome = 'signed_in'")}
  left join access_disputes d
    on d.application_id = p.application_id and d.entry_id = p.entry_id and d.entry_day = p.day
  order by p.day desc, p.at desc, p.entry_id desc`

/** Entries of one subject that match a condition, also those of applications that moved to another database. */
const entriesThat = (condition: string, sources: Sources = stored): string =>
  withBelongings(
    `
    select e.application_id, e.entry_id, e.day, e.at, e.service, e.purpose, e.scopes, e.outcome,
      coalesce(a.name, l.name, e.application_id) as application_name, coalesce(o.name, e.application_id) as organization_name
    from ${sources.entries} e
    left join applications a on a.application_id = e.application_id
    left join left_applications l on l.application_id = e.application_id and a.application_id is null
    left join organizations o on o.organization_id = coalesce(a.organization_id, l.organization_id)
    where e.subject = $1 and coalesce(a.environment, l.environment) = $2 and ${isShown}
      and ${condition}`,
    'p.*, p.day::text as day, p.at::text as exact_at',
    sources.reads,
  )

/** What belongs to entries of other databases. */
const belongingsThat = (reads?: string): string =>
  withBelongings(
    `
    select * from jsonb_to_recordset($1::jsonb) as entries (application_id text, entry_id text, day date, at timestamptz,
      service text, outcome text)`,
    'p.application_id, p.entry_id',
    reads,
  )
const belongingsStatement = belongingsThat()
const archivedBelongingsStatement = belongingsThat(storedAnd(2))

/**
 * One page, the newest first. The entries come from the index of the subject in each partition. What belongs to them is
 * looked up for the page alone.
 */
const pageThat = (sources: Sources): string =>
  entriesThat(
    `e.day >= $3::date and e.day <= $4::date and e.at >= $5 and e.at < $6
      and ($7::text is null or e.service = $7) and ($8::text is null or o.name = $8)
      and ($9::text is null or e.purpose = $9)
      and (e.day, e.at, e.entry_id) < ($10::date, $11::timestamptz, $12::text)
    order by e.day desc, e.at desc, e.entry_id desc limit $13`,
    sources,
  )

export const accessStatement = pageThat(stored)
const archivedStatement = pageThat(archived(14))

const isEntry = 'e.application_id = $3 and e.entry_id = $4 and e.day = $5'
const oneAccessStatement = entriesThat(isEntry)
const oneArchivedStatement = entriesThat(isEntry, archived(6))

const afterAll: Position = { day: 'infinity', at: 'infinity', entryId: '' }

export type PageReading = { key: CitizenKey; filter: AccessFilter; after: Position | null; limit: number }

/** At most `limit` entries of a citizen in one database, after a position. Archived entries are older than all others. */
export const readAccesses = (
  { pool, archive }: { pool: pg.Pool; archive: Archive },
  reading: PageReading,
): Promise<AccessRow[]> =>
  archive.steadily(async () => {
    const rows = await readStored(pool, reading)
    if (rows.length === reading.limit) return rows
    for await (const entries of archivedEntriesOf(archive, reading)) {
      const last = rows.at(-1)
      const after = last ? { day: last.day, at: last.exact_at, entryId: last.entry_id } : reading.after
      const rest = { ...reading, after, limit: reading.limit - rows.length }
      rows.push(...(await readStored(pool, rest, entries)))
      if (rows.length === reading.limit) break
    }
    return rows
  })

/** Those that are not archived, or those of some archived days. */
const readStored = async (
  database: Database,
  { key: { citizen, environment }, filter, after, limit }: PageReading,
  ofArchive?: EntriesOfDays,
): Promise<AccessRow[]> => {
  const from = after ?? afterAll
  const { rows } = await database.query<AccessRow>(ofArchive ? archivedStatement : accessStatement, [
    citizen,
    environment,
    dayOf(filter.fromMs),
    dayOf(filter.untilMs),
    new Date(filter.fromMs),
    new Date(filter.untilMs),
    filter.service,
    filter.organization,
    filter.purpose,
    from.day,
    from.at,
    from.entryId,
    limit,
    ...(ofArchive ? [ofArchive.entries, ofArchive.reads] : []),
  ])
  return rows
}

/** An entry of a database that the citizen sees, by its key. Null also for the entry of another citizen. */
export const findAccess = (
  { database, archive }: { database: Database; archive: Archive },
  citizen: CitizenKey,
  entry: EntryKey,
): Promise<AccessRow | null> =>
  archive.steadily(async () => {
    const stored = await findStored(database, citizen, entry)
    if (stored) return stored
    const ofArchive = await archivedEntry(archive, entry)
    if (!ofArchive) return null
    const { rows } = await database.query<AccessRow>(oneArchivedStatement, [
      ...valuesOf(citizen, entry),
      ofArchive.entries,
      ofArchive.reads,
    ])
    return rows[0] ?? null
  }, database)

const findStored = async (
  database: Database,
  citizen: CitizenKey,
  entry: EntryKey,
): Promise<AccessRow | null> =>
  (await database.query<AccessRow>(oneAccessStatement, valuesOf(citizen, entry))).rows[0] ?? null

const valuesOf = ({ citizen, environment }: CitizenKey, { applicationId, entryId, day }: EntryKey) => [
  ...[citizen, environment, applicationId, entryId, day],
]

/** What a database and its archive have of entries of other databases. */
export const readBelongings = async (
  { pool, archive }: { pool: pg.Pool; archive: Archive },
  entries: readonly AccessRow[],
): Promise<Belongings[]> => {
  if (entries.length === 0) return []
  const given = entries.map(({ application_id, entry_id, day, exact_at: at, service, outcome }) => ({
    ...{ application_id, entry_id, day, at, service, outcome },
  }))
  return archive.steadily(async () => {
    const reads = await archivedReads(archive, entries)
    const { rows } = await pool.query<Belongings>(
      reads === null ? belongingsStatement : archivedBelongingsStatement,
      [JSON.stringify(given), ...(reads === null ? [] : [reads])],
    )
    return rows
  })
}
