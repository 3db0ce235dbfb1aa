import { type FileHandle, open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { printJson, type Terminal } from '@nani/cli'
import { csvLine, Refusal } from '@nani/foundation/core/index.ts'
import {
  type ExportedEntry,
  exportAudit,
  exportedFields,
  showApplication,
} from '@nani/server/organizations/organizations/index.ts'
import type { OperatorOptions } from './applications.ts'
import { withInstallation } from './installation.ts'
import { operatorOf } from './operator-actor.ts'
import { readSince } from './since.ts'

export type ExportOptions = OperatorOptions & {
  application: string
  out: string
  since: string
  until?: string
}

/** `nani audit export`. Only the owner of the file may read it. */
export const exportFile = async (options: ExportOptions, terminal: Terminal): Promise<void> => {
  const path = resolve(terminal.cwd, options.out)
  const report = await withInstallation(terminal, async (installation) => {
    const actor = operatorOf(options, terminal)
    await showApplication(actor, { application_id: options.application }, installation)
    const nowMs = installation.clock.now()
    const from = new Date(readSince(options.since, nowMs))
    const until = new Date(options.until === undefined ? nowMs : readSince(options.until, nowMs))
    const file = await create(path)
    try {
      const line = path.toLowerCase().endsWith('.csv') ? csvOf : ndjsonOf
      if (line === csvOf) await file.appendFile(csvLine(exportedFields))
      const write = (entries: readonly ExportedEntry[]) => file.appendFile(entries.map(line).join(''))
      const input = { application_id: options.application, from, until, write }
      return await exportAudit(actor, input, installation)
    } finally {
      await file.close()
    }
  })
  if (options.json) printJson(terminal, { file: path, ...report })
  else terminal.out(`${report.entries} entries are in ${path}.\n`)
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
