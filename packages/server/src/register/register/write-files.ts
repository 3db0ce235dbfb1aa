import type { Vault } from '@nani/foundation/storage/index.ts'
import type { Pool, PoolClient } from 'pg'
import type { FileContent } from './register.ts'

export type NewFile = FileContent & { file_id: string }

/** Stores encrypted files under their ids. An existing file is not changed. */
export const writeFiles = async (
  client: Pool | PoolClient,
  vault: Vault,
  files: NewFile[],
): Promise<void> => {
  if (files.length === 0) return
  await client.query(
    `insert into register_files (file_id, content_type, sealed)
     select * from unnest($1::uuid[], $2::text[], $3::bytea[]) on conflict (file_id) do nothing`,
    [
      files.map((file) => file.file_id),
      files.map((file) => file.content_type),
      files.map((file) => vault.seal(file.bytes, file.file_id)),
    ],
  )
}

/** The files of this list that the register has. */
export const knownFiles = async (client: Pool | PoolClient, fileIds: string[]): Promise<Set<string>> => {
  const { rows } = await client.query<{ file_id: string }>(
    'select file_id from register_files where file_id = any($1::uuid[])',
    [fileIds],
  )
  return new Set(rows.map((row) => row.file_id))
}
