import { type FileHandle, open, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { csvLine, Refusal } from '@nani/foundation/core/index.ts'
import {
  type ExportedEntry,
  exportAudit,
  exportedFields,
  showApplication,
} from '@nani/server/organizations/organizations/index.ts'
import type { OpenCall } from '../command-line/command-area.ts'
import { readSince } from '../command-line/derive-options.ts'
import { inDatabases } from '../command-line/in-place.ts'

type Given = { application: string; out: string; since: string; until?: string }

/** `nani audit export`. Only the owner of the file may read it. */
export const exportFile = async ({ actor, given, installation, terminal }: OpenCall) => {
  const { application: application_id, out, since, until: last } = given as Given
  const path = resolve(terminal.cwd, out)
  await showApplication(actor, { application_id }, installation)
  const nowMs = installation.clock.now()
  const from = new Date(readSince(since, nowMs))
  const until = new Date(last === undefined ? nowMs : readSince(last, nowMs))
  const file = await create(path)
  try {
    const line = path.toLowerCase().endsWith('.csv') ? csvOf : ndjsonOf
    if (line === csvOf) await file.appendFile(csvLine(exportedFields))
    const write = (entries: readonly ExportedEntry[]) => file.appendFile(entries.map(line).join(''))
    const report = await inDatabases(installation, (databases) =>
      exportAudit(actor, { application_id, from, until, write }, { ...installation, databases }),
    )
    return { file: path, ...report }
  } catch (error) {
    // A part of the entries looks like all of them.
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

const create = (path: string): Promise<FileHandle> =>
  open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new Refusal('file_exists', `${path} exists already.`)
  })

const ndjsonOf = (entry: ExportedEntry): string => `${JSON.stringify(entry)}\n`

const csvOf = (entry: ExportedEntry): string =>
  csvLine(
    exportedFields.map((field) => {
      const value = entry[field] ?? null
      return Array.isArray(value) ? value.join(' ') : value
    }),
  )
