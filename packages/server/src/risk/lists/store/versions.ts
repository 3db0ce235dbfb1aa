import { type ListId, listOf } from '@nani/engines/list-formats/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type { Part } from '../../../gateway/acts/index.ts'
import type { ListVersion } from '../list-reader.ts'
import type { Scope } from './apply-staged.ts'

/** A row of list_versions. */
export type VersionRow = {
  version_id: number
  list_id: ListId
  audience: ListVersion['audience']
  sha256: string
  source_date: string | null
  source: string
  etag: string | null
  fetched_at: Date
  confirmed_at: Date
  entries: number
  added: number
  changed: number
  removed: number
}

export const versionOf = (row: VersionRow): ListVersion => {
  const { list_id: list, source_date: sourceDate } = row
  return {
    versionId: row.version_id,
    list,
    category: listOf(list).category,
    audience: row.audience,
    label: `${sourceDate ?? row.fetched_at.toISOString().slice(0, 10)}/${row.sha256.slice(0, 8)}`,
    sha256: row.sha256,
    sourceDate,
    fetchedAt: row.fetched_at,
    confirmedAt: row.confirmed_at,
    source: row.source,
    etag: row.etag,
    entries: row.entries,
    added: row.added,
    changed: row.changed,
    removed: row.removed,
  }
}

/** The version in use, or null before the first. */
export const currentVersion = async (
  client: Database,
  { list, audience }: Scope,
): Promise<ListVersion | null> => {
  const { rows } = await client.query<VersionRow>(
    'select * from list_versions where list_id = $1 and audience = $2 order by version_id desc limit 1',
    [list, audience],
  )
  return rows[0] ? versionOf(rows[0]) : null
}

/**
 * The newest date of all versions of the list, or null if none has one. A future date is an error of the publisher. It
 * is ignored, because it would block every correct version until that day.
 */
export const newestSourceDate = async (
  client: Database,
  { list, audience }: Scope,
): Promise<string | null> => {
  const { rows } = await client.query<{ newest: string | null }>(
    `select max(source_date) as newest from list_versions where list_id = $1 and audience = $2
       and source_date <= (fetched_at at time zone 'UTC')::date + 1`,
    [list, audience],
  )
  return rows[0]?.newest ?? null
}

/** The versions in use of all loaded lists. */
export const currentVersions = async (client: Database): Promise<ListVersion[]> => {
  const { rows } = await client.query<VersionRow>(
    `select distinct on (list_id, audience) * from list_versions order by list_id, audience, version_id desc`,
  )
  return rows.map(versionOf)
}

/** Records that a version is still the newest. */
export const confirmVersion = async (
  client: Database,
  { versionId }: ListVersion,
  etag: string | null,
  now: Date,
): Promise<ListVersion> => {
  const { rows } = await client.query<VersionRow>(
    `update list_versions set confirmed_at = greatest(confirmed_at, $2), etag = coalesce($3, etag)
     where version_id = $1 returning *`,
    [versionId, now, etag],
  )
  return versionOf(rows[0] as VersionRow)
}

/** The versions of a list, the newest first. */
export const listVersions = async (
  client: Database,
  list: ListId,
  { after, limit }: Part,
): Promise<ListVersion[]> => {
  const { rows } = await client.query<VersionRow>(
    `select * from list_versions where list_id = $1 and audience = 'everyone' and ($2::bigint is null or version_id < $2)
     order by version_id desc limit $3`,
    [list, after?.[0] ?? null, limit ?? null],
  )
  return rows.map(versionOf)
}
