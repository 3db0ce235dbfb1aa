import type { FormatName, SourceFacts, SourceFile } from '@nani/engines/list-formats/index.ts'
import {
  type Audience,
  acceptedFormat,
  detectFormat,
  type ListDefinition,
  type ListId,
  listOf,
  parseFiles,
} from '@nani/engines/list-formats/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import { clientLike } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { defineAct } from '../../../gateway/acts/index.ts'
import type { ListVersion } from '../list-reader.ts'
import { versionObject } from '../list-version.ts'
import { applyStaged, type Counts, compareStaged, type Extent, refuseSuspicious } from './apply-staged.ts'
import { applyDeltas, readGraph, replaceGraph } from './ftm-graph.ts'
import { hashOf } from './hash-files.ts'
import { listsChannel } from './listen-for-changes.ts'
import { refusedByDatabase } from './refused-by-database.ts'
import { stageEntries } from './stage-entries.ts'
import { confirmVersion, currentVersion, newestSourceDate, type VersionRow, versionOf } from './versions.ts'

export type ImportRequest = {
  list: ListId
  audience: Audience
  files: readonly SourceFile[]
  /** Null: detected from the beginning of the files. */
  format: FormatName | null
  /** Accept the removal of more than a tenth of the entries. */
  acceptDrop: boolean
  /** File names or URL, for people. */
  source: string
  etag: string | null
  /** `YYYY-MM-DD`. Used if the file contains no date. */
  sourceDate: string | null
  /** The import is refused if another version is in use. Null: the list must not be loaded. Absent: any version. */
  expectedVersion?: number | null
}

/** `unchanged`: the version in use has the same files. */
export type ImportReport = { outcome: 'imported' | 'unchanged'; format: FormatName; version: ListVersion }

const lockWaitMs = 600_000

/** A separate connection, because an import runs longer than the statement timeout of the pool. */
export const withOwnConnection = async <Answer>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Answer>,
): Promise<Answer> => {
  const client = clientLike(pool, {
    statement_timeout: 0,
    query_timeout: 0,
    lock_timeout: lockWaitMs,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    // It belongs to no pool, so that nothing releases it.
    return await work(Object.assign(client, { release: () => {} }))
  } catch (error) {
    throw refusedByDatabase(error)
  } finally {
    // Ending the connection rolls back uncommitted changes.
    await client.end().catch(() => {})
  }
}

/** One transaction on such a connection. */
export const onOwnConnection = <Answer>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Answer>,
): Promise<Answer> =>
  withOwnConnection(pool, async (client) => {
    await client.query('begin')
    const answer = await work(client)
    await client.query('commit')
    return answer
  })

/**
 * Imports one version of a list completely, or not at all. Throws a `Refusal` if the files are invalid, empty, older
 * than a version that was in use, or without more than a tenth of the current entries. The version in use then does
 * not change.
 */
export const importList = defineAct({
  name: 'lists.import',
  sentence: {
    en: 'Imports a version of a screening list',
    fr: 'Importe une version d’une liste de filtrage',
  },
  actors: { operator: ['list_manager', 'supervisor'], system: true },
  input: Type.Unsafe<ImportRequest>(Type.Object({})),
  output: Type.Unsafe<ImportReport>(Type.Object({})),
  refusals: [
    'list_unreadable',
    'list_older',
    'list_dropped',
    'list_empty',
    'list_too_large',
    'changed_meanwhile',
  ],
  transaction: onOwnConnection,
  async prepare({ input }) {
    const list = listOf(input.list)
    const format = input.format ? acceptedFormat(list, input.format) : await detectFormat(list, input.files)
    return { list, format, sha256: await hashOf(input.files) }
  },
  async perform({ client, input, prepared, nowMs }) {
    const report = await importVersion(client, input, { ...prepared, now: new Date(nowMs) })
    const { label, entries, added, changed, removed } = report.version
    const { audience, source } = input
    const after = {
      ...{ outcome: report.outcome, audience, source, version: label },
      ...{ entries, added, changed, removed },
    }
    return { result: report, entry: { subject: input.list, after } }
  },
})

