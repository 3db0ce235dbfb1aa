import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Pool, PoolClient } from 'pg'
import type { WriteView } from '../write-view.ts'

/** A file as an import knows it again: by path, size and content, by what is in it, and by where it is written. */
export type ImportSource = {
  importId: string
  file: string
  sizeBytes: number
  fingerprint: string
  view: WriteView
}

/** Records of the file dealt with so far: each is either written or refused. */
export type ImportCount = { done: number; written: number; refused: number }

export const identifyImport = async (path: string, kind: string, view: WriteView): Promise<ImportSource> => {
  const file = resolve(path)
  const { size } = await stat(file)
  const content = createHash('sha256')
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 }))
    content.update(chunk as Buffer)
  const fingerprint = content.digest('hex')
  const importId = createHash('sha256')
    .update(JSON.stringify([file, size, fingerprint, view, kind]))
    .digest('hex')
  return { importId, file, sizeBytes: size, fingerprint, view }
}

/** Where an interrupted import of this file stands; a finished one begins anew. */
export const beginImport = async (pool: Pool, source: ImportSource, now: Date): Promise<ImportCount> => {
  const { rows } = await pool.query<{ done: string; written: string; refused: string }>(
    `INSERT INTO register_imports AS known (import_id, file, size_bytes, fingerprint, view, started_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6)
     ON CONFLICT (import_id) DO UPDATE SET
       records_done = CASE WHEN known.finished_at IS NULL THEN known.records_done ELSE 0 END,
       records_written = CASE WHEN known.finished_at IS NULL THEN known.records_written ELSE 0 END,
       records_refused = CASE WHEN known.finished_at IS NULL THEN known.records_refused ELSE 0 END,
       started_at = CASE WHEN known.finished_at IS NULL THEN known.started_at ELSE EXCLUDED.started_at END,
       updated_at = EXCLUDED.updated_at,
       finished_at = NULL
     RETURNING records_done AS done, records_written AS written, records_refused AS refused`,
    [source.importId, source.file, source.sizeBytes, source.fingerprint, source.view, now],
  )
  const { done, written, refused } = rows[0] as (typeof rows)[number]
  return { done: Number(done), written: Number(written), refused: Number(refused) }
}

/** Part of the transaction that writes the counted records. */
export const recordProgress = async (
  client: PoolClient,
  { importId }: ImportSource,
  { done, written, refused }: ImportCount,
  now: Date,
): Promise<void> => {
  await client.query(
    `UPDATE register_imports SET records_done = $2, records_written = $3, records_refused = $4, updated_at = $5
     WHERE import_id = $1`,
    [importId, done, written, refused, now],
  )
}

/** The last commit of an import, which waits for the disk and so takes all before it along. */
export const finishImport = async (pool: Pool, { importId }: ImportSource, now: Date): Promise<void> => {
  await pool.query('UPDATE register_imports SET finished_at = $2, updated_at = $2 WHERE import_id = $1', [
    importId,
    now,
  ])
}
