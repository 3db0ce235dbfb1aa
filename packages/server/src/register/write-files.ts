import type { Pool, PoolClient } from 'pg'
import type { Vault } from '../storage/index.ts'
import type { FileContent } from './register.ts'

export type NewFile = FileContent & { file_id: string }

/** Seals files under their ids and keeps them; a file that is there already stays as it is. */
export const writeFiles = async (
  client: Pool | PoolClient,
  vault: Vault,
  files: NewFile[],
): Promise<void> => {
  if (files.length === 0) return
  await client.query(
    `INSERT INTO register_files (file_id, content_type, sealed)
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::bytea[]) ON CONFLICT (file_id) DO NOTHING`,
    [
      files.map((file) => file.file_id),
      files.map((file) => file.content_type),
      files.map((file) => vault.seal(file.bytes, file.file_id)),
    ],
  )
}

/** Which of these files the register has. */
export const knownFiles = async (client: Pool | PoolClient, fileIds: string[]): Promise<Set<string>> => {
  const { rows } = await client.query<{ file_id: string }>(
    'SELECT file_id FROM register_files WHERE file_id = ANY($1::uuid[])',
    [fileIds],
  )
  return new Set(rows.map((row) => row.file_id))
}
