import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Pool, PoolClient } from 'pg'
import type { WriteView } from '../register/index.ts'

/** Identifies a file: its path, size, content, kind, and target. */
export type ImportSource = {
  importId: string
  file: string
  sizeBytes: number
  fingerprint: string
  view: WriteView
}

/** Processed records of the file: each is either written or refused. */
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

/** The progress of an interrupted import of this file. A finished import starts again. */
export const beginImport = async (pool: Pool, source: ImportSource, now: Date): Promise<ImportCount> => {
  const { rows } = await pool.query<{ done: string; written: string; refused: string }>(
    `insert into register_imports as known (import_id, file, size_bytes, fingerprint, view, started_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6)
     on conflict (import_id) do update set
       records_done = case when known.finished_at is null then known.records_done else 0 end,
       records_written = case when known.finished_at is null then known.records_written else 0 end,
       records_refused = case when known.finished_at is null then known.records_refused else 0 end,
       started_at = case when known.finished_at is null then known.started_at else excluded.started_at end,
       updated_at = excluded.updated_at,
       finished_at = null
     returning records_done as done, records_written as written, records_refused as refused`,
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
    `update register_imports set records_done = $2, records_written = $3, records_refused = $4, updated_at = $5
     where import_id = $1`,
    [importId, done, written, refused, now],
  )
}

/** The last commit of an import waits for the disk, and thereby makes all earlier ones durable. */
export const finishImport = async (pool: Pool, { importId }: ImportSource, now: Date): Promise<void> => {
  await pool.query('update register_imports set finished_at = $2, updated_at = $2 where import_id = $1', [
    importId,
    now,
  ])
}
