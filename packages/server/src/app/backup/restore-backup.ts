import { Refusal } from '@nani/foundation/core/index.ts'
import { isSameDatabase, prepareSchema, requireUnusedRegister } from '@nani/foundation/platform/index.ts'
import {
  allPlaces,
  clientLike,
  hasSchema,
  isSealed,
  type Place,
  placesOfCell,
  placesOfHome,
  placesOfRegister,
} from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { type CellUrls, holdRestored, requireUnusedCell } from '../cells/index.ts'
import { type Frame, readBackupFile } from './backup-file.ts'
import { isOfRegister, sumOf, type TableDescription } from './described-tables.ts'
import { finishPart, type Part, preparePart, writeRows } from './restore-part.ts'

export type RestoreReport = {
  taken_at: string
  rows: number
  counts: Record<string, number>
  /** The cells that were restored, and those whose rows were left out of the backup or of this restore. */
  cells: string[]
  left_out: string[]
}

/** A cell in a backup, with its addresses of that time. */
export type CellOfBackup = { name: string; urls: CellUrls }

type Meta = TableDescription & {
  taken_at: string
  /** Absent in a backup of an earlier release. */
  cells?: (CellOfBackup & TableDescription)[]
  left_out?: string[]
}
type Rows = { table: string; texts: string[]; cell?: string }
type End = { counts: Record<string, number>; cells?: Record<string, Record<string, number>> }

type Owners = {
  home: pg.Pool
  /** Of a register of its own. Absent: it is in home, also where the backup had it elsewhere. */
  register?: pg.Pool | undefined
  /** Opens the database of each cell. One without a database is left out. `elsewhere`: those at other addresses than in the backup. */
  openCells(
    known: readonly CellOfBackup[],
    leftOut: readonly string[],
  ): Promise<{ cells: ReadonlyMap<string, pg.Pool>; elsewhere: readonly string[] }>
}

/**
 * Restores a backup into empty databases, as the owner of their schema. The rows of each are written in one transaction: all of
 * them, or none. Home is last: a restore that ended in between needs other empty databases for the register and the cells. It is no
 * use case, because the audit log itself is restored.
 */
export const restoreBackup = async (
  file: string,
  masterKey: Buffer,
  { home, register, openCells }: Owners,
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
    await client.query('set local idle_in_transaction_session_timeout = 0')
    return client
  }
  try {
    // A wrong key is refused here, before anything is written.
    const meta = (await nextFrame(frames)).content as Meta
    await requireEmpty(home)
    if (register) await requireUnusedRegister(home, register)
    const { cells, elsewhere } = await openCells(meta.cells ?? [], meta.left_out ?? [])
    await requireUnusedCells(cells, register ? [home, register] : [home])
    const parts: Part[] = []
    for (const { name, urls: _, ...described } of meta.cells ?? []) {
      const pool = cells.get(name)
      if (pool) parts.push({ cell: name, described, client: await writerTo(pool, placesOfCell) })
    }
    if (register)
      parts.push({
        ...{ cell: null, described: ofRegister(meta, true) },
        client: await writerTo(register, placesOfRegister),
      })
    parts.push({
      ...{ cell: null, described: register ? ofRegister(meta, false) : meta },
      client: await writerTo(home, register ? placesOfHome : allPlaces),
    })
    const counts = await writeAll(parts, frames)
    const ofHome = parts.at(-1)
    if (ofHome) await holdRestored(ofHome.client, elsewhere)
    for (const { client } of parts) await client.query('commit')
    for (const { client } of parts) await client.query('analyze')
    const restored = [...cells.keys()]
    const others = (meta.cells ?? []).map(({ name }) => name).filter((name) => !restored.includes(name))
    return {
      ...{ taken_at: meta.taken_at, counts, rows: Object.values(counts).reduce((sum, n) => sum + n, 0) },
      ...{ cells: restored, left_out: [...(meta.left_out ?? []), ...others] },
    }
  } finally {
    // Ending a connection rolls back what is not committed.
    for (const client of opened) await client.end().catch(() => {})
    await frames.return(undefined)
  }
}

/** The part of a description whose rows are in a register of its own, or the other part. */
const ofRegister = (meta: Meta, isWanted: boolean): TableDescription => ({
  ...meta,
  tables: meta.tables.filter(({ name }) => isOfRegister(name) === isWanted),
  partitions: meta.partitions.filter(({ parent }) => isOfRegister(parent) === isWanted),
})

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

/** Each cell needs a database of its own, which nothing uses. */
const requireUnusedCells = async (
  cells: ReadonlyMap<string, pg.Pool>,
  others: readonly pg.Pool[],
): Promise<void> => {
  const taken = [...others]
  for (const [name, pool] of cells) {
    await requireUnusedCell(pool, name)
    for (const other of taken)
      if (await isSameDatabase(other, pool))
        throw new Refusal('cell_elsewhere', `The cell ${name} needs a database of its own.`)
    taken.push(pool)
  }
}

/** Writes the rows of all databases. Returns the counts of each table in all of them together. */
const writeAll = async (
  parts: readonly Part[],
  frames: AsyncGenerator<Frame>,
): Promise<Record<string, number>> => {
  for (const part of parts) await preparePart(part)
  for await (const { kind, content } of frames) {
    if (kind === 'rows') {
      const { table, texts, cell = null } = content as Rows
      const part = parts.find(
        (one) => one.cell === cell && one.described.tables.some(({ name }) => name === table),
      )
      // The rows of a cell that is left out have no part.
      if (part) await writeRows(part, table, texts)
      continue
    }
    const { counts, cells = {} } = content as End
    for (const part of parts) await finishPart(part, part.cell === null ? counts : (cells[part.cell] ?? {}))
    const ofCells = parts.map(({ cell }) => (cell === null ? {} : (cells[cell] ?? {})))
    return sumOf([counts, ...ofCells])
  }
  throw new Refusal('backup_damaged', 'The backup has no end.')
}
