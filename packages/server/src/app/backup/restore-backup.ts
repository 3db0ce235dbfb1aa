import { Refusal } from '@nani/foundation/core/index.ts'
import { prepareSchema } from '@nani/foundation/platform/index.ts'
import { clientLike, hasSchema, isSealed } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { continueRestoredLog } from '../audit-transparency/index.ts'
import { type Frame, readBackupFile } from './backup-file.ts'
import { type DescribedTable, describeTables, type TableDescription } from './described-tables.ts'

export type RestoreReport = { taken_at: string; rows: number; counts: Record<string, number> }

type Meta = TableDescription & { taken_at: string }
type Rows = { table: string; texts: string[] }
type End = { counts: Record<string, number> }

/**
 * Restores a backup into an empty database, as the owner of its schema. The rows are written in one transaction: all of
 * them, or none. It is no use case, because the audit log itself is restored.
 */
export const restoreBackup = async (
  file: string,
  masterKey: Buffer,
  ownerPool: pg.Pool,
): Promise<RestoreReport> => {
  const frames = readBackupFile(file, masterKey)
  try {
    // A wrong key is refused here, before anything is written.
    const meta = (await nextFrame(frames)).content as Meta
    await requireEmpty(ownerPool)
    await prepareSchema(ownerPool)
    const client = clientLike(ownerPool, { statement_timeout: 0, query_timeout: 0 })
    client.on('error', () => {})
    await client.connect()
    try {
      await client.query('begin')
      const counts = await writeAll(client, meta, frames)
      await client.query('commit')
      await client.query('analyze')
      return { taken_at: meta.taken_at, counts, rows: Object.values(counts).reduce((sum, n) => sum + n, 0) }
    } finally {
      // Ending the connection rolls back what is not committed.
      await client.end().catch(() => {})
    }
  } finally {
    await frames.return(undefined)
  }
}

/** Whether the file was made under this master key. It reads the beginning alone. */
export const requireKeyOfBackup = async (file: string, masterKey: Buffer): Promise<void> => {
  const frames = readBackupFile(file, masterKey)
  await frames.next()
  await frames.return(undefined)
}

const nextFrame = async (frames: AsyncGenerator<Frame>): Promise<Frame> => {
  const { value } = await frames.next()
  return value as Frame
}

const requireEmpty = async (ownerPool: pg.Pool): Promise<void> => {
  if (!(await hasSchema(ownerPool)) || !(await isSealed(ownerPool))) return
  throw new Refusal('installation_exists', 'The database contains an installation already.')
}

const writeAll = async (client: pg.Client, meta: Meta, frames: AsyncGenerator<Frame>) => {
  const here = await describeTables(client)
  const names = (tables: readonly DescribedTable[]) => JSON.stringify(tables.map(({ name }) => name))
  if (
    JSON.stringify(here.migrations) !== JSON.stringify(meta.migrations) ||
    names(here.tables) !== names(meta.tables)
  )
    throw new Refusal(
      'backup_of_other_version',
      `The backup was made by a version with ${meta.migrations.length} migrations, the last of which is ${meta.migrations.at(-1)}.`,
    )
  const all = here.tables.map(({ name }) => name).join(', ')
  await client.query(`truncate ${all}`)
  await createPartitions(client, meta, here)
  // Triggers guard the rows of a running installation, and would refuse to add some of them.
  for (const { name } of here.tables) await client.query(`alter table ${name} disable trigger user`)
  const counts = await writeRows(client, here.tables, frames)
  await continueRestoredLog(client)
  for (const { name } of here.tables) await client.query(`alter table ${name} enable trigger user`)
  for (const { name, value } of meta.sequences) await client.query('select setval($1, $2)', [name, value])
  return counts
}

const createPartitions = async (client: pg.Client, meta: Meta, here: TableDescription): Promise<void> => {
  const existing = new Set(here.partitions.map(({ name }) => name))
  for (const { parent, name, bound } of meta.partitions) {
    if (existing.has(name)) continue
    // The storage of `create_partition`.
    await client.query(
      `create table public.${name} (like ${parent} including all) with (toast_tuple_target = 8160)`,
    )
    await client.query(`alter table ${parent} attach partition public.${name} ${bound}`)
  }
}

const writeRows = async (
  client: pg.Client,
  tables: readonly DescribedTable[],
  frames: AsyncGenerator<Frame>,
): Promise<Record<string, number>> => {
  for await (const { kind, content } of frames) {
    if (kind === 'end') return verifiedCounts(client, tables, (content as End).counts)
    const { table, texts } = content as Rows
    const columns = tables.find(({ name }) => name === table)?.columns ?? []
    // `offset 0` keeps PostgreSQL from reading a text once for each column.
    await client.query(
      `insert into ${table} (${columns.join(', ')}) overriding system value
       select ${columns.map((column) => `(r).${column}`).join(', ')}
       from (select text::${table} as r from unnest($1::text[]) as text offset 0) as s`,
      [texts],
    )
  }
  throw new Refusal('backup_damaged', 'The backup has no end.')
}

/** Counted in the database, and not while writing. */
const verifiedCounts = async (
  client: pg.Client,
  tables: readonly DescribedTable[],
  expected: Record<string, number>,
): Promise<Record<string, number>> => {
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: number }>(`select count(*) as count from ${name}`)
    const count = Number(rows[0]?.count)
    if (count !== expected[name])
      throw new Refusal(
        'backup_damaged',
        `After the restore ${name} has ${count} rows, and ${expected[name]} were backed up.`,
      )
  }
  return expected
}
