import type { Random } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type, { type Static } from 'typebox'
import { type ActNeeds, defineAct, needsOf } from '../../gateway/acts/index.ts'
import type { RegisterOutbox } from '../../register/register-outbox/index.ts'
import { type BackupWriter, createBackupFile } from './backup-file.ts'
import {
  type CellNeeds,
  type CellReader,
  type CellsOfBackup,
  failureOf,
  withCells,
} from './cells-of-backup.ts'
import {
  type DescribedTable,
  describeTables,
  isOfRegister,
  ofCell,
  sumOf,
  type TableDescription,
} from './described-tables.ts'
import { beginReading, connectReader } from './reader.ts'

/** Rows are read in portions of about this size. */
const portionBytes = 4 << 20
const firstRows = 50
const maxRows = 5_000

const backupReport = Type.Object({
  file: Type.String(),
  /** The moment that the rows belong to, by the clock of the database. */
  taken_at: Type.String(),
  bytes: Type.Number(),
  rows: Type.Number(),
  /** Of each table, in all databases together. */
  counts: Type.Record(Type.String(), Type.Number()),
  /** The cells whose rows are in the file, and those that were left out. */
  cells: Type.Array(Type.String()),
  left_out: Type.Array(Type.String()),
})
export type BackupReport = Static<typeof backupReport>

type BackupNeeds = ActNeeds &
  CellNeeds & {
    /** `ownerPool` itself, where the register has no database of its own. */
    registerOwnerPool: pg.Pool
    /** Absent: the register has no database of its own. */
    registerOutbox?: Pick<RegisterOutbox, 'still'>
    random: Random
  }

/**
 * Writes everything of an installation to one file while it serves calls: register, files, results, audit log, ledger,
 * queue and sealed keys. The rows are of one moment, because one transaction reads them. The master key is not in it.
 * A register of its own is read by another transaction. Both begin while no one writes the register, and home has what it caused.
 * Cells are read by transactions that begin before that of home, while no organization moves.
 */
export const takeBackup = defineAct({
  name: 'installation.backup',
  sentence: { en: 'Takes a backup of the installation', fr: 'Sauvegarde l’installation' },
  actors: { operator: ['supervisor'] },
  input: Type.Object(
    {
      ...{ file: Type.String(), master_key: Type.Unsafe<Buffer>({}) },
      /** Cells that are away. Their rows are not in the file. */
      without: Type.Optional(Type.Array(Type.String())),
    },
    { additionalProperties: false },
  ),
  output: backupReport,
  needs: needsOf<BackupNeeds>(),
  refusals: ['file_exists', 'cell_not_found', 'cell_elsewhere', 'cell_in_use', 'schema_behind'],
  async prepare({ input: { file, master_key, without = [] }, needs }): Promise<BackupReport> {
    const opened: pg.Client[] = []
    try {
      // A cell that is away leaves no file.
      const readers = await withCells(needs, without, opened, async (cells) => ({
        ...{ cells: cells.cells, ...(await openReaders(needs, opened, cells)) },
      }))
      const writer = await createBackupFile(file, master_key, {
        ...{ random: needs.random, hasCells: readers.cells.length > 0 },
      })
      const content = await writeContent({ ...readers, leftOut: without }, writer)
      return { file, ...content, bytes: await writer.close() }
    } finally {
      for (const client of opened) await client.end().catch(() => {})
    }
  },
  async perform({ prepared: report }) {
    const { bytes, rows, taken_at, cells, left_out } = report
    const ofCells = cells.length + left_out.length > 0 ? { cells, left_out } : {}
    return {
      result: report,
      entry: { subject: 'installation', after: { bytes, rows, taken_at, ...ofCells } },
    }
  },
})

type Readers = { home: pg.Client; register: pg.Client }

