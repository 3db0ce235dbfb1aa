import type pg from 'pg'
import { errorLine, Refusal } from '../core/index.ts'
import { clientLike, dayMs, dayOf, dayPartitions } from '../storage/index.ts'
import { type ArchivingNeeds, archiveDay, archivingConnection, DayWaits } from './archive-day.ts'
import { type ArchivedDay, readArchivedDays } from './archived-days.ts'
import { type ArchivedTable, archivedTableNames, archivedTables } from './archived-tables.ts'
import type { SourceOfDay } from './rows-of-day.ts'

export type ArchiveRun = {
  archived: Pick<ArchivedDay, 'table' | 'day' | 'rows' | 'bytes'>[]
  /** Days that are old enough and wait, and why. A day that is archived already does not stop the later ones. */
  waiting: { table: ArchivedTable; day: string; reason: string }[]
  /** Tables whose work failed after days of the run were archived. */
  failed: { table: ArchivedTable; message: string }[]
}

export type RunNeeds = ArchivingNeeds & {
  ownerPool: pg.Pool
  /** Why a day of charges may not be archived yet, or null. */
  whyChargesWait(client: pg.ClientBase, day: string): Promise<string | null>
  /** Why a day of audit entries may not be archived yet, or null: each entry needs its leaf first. */
  whyEntriesWait(client: pg.ClientBase, source: SourceOfDay & { day: string }): Promise<string | null>
  onDay?(day: ArchivedDay): void
}

const detachedReason = (day: string): string =>
  `The partition is detached. Attach it as the owner with: select create_partition('call_charges', '${day}')`

const lockNotAvailable = '55P03'

/** Archives every full day that is old enough, the oldest first. A later run continues where one ended. */
export const runArchive = async (needs: RunNeeds): Promise<ArchiveRun> => {
  const client = clientLike(needs.ownerPool, archivingConnection)
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ mine: boolean }>(
      `select pg_try_advisory_lock(hashtext('nani.archive')) as mine`,
    )
    if (!rows[0]?.mine) throw new Refusal('archive_busy', 'Another process archives this installation.')
    const run: ArchiveRun = { archived: [], waiting: [], failed: [] }
    const errors: unknown[] = []
    for (const table of archivedTableNames)
      await archiveTable(client, table, run, needs).catch((error: unknown) => {
        errors.push(error)
        run.failed.push({ table, message: error instanceof Refusal ? error.message : errorLine(error) })
      })
    // What was archived is not in the database any more, so that the caller has to know of it.
    if (errors.length > 0 && run.archived.length === 0) throw errors[0]
    return run
  } finally {
    await client.end().catch(() => {})
  }
}

const whyWaits = async (
  client: pg.ClientBase,
  source: SourceOfDay & { day: string },
  { whyChargesWait, whyEntriesWait }: RunNeeds,
): Promise<string | null> => {
  if (source.table === 'call_charges') return whyChargesWait(client, source.day)
  return source.table === 'audit_entries' ? whyEntriesWait(client, source) : null
}

/** A day that waits ends the work on its table: archived days are older than all days of the database. */
const archiveTable = async (
  client: pg.ClientBase,
  table: ArchivedTable,
  { archived, waiting }: ArchiveRun,
  needs: RunNeeds,
): Promise<void> => {
  const { afterDays, leaves } = archivedTables[table]
  const before = dayOf(needs.now() - afterDays * dayMs)
  const partitions = (await dayPartitions(client, table)).filter(({ day }) => day < before)
  const recorded = await readArchivedDays(client)
  const isRecorded = (day: string) => recorded.some((one) => one.table === table && one.day === day)
  const ofLeaves = leaves ? await dayPartitions(client, leaves) : []
  for (const { day, name, attached } of partitions) {
    if (isRecorded(day)) {
      waiting.push({ table, day, reason: 'The day is archived already, and its partition exists again.' })
      continue
    }
    // Charges of a detached partition cannot be compared with the ledger any more.
    if (table === 'call_charges' && !attached) {
      waiting.push({ table, day, reason: detachedReason(day) })
      continue
    }
    const source = { table, day, rows: name, leaves: ofLeaves.find((one) => one.day === day)?.name ?? null }
    const reason = await whyWaits(client, source, needs)
    if (reason !== null) {
      waiting.push({ table, day, reason })
      return
    }
    try {
      const done = await archiveDay(client, source, recorded.at(-1) ?? null, needs)
      recorded.push(done)
      archived.push({ table, day, rows: done.rows, bytes: done.bytes })
      needs.onDay?.(done)
    } catch (error) {
      const isBusy = (error as { code?: unknown }).code === lockNotAvailable
      if (!isBusy && !(error instanceof DayWaits)) throw error
      const why = isBusy ? 'Another statement uses the partition.' : (error as DayWaits).message
      waiting.push({ table, day, reason: why })
      return
    }
  }
}
