import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type pg from 'pg'
import { type ArchivedDay, readArchivedDays } from './archived-days.ts'
import { dayFiles } from './day-files.ts'
import { isPastRetention } from './erase-archived.ts'
import { type Manifest, sha256Of } from './manifest.ts'
import type { Archive } from './open-archive.ts'

export type ArchiveFault = { table: string; day: string; message: string }
export type ArchiveCheck = {
  days: number
  /** Days whose files are deleted, because they are past their retention. Their manifests stay. */
  erased: number
  rows: number
  faults: ArchiveFault[]
  /** Files in the folder that the database does not name. */
  unknown_files: string[]
}

/** Follows the chain of the manifests, compares every file with its manifest, and opens every row. */
export const verifyArchive = async (
  pool: pg.Pool,
  archive: Archive,
  nowMs: number,
  onDay: (day: ArchivedDay) => void = () => {},
): Promise<ArchiveCheck> => {
  const chain = await readArchivedDays(pool)
  const check: ArchiveCheck = { days: 0, erased: 0, rows: 0, faults: [], unknown_files: [] }
  let previous: string | null = null
  for (const [place, day] of chain.entries()) {
    const { table, salt, manifestSha256 } = day
    const add = (message: string) => check.faults.push({ table, day: day.day, message })
    if (day.number !== place + 1) add(`Its place in the chain is ${day.number}, and not ${place + 1}.`)
    const manifest = await checkManifest(archive, day, previous, add)
    previous = manifestSha256.toString('hex')
    if (salt === null) {
      check.erased++
      if (!isPastRetention(day, nowMs)) add('It is erased, although it is within its retention.')
    } else {
      if (manifest) await checkFiles(archive, day, manifest, add)
      check.rows += await openRows(archive, day, add)
      check.days++
    }
    onDay(day)
  }
  check.unknown_files = await unknownFiles(archive.folder, chain)
  return check
}

type Add = (message: string) => void

const checkManifest = async (
  { folder, log }: Archive,
  day: ArchivedDay,
  previous: string | null,
  add: Add,
): Promise<Manifest | null> => {
  const text = await readFile(dayFiles(folder, day).manifest, 'utf8').catch(() => null)
  if (text === null || !sha256Of(text).equals(day.manifestSha256)) {
    add(
      text === null ? 'Its manifest is missing.' : 'Its manifest is not the one that the database recorded.',
    )
    return null
  }
  const manifest = JSON.parse(text) as Manifest
  if (manifest.previous !== previous) add('Its manifest does not follow the one before.')
  if (manifest.log !== log) add('Its manifest is of another archive.')
  return manifest
}

const checkFiles = async (
  { folder }: Archive,
  day: ArchivedDay,
  { files }: Manifest,
  add: Add,
): Promise<void> => {
  const paths = dayFiles(folder, day)
  for (const kind of ['rows', 'keys'] as const) {
    const hash = await hashOf(paths[kind])
    if (hash === null) add(`${basename(paths[kind])} is missing.`)
    else if (hash !== files[kind].sha256) add(`${basename(paths[kind])} was changed.`)
  }
}

const hashOf = async (path: string): Promise<string | null> => {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
    return hash.digest('hex')
  } catch {
    return null
  }
}

const openRows = async (archive: Archive, day: ArchivedDay, add: Add): Promise<number> => {
  let rows = 0
  try {
    for await (const found of archive.read(day)) rows += found.length
  } catch (error) {
    add((error as Error).message)
  }
  return rows
}

const unknownFiles = async (folder: string, chain: readonly ArchivedDay[]): Promise<string[]> => {
  const known = new Set(
    chain.flatMap((day) => Object.values(dayFiles(folder, day)).map((path) => basename(path))),
  )
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  // The archives of other databases are in folders of their own.
  const names = entries.flatMap((entry) =>
    entry.isDirectory() && entry.name === 'cells' ? [] : [entry.name],
  )
  return names.filter((name) => !known.has(name)).sort()
}
