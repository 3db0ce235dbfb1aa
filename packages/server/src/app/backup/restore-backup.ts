import { Refusal } from '@nani/foundation/core/index.ts'
import { prepareSchema, requireUnusedRegister } from '@nani/foundation/platform/index.ts'
import {
  allPlaces,
  clientLike,
  hasSchema,
  isSealed,
  type Place,
  placesOfHome,
  placesOfRegister,
} from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { continueRestoredLog } from '../audit-transparency/index.ts'
import { type Frame, readBackupFile } from './backup-file.ts'
import {
  type DescribedTable,
  describeTables,
  isOfRegister,
  type TableDescription,
} from './described-tables.ts'

export type RestoreReport = { taken_at: string; rows: number; counts: Record<string, number> }

type Meta = TableDescription & { taken_at: string }
type Rows = { table: string; texts: string[] }
type End = { counts: Record<string, number> }

type Owners = {
  home: pg.Pool
  /** Of a register of its own. Absent: it is in home, also where the backup had it elsewhere. */
  register?: pg.Pool | undefined
}

/**
 * Restores a backup into empty databases, as the owner of their schema. The rows of each are written in one transaction: all of
 * them, or none. Home is last: a restore that ended between the two needs another empty database for the register. It is no use
 * case, because the audit log itself is restored.
 */
export const restoreBackup = async (
  file: string,
  masterKey: Buffer,
  { home, register }: Owners,
): Promise<RestoreReport> => {
  const frames = readBackupFile(file, masterKey)
  const opened: pg.Client[] = []
  const writerTo = async (pool: pg.Pool, places: readonly Place[]): Promise<pg.Client> => {
    await prepareSchema(pool, places)
    const client = clientLike(pool, { statement_timeout: 0, query_timeout: 0 })
    client.on('error', () => {})
    opened.push(client)
    await client.connect()
    await client.query('begin')
    return client
  }
  try {
    // A wrong key is refused here, before anything is written.
    const meta = (await nextFrame(frames)).content as Meta
    await requireEmpty(home)
    if (register) await requireUnusedRegister(home, register)
    const ofRegister = register && (await writerTo(register, placesOfRegister))
    const ofHome = await writerTo(home, register ? placesOfHome : allPlaces)
    const counts = await writeAll({ home: ofHome, register: ofRegister ?? ofHome }, meta, frames)
    const written = ofRegister ? [ofRegister, ofHome] : [ofHome]
    for (const client of written) await client.query('commit')
    for (const client of written) await client.query('analyze')
    return { taken_at: meta.taken_at, counts, rows: Object.values(counts).reduce((sum, n) => sum + n, 0) }
  } finally {
    // Ending a connection rolls back what is not committed.
    for (const client of opened) await client.end().catch(() => {})
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

type Writers = { home: pg.Client; register: pg.Client }

const writeAll = async (writers: Writers, meta: Meta, frames: AsyncGenerator<Frame>) => {
  const here = await describeTables(writers.home)
  const names = (tables: readonly DescribedTable[]) => JSON.stringify(tables.map(({ name }) => name))
  if (
    JSON.stringify(here.migrations) !== JSON.stringify(meta.migrations) ||
    names(here.tables) !== names(meta.tables)
  )
    throw new Refusal(
      'backup_of_other_version',
      `The backup was made by a version with ${meta.migrations.length} migrations, the last of which is ${meta.migrations.at(-1)}.`,
    )
  const both = new Set([writers.home, writers.register])
  for (const client of both) {
    const own = here.tables.filter(({ name }) => writerOf(writers, name) === client)
    await client.query(`truncate ${own.map(({ name }) => name).join(', ')}`)
  }
  await createPartitions(writers.home, meta, here)
  // Triggers guard the rows of a running installation, and would refuse to add some of them.
  const setTriggers = async (state: 'disable' | 'enable') => {
    for (const { name } of here.tables)
      await writerOf(writers, name).query(`alter table ${name} ${state} trigger user`)
  }
  await setTriggers('disable')
  const counts = await writeRows(writers, here.tables, frames)
  await continueRestoredLog(writerOf(writers, 'audit_sequencing'))
  await setTriggers('enable')
  for (const client of both)
    for (const { name, value } of meta.sequences) await client.query('select setval($1, $2)', [name, value])
  return counts
}

const writerOf = ({ home, register }: Writers, table: string): pg.Client =>
  isOfRegister(table) ? register : home

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
  writers: Writers,
  tables: readonly DescribedTable[],
  frames: AsyncGenerator<Frame>,
): Promise<Record<string, number>> => {
  for await (const { kind, content } of frames) {
    if (kind === 'end') return verifiedCounts(writers, tables, (content as End).counts)
    const { table, texts } = content as Rows
    const columns = tables.find(({ name }) => name === table)?.columns ?? []
    // `offset 0` keeps PostgreSQL from reading a text once for each column.
    await writerOf(writers, table).query(
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
  writers: Writers,
  tables: readonly DescribedTable[],
  expected: Record<string, number>,
): Promise<Record<string, number>> => {
  for (const { name } of tables) {
    const { rows } = await writerOf(writers, name).query<{ count: number }>(
      `select count(*) as count from ${name}`,
    )
    const count = Number(rows[0]?.count)
    if (count !== expected[name])
      throw new Refusal(
        'backup_damaged',
        `After the restore ${name} has ${count} rows, and ${expected[name]} were backed up.`,
      )
  }
  return expected
}
