import type { Database } from '../storage/index.ts'
import { type ArchivedTable, isArchivedTable } from './archived-tables.ts'

/** A day of a table that is in the archive. */
export type ArchivedDay = {
  number: number
  table: ArchivedTable
  day: string
  rows: number
  bytes: number
  manifestSha256: Buffer
  /** Null: the day is past its retention, and its file is deleted. */
  salt: Buffer | null
}

type Row = Omit<ArchivedDay, 'table' | 'manifestSha256'> & { table_name: string; manifest_sha256: Buffer }

/** The chain, the oldest first. */
export const readArchivedDays = async (database: Database): Promise<ArchivedDay[]> => {
  const { rows } = await database.query<Row>(
    `select number::float8 as number, table_name, day::text as day, rows::float8 as rows, bytes::float8 as bytes,
       manifest_sha256, salt
     from archived_days order by number`,
  )
  return rows.flatMap(({ table_name: table, manifest_sha256: manifestSha256, ...row }) =>
    isArchivedTable(table) ? [{ ...row, table, manifestSha256 }] : [],
  )
}

export const isArchivedDay = async (
  database: Database,
  { table, day }: Pick<ArchivedDay, 'table' | 'day'>,
): Promise<boolean> => {
  const { rows } = await database.query('select 1 from archived_days where table_name = $1 and day = $2', [
    table,
    day,
  ])
  return rows.length > 0
}

/** Whether an installation archives a table: home has an archived day of any table, or does not answer. */
export const archiveIsUsed =
  (home: Database) =>
  async (table: string): Promise<boolean> => {
    if (!isArchivedTable(table)) return false
    try {
      return (await home.query('select from archived_days limit 1')).rowCount !== 0
    } catch {
      return true
    }
  }

/** Changes with each day that is archived, and with each that is erased. */
export const archiveVersion = async (database: Database): Promise<string> => {
  const { rows } = await database.query<{ version: string }>({
    name: 'archive-version',
    text: `select concat(max(number), ' ', count(*) filter (where salt is null)) as version from archived_days`,
  })
  return rows[0]?.version ?? ''
}

export const recordArchivedDay = async (
  client: Database,
  { number, table, day, rows, bytes, manifestSha256, salt }: ArchivedDay,
  at: Date,
): Promise<void> => {
  await client.query(
    `insert into archived_days (number, table_name, day, rows, bytes, manifest_sha256, salt, archived_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [number, table, day, rows, bytes, manifestSha256, salt, at],
  )
}

/** What is sealed with the salt of the day opens no more, wherever a copy of the file is. */
export const forgetSalt = async (owner: Database, number: number): Promise<void> => {
  await owner.query('update archived_days set salt = null where number = $1', [number])
}
