import type { ListId, SourceFile } from '@nani/engines/list-formats/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'

export type ListPreview = {
  preview_id: string
  list_id: ListId
  status: 'running' | 'ready' | 'failed' | 'imported'
  base_version: number | null
  requested_by: string
  created_at: Date
  progressed_at: Date
  screened: number
  subjects: number | null
  result: PreviewResult | null
  failure: string | null
  /** The person who stopped it. Its status is then `failed`, for processes of an earlier release. */
  stopped_by: string | null
}

export type PreviewResult = {
  added: number
  removed: number
  changed: number
  entries: number
  alerts: { application_id: string; subjects: number }[]
  /** The databases whose subjects are missing in `alerts`. */
  unread?: string[]
}

/** A running preview without progress for this time has ended with its process. */
const staleMs = 60_000
const processEnded = 'The process that made the preview has ended.'
const lifeMs = 24 * 3_600_000

export type NewPreview = {
  previewId: string
  list: ListId
  by: string
  files: readonly { name: string; content: Buffer }[]
  nowMs: number
}

/** Stores a preview that begins. It returns the id of another one that is running; null: it was stored. */
export const addPreview = async (
  client: Database,
  { previewId, list, by, files, nowMs }: NewPreview,
): Promise<string | null> => {
  await client.query(`select pg_advisory_xact_lock(hashtext('nani list previews'))`)
  // A process that was only slow finds its preview failed, and does not finish it.
  await client.query(
    `update list_previews set status = 'failed', failure = $2 where status = 'running' and progressed_at <= $1`,
    [new Date(nowMs - staleMs), processEnded],
  )
  const { rows } = await client.query<{ preview_id: string }>(
    `select preview_id from list_previews where status = 'running' limit 1`,
  )
  if (rows[0]) return rows[0].preview_id
  await client.query(
    `insert into list_previews (preview_id, list_id, status, requested_by, created_at, progressed_at)
     values ($1, $2, 'running', $3, $4, $4)`,
    [previewId, list, by, new Date(nowMs)],
  )
  for (const [position, { name, content }] of files.entries())
    await client.query(
      'insert into list_preview_files (preview_id, position, name, content) values ($1, $2, $3, $4)',
      [previewId, position, name, content],
    )
  return null
}

export const noPreview = (): Refusal =>
  new Refusal('object_not_found', 'There is no such preview. A preview is deleted after 24 hours.')

/** A preview of the last 24 hours. A running one whose process has ended is failed. */
export const readPreview = async (
  database: Database,
  id: string,
  nowMs: number,
): Promise<ListPreview | null> => {
  const { rows } = await database.query<ListPreview>(
    'select * from list_previews where preview_id = $1 and created_at > $2',
    [id, new Date(nowMs - lifeMs)],
  )
  const [row] = rows
  if (row?.status !== 'running' || row.progressed_at.getTime() > nowMs - staleMs) return row ?? null
  return { ...row, status: 'failed', failure: processEnded }
}

/** The same, locked until the transaction ends. */
export const lockPreview = async (
  client: Database,
  id: string,
  nowMs: number,
): Promise<ListPreview | null> => {
  await client.query('select from list_previews where preview_id = $1 for update', [id])
  return readPreview(client, id, nowMs)
}

const partBytes = 256 * 1024

/** The files of a preview. One part of one file is in memory at a time. */
export const previewedFiles = async (database: Database, id: string): Promise<SourceFile[]> => {
  const { rows } = await database.query<{ position: number; name: string }>(
    'select position, name from list_preview_files where preview_id = $1 order by position',
    [id],
  )
  return rows.map(({ position, name }) => ({
    name,
    async *open() {
      for (let from = 1; ; from += partBytes) {
        const { rows: found } = await database.query<{ part: Buffer }>(
          `select substring(content from $3::int for $4::int) as part from list_preview_files
           where preview_id = $1 and position = $2`,
          [id, position, from, partBytes],
        )
        const part = found[0]?.part
        if (!part?.length) return
        yield part
      }
    },
  }))
}

/** Returns false where the preview is not running any more: a person stopped it, or its process was silent too long. */
export const saveProgress = async (
  database: Database,
  id: string,
  { screened, subjects, nowMs }: { screened: number; subjects: number; nowMs: number },
): Promise<boolean> => {
  const { rowCount } = await database.query(
    `update list_previews set screened = $2, subjects = $3, progressed_at = $4
     where preview_id = $1 and status = 'running'`,
    [id, screened, subjects, new Date(nowMs)],
  )
  return rowCount === 1
}

/** Shows that the process works: it waits for the lock of the list, or reads the files. */
export const renewPreview = async (database: Database, id: string, nowMs: number): Promise<void> => {
  await database.query(
    `update list_previews set progressed_at = $2 where preview_id = $1 and status = 'running'`,
    [id, new Date(nowMs)],
  )
}

export const finishPreview = async (
  database: Database,
  id: string,
  { baseVersion, result }: { baseVersion: number | null; result: PreviewResult },
): Promise<void> => {
  await database.query(
    `update list_previews set status = 'ready', base_version = $2, result = $3
     where preview_id = $1 and status = 'running'`,
    [id, baseVersion, JSON.stringify(result)],
  )
}

export const failPreview = async (database: Database, id: string, failure: string): Promise<void> => {
  await database.query(
    `update list_previews set status = 'failed', failure = $2 where preview_id = $1 and status = 'running'`,
    [id, failure],
  )
}

/** The files are not needed any more. */
export const setImported = async (client: Database, id: string): Promise<void> => {
  await client.query(`update list_previews set status = 'imported' where preview_id = $1`, [id])
  await client.query('delete from list_preview_files where preview_id = $1', [id])
}

/** Another preview may begin at once. */
export const setStopped = async (client: Database, id: string, by: string): Promise<void> => {
  await client.query(
    `update list_previews set status = 'failed', stopped_by = $2, failure = 'A person stopped it.' where preview_id = $1`,
    [id, by],
  )
  await client.query('delete from list_preview_files where preview_id = $1', [id])
  await client.query('delete from list_preview_entries where preview_id = $1', [id])
}

/** Deletes previews after 24 hours, with their files and entries. */
export const forgetPreviews = async (ownerPool: Database, nowMs: number): Promise<void> => {
  await ownerPool.query(
    `with forgotten as (delete from list_previews where created_at < $1 returning preview_id)
     delete from list_preview_files where preview_id in (select preview_id from forgotten)`,
    [new Date(nowMs - lifeMs)],
  )
}
