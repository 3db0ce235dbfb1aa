import type { Archive } from '@nani/foundation/archive/index.ts'
import { dayMs } from '@nani/foundation/core/index.ts'
import { dayOf } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { type ActNeeds, defineAct, needsOf } from '../../gateway/acts/index.ts'
import { applicationInput } from './applications.ts'

const pageRows = 1_000

/** The members of an exported entry, in the order of the columns of a CSV file. */
export const exportedFields = [
  ...['at', 'entry_id', 'actor', 'api_key', 'request_id', 'client_address', 'method', 'path', 'http_status'],
  ...['error_code', 'service', 'purpose', 'scopes', 'outcome', 'result_id', 'read_ids'],
] as const

export type ExportedEntry = Record<string, string | number | string[] | null>

const exportInput = Type.Object(
  {
    ...applicationInput,
    from: Type.Unsafe<Date>({}),
    until: Type.Unsafe<Date>({}),
    write: Type.Unsafe<(entries: readonly ExportedEntry[]) => Promise<void>>({}),
  },
  { additionalProperties: false },
)

/** `databases`: those with entries of applications. Absent: home alone. */
type Needs = ActNeeds & { archive: Archive; databases?: readonly { pool: pg.Pool; archive: Archive }[] }

/**
 * Reads the audit entries of an application in the order of their time, a day at a time. Entries stay in the database in which they were
 * written, so that those of a day may be in several. Pseudonyms of citizens are left
 * out, because two exports could be compared by them. The export itself is an act.
 */
export const exportAudit = defineAct({
  name: 'audit.export',
  sentence: {
    en: 'Exports the audit log of an application',
    fr: 'Exporte le journal d’audit d’une application',
  },
  actors: { operator: ['supervisor', 'auditor'] },
  input: exportInput,
  output: Type.Object({ entries: Type.Integer() }),
  needs: needsOf<Needs>(),
  // Before anything is read, because a process may end in between.
  started: ({ input: { application_id: subject, from, until } }) => ({
    subject,
    after: { from: from.toISOString(), until: until.toISOString(), state: 'started' },
  }),
  async prepare({ input: { application_id: applicationId, from, until, write }, needs }) {
    const { databases = [needs] } = needs
    let entries = 0
    for (let day = startOfDay(from); day < until.getTime(); day += dayMs)
      for (const { pool, archive } of databases)
        for await (const page of pagesOf(pool, archive, { applicationId, from, until, day: dayOf(day) })) {
          entries += page.length
          await write(page)
        }
    return entries
  },
  async perform({ input: { application_id: subject, from, until }, prepared: entries }) {
    const period = { from: from.toISOString(), until: until.toISOString() }
    return { result: { entries }, entry: { subject, after: { ...period, state: 'finished', entries } } }
  },
})

const startOfDay = (time: Date): number => Math.floor(time.getTime() / dayMs) * dayMs

type Day = { applicationId: string; from: Date; until: Date; day: string }
type Page = (ExportedEntry & { entry_id: string })[]

const columns = `
  to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, entry_id, actor, api_key,
  request_id, client_address, method, path, http_status, error_code, service, purpose, scopes, outcome,
  result_id, read_ids`
const conditions = 'day = $2 and at >= $3 and at < $4 and entry_id > $5 order by entry_id limit $6'
const stored = `select ${columns} from audit_entries where application_id = $1 and ${conditions}`
const archived = `
  select ${columns} from jsonb_populate_recordset(null::audit_entries, $7::jsonb)
  where application_id = $1 and ${conditions}`

/** First what the database has, then what the archive has: also of a day that is archived meanwhile. */
const pagesOf = async function* (
  pool: pg.Pool,
  archive: Archive,
  { applicationId, from, until, day }: Day,
): AsyncGenerator<Page> {
  let last = ''
  const read = async (text: string, limit: number, ...rows: string[]): Promise<Page> =>
    (await pool.query(text, [applicationId, day, from, until, last, limit, ...rows])).rows
  for (;;) {
    const page = await read(stored, pageRows)
    last = page.at(-1)?.entry_id ?? last
    if (page.length > 0) yield page
    if (page.length < pageRows) break
  }
  const inArchive = (await archive.steadily(() => archive.daysOf('audit_entries'))).find(
    (one) => one.day === day,
  )
  if (!inArchive) return
  for await (const rows of archive.read(inArchive, [applicationId])) {
    const page = await read(archived, rows.length, JSON.stringify(rows.map(({ row }) => row)))
    last = page.at(-1)?.entry_id ?? last
    if (page.length > 0) yield page
  }
}