const openReaders = async (
  { ownerPool, registerOwnerPool, registerOutbox }: BackupNeeds,
  opened: pg.Client[],
  { readBefore }: CellsOfBackup,
): Promise<Readers> => {
  const connect = async (pool: pg.Pool): Promise<pg.Client> => {
    const client = await connectReader(pool)
    opened.push(client)
    return client
  }
  const home = await connect(ownerPool)
  if (registerOwnerPool === ownerPool) {
    await readBefore(() => beginReading(home))
    return { home, register: home }
  }
  if (!registerOutbox) throw new Error('the backup of a register of its own needs its outbox')
  const register = await connect(registerOwnerPool)
  await registerOutbox.still(() =>
    readBefore(async () => {
      await beginReading(register)
      await beginReading(home)
    }),
  )
  return { home, register }
}

type Content = Readers & { cells: readonly CellReader[]; leftOut: readonly string[] }

const writeContent = async ({ home, register, cells, leftOut }: Content, writer: BackupWriter) => {
  const { rows: moments } = await home.query<{ at: Date }>('select now() as at')
  const taken_at = moments.map(({ at }) => at.toISOString()).join()
  const described = await describeTables(home)
  const sequences = register === home ? [] : (await describeTables(register)).sequences
  const inCells = await Promise.all(
    cells.map(async ({ client, ...cell }) => ({ ...cell, ...ofCell(await describeTables(client)) })),
  )
  await writer.write('meta', {
    ...{ taken_at, ...described },
    sequences: largestValues([...described.sequences, ...sequences]),
    ...{ cells: inCells, left_out: leftOut },
  })
  const clientOf = (table: string) => (isOfRegister(table) ? register : home)
  const counts = await writeRows(writer, described.tables, clientOf)
  const ofCells: Record<string, Record<string, number>> = {}
  for (const [index, cell] of cells.entries()) {
    const { name, client } = cell
    const tables = inCells[index]?.tables ?? []
    ofCells[name] = await writeRows(writer, tables, () => client, name).catch(failureOf(cell))
  }
  await writer.write('end', { counts, cells: ofCells })
  const all = sumOf([counts, ...Object.values(ofCells)])
  return {
    ...{ taken_at, counts: all, rows: Object.values(all).reduce((sum, count) => sum + count, 0) },
    ...{ cells: cells.map(({ name }) => name), left_out: [...leftOut] },
  }
}

/** `cell`: whose rows they are; absent: those of home or of the register. */
const writeRows = async (
  writer: BackupWriter,
  tables: readonly DescribedTable[],
  clientOf: (table: string) => pg.Client,
  cell?: string,
): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    let count = 0
    for await (const texts of portionsOf(clientOf(name), name)) {
      count += texts.length
      await writer.write('rows', { table: name, texts, ...(cell !== undefined && { cell }) })
    }
    counts[name] = count
  }
  return counts
}

/** The sequences of the tables that are not used in a database have no value there, or a lower one. */
const largestValues = (sequences: TableDescription['sequences']): TableDescription['sequences'] => {
  const largest = new Map<string, bigint>()
  for (const { name, value } of sequences)
    if (BigInt(value) > (largest.get(name) ?? -1n)) largest.set(name, BigInt(value))
  return [...largest].map(([name, value]) => ({ name, value: String(value) }))
}

/** The rows as PostgreSQL writes them in text, which it reads back without a loss. */
const portionsOf = async function* (client: pg.Client, table: string): AsyncGenerator<string[]> {
  await client.query(`declare portion no scroll cursor for select t::text as text from ${table} t`)
  let wanted = firstRows
  for (;;) {
    const { rows } = await client.query<{ text: string }>(`fetch ${wanted} from portion`)
    if (rows.length === 0) break
    const texts = rows.map(({ text }) => text)
    const average = texts.reduce((sum, text) => sum + text.length, 0) / texts.length
    wanted = Math.max(1, Math.min(maxRows, wanted * 4, Math.floor(portionBytes / average)))
    yield texts
  }
  await client.query('close portion')
}
