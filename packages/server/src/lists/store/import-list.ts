import pg from 'pg'
import type { Clock } from '../../core/index.ts'
import { type Audience, type ListDefinition, type ListId, listOf } from '../catalogue.ts'
import { acceptedFormat, detectFormat } from '../formats/detect-format.ts'
import type { FormatName, SourceFacts, SourceFile } from '../formats/format.ts'
import { parseFiles } from '../formats/parse-files.ts'
import { ListRefused } from '../list-refused.ts'
import type { ListVersion } from '../reading.ts'
import { applyStaged, type Counts, compareStaged, type Extent, refuseSuspicious } from './apply-staged.ts'
import { listsChannel } from './changes.ts'
import { applyDeltas, readGraph, replaceGraph } from './ftm-graph.ts'
import { hashOf } from './hash-files.ts'
import { refusedByDatabase } from './refused-by-database.ts'
import { stageEntries } from './stage-entries.ts'
import { confirmVersion, currentVersion, newestSourceDate, type VersionRow, versionOf } from './versions.ts'

export type ImportRequest = {
  list: ListId
  audience: Audience
  files: readonly SourceFile[]
  /** Null: told from how the files begin. */
  format: FormatName | null
  /** Take it although more than a tenth of the entries would be gone. */
  acceptDrop: boolean
  /** File names or address, for people. */
  source: string
  etag: string | null
  /** `YYYY-MM-DD`: counts where the file itself gives no date. */
  sourceDate: string | null
}

/** `unchanged`: these very files are the version in use. */
export type ImportReport = { outcome: 'imported' | 'unchanged'; format: FormatName; version: ListVersion }

const lockWaitMs = 600_000

/** A connection of its own: an import runs longer than the pool lets a call's statement run. */
const onOwnConnection = async <Answer>(
  pool: pg.Pool,
  work: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> => {
  const client = new pg.Client({
    ...pool.options,
    statement_timeout: 0,
    query_timeout: 0,
    lock_timeout: lockWaitMs,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    const answer = await work(client)
    await client.query('commit')
    return answer
  } catch (error) {
    throw refusedByDatabase(error)
  } finally {
    // Ending the connection rolls back what was not committed.
    await client.end().catch(() => {})
  }
}

/**
 * Imports one version of a list: all of it, or nothing. Throws ListRefused when the files are broken, older than one
 * that was in use, empty, or lack more than a tenth of the entries in use; the version in use then stays as it is.
 */
export const importList = async (
  { pool, clock }: { pool: pg.Pool; clock: Clock },
  request: ImportRequest,
): Promise<ImportReport> => {
  const list = listOf(request.list)
  const format = request.format
    ? acceptedFormat(list, request.format)
    : await detectFormat(list, request.files)
  const sha256 = await hashOf(request.files)
  return onOwnConnection(pool, async (client) => {
    // One import of a list at a time; others wait here, and see what it did.
    await client.query('select pg_advisory_xact_lock(hashtext($1))', [
      `nani list ${request.list} ${request.audience}`,
    ])
    const current = await currentVersion(client, request)
    const now = new Date(clock.now())
    if (current?.sha256 === sha256) {
      const version = await confirmVersion(client, current, request.etag, now)
      return { outcome: 'unchanged', format, version }
    }
    const { facts, extent } = await stage(client, list, request, format, current)
    const sourceDate = facts.sourceDate ?? request.sourceDate
    await refuseOlder(client, request, sourceDate)
    const counts = await compareStaged(client, request, extent)
    refuseSuspicious(counts, request.acceptDrop)
    // Versions of all lists are numbered in the order in which they are committed: readers count on it.
    await client.query(`select pg_advisory_xact_lock(hashtext('nani list versions'))`)
    const version = await writeVersion(client, { request, format, sha256, sourceDate, counts, now })
    await applyStaged(client, request, extent, version.versionId)
    await client.query('select pg_notify($1, $2)', [listsChannel, String(version.versionId)])
    return { outcome: 'imported', format, version }
  })
}

const stage = async (
  client: pg.Client,
  list: ListDefinition,
  request: ImportRequest,
  format: FormatName,
  current: ListVersion | null,
): Promise<{ facts: SourceFacts; extent: Extent }> => {
  if (format !== 'ftm' && format !== 'ftm_delta') {
    const { entries, facts } = parseFiles(format, request.files, list)
    await stageEntries(client, entries)
    // The graph of an earlier file would be the base of a later delta.
    await client.query('delete from list_ftm_entities where list_id = $1 and audience = $2', [
      request.list,
      request.audience,
    ])
    return { facts, extent: 'whole' }
  }
  const facts: SourceFacts = { sourceDate: null }
  if (format === 'ftm') await replaceGraph(client, request, request.files, facts)
  else {
    if (!current || !(await hasGraph(client, request)))
      throw new ListRefused('unreadable', 'A delta needs the whole file first: import entities.ftm.json.')
    await applyDeltas(client, request, request.files, facts)
  }
  const extent = format === 'ftm' ? 'whole' : 'part'
  await stageEntries(client, readGraph(client, request, list.category, extent))
  return { facts, extent }
}

const hasGraph = async (client: pg.Client, { list, audience }: ImportRequest): Promise<boolean> => {
  const { rowCount } = await client.query(
    'select from list_ftm_entities where list_id = $1 and audience = $2 limit 1',
    [list, audience],
  )
  return rowCount === 1
}

/** A version without a date in between does not make an old file new: all that were ever in use count. */
const refuseOlder = async (
  client: pg.Client,
  request: ImportRequest,
  sourceDate: string | null,
): Promise<void> => {
  const newest = sourceDate && (await newestSourceDate(client, request))
  if (newest && sourceDate < newest)
    throw new ListRefused('older', `It is of ${sourceDate}, and a version that was in use of ${newest}.`)
}

const writeVersion = async (
  client: pg.Client,
  written: {
    request: ImportRequest
    format: FormatName
    sha256: string
    sourceDate: string | null
    counts: Counts
    now: Date
  },
): Promise<ListVersion> => {
  const { request, format, sha256, sourceDate, counts, now } = written
  const { rows } = await client.query<VersionRow>(
    `insert into list_versions (list_id, audience, sha256, source_date, format, source, etag, fetched_at, confirmed_at,
       entries, added, changed, removed)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11, $12) returning *`,
    [
      request.list,
      request.audience,
      sha256,
      sourceDate,
      format,
      request.source,
      request.etag,
      now,
      counts.entries,
      counts.added,
      counts.changed,
      counts.removed,
    ],
  )
  return versionOf(rows[0] as VersionRow)
}
