import type { Random } from '@nani/foundation/core/index.ts'
import { clientLike } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type, { type Static } from 'typebox'
import { type ActNeeds, defineAct, needsOf } from '../../gateway/acts/index.ts'
import type { RegisterOutbox } from '../../register/register-outbox/index.ts'
import { type BackupWriter, createBackupFile } from './backup-file.ts'
import { describeTables, isOfRegister, type TableDescription } from './described-tables.ts'

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
  counts: Type.Record(Type.String(), Type.Number()),
})
export type BackupReport = Static<typeof backupReport>

type BackupNeeds = ActNeeds & {
  ownerPool: pg.Pool
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
 */
export const takeBackup = defineAct({
  name: 'installation.backup',
  sentence: { en: 'Takes a backup of the installation', fr: 'Sauvegarde l’installation' },
  actors: { operator: ['supervisor'] },
  input: Type.Object(
    { file: Type.String(), master_key: Type.Unsafe<Buffer>({}) },
    { additionalProperties: false },
  ),
  output: backupReport,
  needs: needsOf<BackupNeeds>(),
  async prepare({ input: { file, master_key }, needs }): Promise<BackupReport> {
    const writer = await createBackupFile(file, master_key, needs.random)
    const opened: pg.Client[] = []
    try {
      const { home, register } = await openReaders(needs, opened)
      const content = await writeContent(home, register, writer)
      return { file, ...content, bytes: await writer.close() }
    } finally {
      for (const client of opened) await client.end().catch(() => {})
    }
  },
  async perform({ prepared: report }) {
    const { bytes, rows, taken_at } = report
    return { result: report, entry: { subject: 'installation', after: { bytes, rows, taken_at } } }
  },
})

type Readers = { home: pg.Client; register: pg.Client }

const openReaders = async (
  { ownerPool, registerOwnerPool, registerOutbox }: BackupNeeds,
  opened: pg.Client[],
): Promise<Readers> => {
  const open = async (pool: pg.Pool): Promise<pg.Client> => {
    const client = await readerOf(pool)
    opened.push(client)
    return client
  }
  if (registerOwnerPool === ownerPool) {
    const home = await open(ownerPool)
    return { home, register: home }
  }
  if (!registerOutbox) throw new Error('the backup of a register of its own needs its outbox')
  return registerOutbox.still(async () => ({
    register: await open(registerOwnerPool),
    home: await open(ownerPool),
  }))
}

/** A connection that sees the database as it is now. */
const readerOf = async (pool: pg.Pool): Promise<pg.Client> => {
  const client = clientLike(pool, { statement_timeout: 0, query_timeout: 0 })
  client.on('error', () => {})
  await client.connect()
  await client.query('begin transaction isolation level repeatable read read only')
  // The first statement chooses the moment.
  await client.query('select')
  return client
}

const writeContent = async (home: pg.Client, register: pg.Client, writer: BackupWriter) => {
  const { rows: moments } = await home.query<{ at: Date }>('select now() as at')
  const taken_at = moments.map(({ at }) => at.toISOString()).join()
  const described = await describeTables(home)
  const sequences = register === home ? [] : (await describeTables(register)).sequences
  await writer.write('meta', {
    ...{ taken_at, ...described },
    sequences: largestValues([...described.sequences, ...sequences]),
  })
  const counts: Record<string, number> = {}
  for (const { name } of described.tables) {
    counts[name] = 0
    for await (const texts of portionsOf(isOfRegister(name) ? register : home, name)) {
      counts[name] += texts.length
      await writer.write('rows', { table: name, texts })
    }
  }
  await writer.write('end', { counts })
  return { taken_at, counts, rows: Object.values(counts).reduce((sum, count) => sum + count, 0) }
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