type DetectedList = { list: ListDefinition; format: FormatName; sha256: string; now: Date }

const importVersion = async (
  client: pg.PoolClient,
  request: ImportRequest,
  { list, format, sha256, now }: DetectedList,
): Promise<ImportReport> => {
  // One import of a list at a time. Others wait here and then see its result.
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [
    `nani list ${request.list} ${request.audience}`,
  ])
  const current = await currentVersion(client, request)
  refuseOtherVersion(request, current)
  if (current?.sha256 === sha256) {
    const version = await confirmVersion(client, current, request.etag, now)
    return { outcome: 'unchanged', format, version }
  }
  const { sourceDate, extent, counts } = await compareFiles(client, { list, request, format, current })
  refuseSuspicious(counts, request.acceptDrop)
  // Readers require that the versions of all lists are numbered in the order of their commits.
  await client.query(`select pg_advisory_xact_lock(hashtext('nani list versions'))`)
  const version = await writeVersion(client, { request, format, sha256, sourceDate, counts, now })
  await applyStaged(client, request, extent, version.versionId)
  await client.query('select pg_notify($1, $2)', [listsChannel, String(version.versionId)])
  return { outcome: 'imported', format, version }
}

const refuseOtherVersion = ({ expectedVersion }: ImportRequest, current: ListVersion | null): void => {
  if (expectedVersion === undefined || expectedVersion === (current?.versionId ?? null)) return
  throw new Refusal('changed_meanwhile', 'Another version of the list was imported in the meantime.', {
    context: { current: current && versionObject(current) },
    next: 'Make a new preview of the files.',
  })
}

/** Stages the files and counts the changes. The caller commits or rolls back. */
export const compareFiles = async (client: pg.ClientBase, source: StagedSource) => {
  const { facts, extent } = await stage(client, source)
  const sourceDate = facts.sourceDate ?? source.request.sourceDate
  await refuseOlder(client, source.request, sourceDate)
  return { sourceDate, extent, counts: await compareStaged(client, source.request, extent) }
}

type StagedSource = {
  list: ListDefinition
  request: ImportRequest
  format: FormatName
  current: ListVersion | null
}

const stage = async (
  client: pg.ClientBase,
  { list, request, format, current }: StagedSource,
): Promise<{ facts: SourceFacts; extent: Extent }> => {
  if (format !== 'ftm' && format !== 'ftm_delta') {
    const { entries, facts } = parseFiles(format, request.files, list)
    await stageEntries(client, entries)
    // The graph of an earlier file would otherwise be the base of a later delta.
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
      throw new Refusal(
        'list_unreadable',
        'A delta needs an earlier import of the whole file. Import entities.ftm.json first.',
      )
    await applyDeltas(client, request, request.files, facts)
  }
  const extent = format === 'ftm' ? 'whole' : 'part'
  await stageEntries(client, readGraph(client, request, list.category, extent))
  return { facts, extent }
}

const hasGraph = async (client: pg.ClientBase, { list, audience }: ImportRequest): Promise<boolean> => {
  const { rowCount } = await client.query(
    'select from list_ftm_entities where list_id = $1 and audience = $2 limit 1',
    [list, audience],
  )
  return rowCount === 1
}

/** An undated version in between does not make an old file new, so all earlier versions count. */
const refuseOlder = async (
  client: pg.ClientBase,
  request: ImportRequest,
  sourceDate: string | null,
): Promise<void> => {
  const newest = sourceDate && (await newestSourceDate(client, request))
  if (newest && sourceDate < newest)
    throw new Refusal(
      'list_older',
      `Import rejected: the source is dated ${sourceDate}, older than the imported version of ${newest}.`,
    )
}

const writeVersion = async (
  client: pg.ClientBase,
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
