import { rename, rm } from 'node:fs/promises'
import type pg from 'pg'
import type { Random } from '../core/index.ts'
import { dropPartitions, whenLockIsFree } from '../storage/index.ts'
import { type ArchivedDay, isArchivedDay, recordArchivedDay } from './archived-days.ts'
import { type ArchivedRow, valuesOf } from './archived-tables.ts'
import { type ArchivedDayName, createFolder, dayFiles, partialOf, syncFolder } from './day-files.ts'
import { collectKeys, entryOfValue, hashingKeyOf, maxParts, spillFilesOf } from './key-file.ts'
import { type Manifest, manifestText, sha256Of, writeManifest } from './manifest.ts'
import { linesOfDay, type SourceOfDay } from './rows-of-day.ts'
import { sealingOf, writeParts } from './sealed-parts.ts'

/** What was done when a process ends. Every step before `recorded` is undone or repeated by the next run. */
export type ArchiveStep = 'written' | 'renamed' | 'manifest' | 'dropped' | 'recorded'

export type ArchivingNeeds = {
  folder: string
  /** The name of the log of a cell. Absent: that of home. */
  log?: string | undefined
  rootKey: Buffer
  random: Random
  now(): number
  /** Why a day of any table may not be archived yet, or null: rows of it may be on their way from another database. */
  whyRowsWait?(client: pg.ClientBase, source: ArchivedDayName): Promise<string | null>
  /** For tests, which end the process here. */
  onStep?(step: ArchiveStep): Promise<void> | void
}

/** The day stays in the database. */
export class DayWaits extends Error {}

/** A part is small, because a reader of one row opens a whole part. */
const partCharacters = 256 << 10
const maxWaitMs = 600_000

/**
 * Archives one day of a table in one transaction: writes its files, makes them durable, and then drops the partition and
 * records the archive. No process can write to the partition meanwhile, and every process can read it. `client` is a connection
 * of the owner of its own.
 */
export const archiveDay = async (
  client: pg.ClientBase,
  source: SourceOfDay & { day: string },
  previous: Pick<ArchivedDay, 'number' | 'manifestSha256'> | null,
  needs: ArchivingNeeds,
): Promise<ArchivedDay> => {
  const name = { table: source.table, day: source.day }
  const partitions = [source.rows, ...(source.leaves ? [source.leaves] : [])]
  await whenLockIsFree(() => lockAgainstWrites(client, partitions))
  try {
    await refuseArchived(client, name)
    // Rows of a move that was killed arrive later. While one is under way, it has the partition.
    const reason = (await needs.whyRowsWait?.(client, name)) ?? null
    if (reason !== null) throw new DayWaits(reason)
    const salt = needs.random.bytes(32)
    await removeFiles(needs.folder, name)
    const written = await writeFiles(client, source, { name, salt }, needs)
    await needs.onStep?.('written')
    const files = dayFiles(needs.folder, name)
    for (const file of [files.rows, files.keys]) await rename(partialOf(file), file)
    await syncFolder(needs.folder)
    await needs.onStep?.('renamed')
    const number = (previous?.number ?? 0) + 1
    const archivedAt = new Date(needs.now())
    const manifest: Manifest = {
      ...(needs.log !== undefined && { log: needs.log }),
      ...{ format: 1, number, previous: previous?.manifestSha256.toString('hex') ?? null, ...name },
      ...{ rows: written.rows, files: written.files, archived_at: archivedAt.toISOString() },
    }
    const text = manifestText(manifest)
    await writeManifest(partialOf(files.manifest), text)
    await rename(partialOf(files.manifest), files.manifest)
    await syncFolder(needs.folder)
    await needs.onStep?.('manifest')
    const archived: ArchivedDay = {
      ...{ number, ...name, rows: written.rows, bytes: written.files.rows.bytes },
      ...{ manifestSha256: sha256Of(text), salt },
    }
    await recordArchivedDay(client, archived, archivedAt)
    await whenLockIsFree(() => dropOrGoBack(client, partitions))
    await needs.onStep?.('dropped')
    await client.query('commit')
    await needs.onStep?.('recorded')
    return archived
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

const lockAgainstWrites = async (client: pg.ClientBase, partitions: readonly string[]): Promise<void> => {
  await client.query('begin')
  try {
    for (const name of partitions)
      await client.query(`lock table ${client.escapeIdentifier(name)} in share mode`)
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** The files of an archived day are the only copy of its rows. No run may remove them. */
const refuseArchived = async (client: pg.ClientBase, name: ArchivedDayName): Promise<void> => {
  if (await isArchivedDay(client, name))
    throw new Error(`The day ${name.day} of ${name.table} is archived already. Its files were not touched.`)
}

/** A drop waits only briefly for its lock, because callers wait behind it. */
const dropOrGoBack = async (client: pg.ClientBase, partitions: readonly string[]): Promise<void> => {
  await client.query('savepoint before_drop')
  try {
    await dropPartitions(client, partitions)
  } catch (error) {
    await client.query('rollback to savepoint before_drop')
    throw error
  }
}

type Written = { rows: number; files: Manifest['files'] }

const writeFiles = async (
  client: pg.ClientBase,
  source: SourceOfDay,
  { name, salt }: { name: ArchivedDayName; salt: Buffer },
  { folder, log, rootKey }: ArchivingNeeds,
): Promise<Written> => {
  const files = dayFiles(folder, name)
  const hashingKey = hashingKeyOf(rootKey)
  const parts = await writeParts(partialOf(files.rows), sealingOf(rootKey, salt, { ...name, log }))
  const keys = collectKeys(partialOf(files.keys))
  let rows = 0
  let lines: string[] = []
  let characters = 0
  const flush = async () => {
    if (lines.length === 0) return
    const part = await parts.write(lines.join('\n'))
    if (part >= maxParts) throw new Error('A day has more parts than a file of keys can name.')
    const values = new Set(
      lines.flatMap((line) => [...valuesOf(name.table, JSON.parse(line) as ArchivedRow)]),
    )
    await keys.add([...values].map((value) => entryOfValue(hashingKey, value) | BigInt(part)))
    lines = []
    characters = 0
  }
  for await (const page of linesOfDay(client, source))
    for (const line of page) {
      rows++
      lines.push(line)
      characters += line.length
      if (characters >= partCharacters) await flush()
    }
  await flush()
  const { places, ...ofRows } = await parts.close()
  return { rows, files: { rows: ofRows, keys: await keys.write(places) } }
}

/** What a run that ended left of a day that is still in the database. */
const removeFiles = async (folder: string, name: ArchivedDayName): Promise<void> => {
  await createFolder(folder)
  const { rows, keys, manifest } = dayFiles(folder, name)
  const files = [rows, keys, manifest]
  for (const file of [...files, ...files.map(partialOf), ...spillFilesOf(keys)])
    await rm(file, { force: true })
}

/** The settings of the connection that archives. */
export const archivingConnection = {
  statement_timeout: maxWaitMs,
  query_timeout: maxWaitMs + 1_000,
  lock_timeout: 200,
}
