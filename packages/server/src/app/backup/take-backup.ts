import type { Random } from '@nani/foundation/core/index.ts'
import { clientLike } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type, { type Static } from 'typebox'
import { type ActNeeds, defineAct, needsOf } from '../../gateway/acts/index.ts'
import { type BackupWriter, createBackupFile } from './backup-file.ts'
import { describeTables } from './described-tables.ts'

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

type BackupNeeds = ActNeeds & { ownerPool: pg.Pool; random: Random }

/**
 * Writes everything of an installation to one file while it serves calls: register, files, results, audit log, ledger,
 * queue and sealed keys. The rows are of one moment, because one transaction reads them. The master key is not in it.
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
  async prepare({ input: { file, master_key }, needs: { ownerPool, random } }): Promise<BackupReport> {
    const writer = await createBackupFile(file, master_key, random)
    const client = clientLike(ownerPool, { statement_timeout: 0, query_timeout: 0 })
    client.on('error', () => {})
    await client.connect()
    try {
      await client.query('begin transaction isolation level repeatable read read only')
      const content = await writeContent(client, writer)
      return { file, ...content, bytes: await writer.close() }
    } finally {
      await client.end().catch(() => {})
    }
  },
  async perform({ prepared: report }) {
    const { bytes, rows, taken_at } = report
    return { result: report, entry: { subject: 'installation', after: { bytes, rows, taken_at } } }
  },
})

const writeContent = async (client: pg.Client, writer: BackupWriter) => {
  const { rows: moments } = await client.query<{ at: Date }>('select now() as at')
  const taken_at = moments.map(({ at }) => at.toISOString()).join()
  const described = await describeTables(client)
  await writer.write('meta', { taken_at, ...described })
  const counts: Record<string, number> = {}
  for (const { name } of described.tables) {
    counts[name] = 0
    for await (const texts of portionsOf(client, name)) {
      counts[name] += texts.length
      await writer.write('rows', { table: name, texts })
    }
  }
  await writer.write('end', { counts })
  return { taken_at, counts, rows: Object.values(counts).reduce((sum, count) => sum + count, 0) }
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
