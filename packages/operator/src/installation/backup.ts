import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { labelled, printJson, type Terminal } from '@nani/cli'
import { archivedTableNames } from '@nani/foundation/archive/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import {
  databaseUrls,
  destinationOf,
  existingMasterKey,
  withRegister,
} from '@nani/foundation/platform/index.ts'
import {
  requireKeyOfBackup,
  restoreInto,
  restoreIntoDirectory,
  takeBackup,
} from '@nani/server/app/backup/index.ts'
import { outboxOf } from '@nani/server/desk/enrolment/index.ts'
import { operatorOf } from '../command-line/operator-actor.ts'
import type { OperatorOptions } from '../command-line/operator-command.ts'
import { locate, settingsAt, withInstallation } from './installation.ts'

/** The tables whose counts a person compares first. */
const shownCounts = { audit: 'audit_entries', ledger: 'ledger_entries', files: 'register_files' } as const

type Report = { counts: Record<string, number> }

/** Prints a report with the time since the command began. */
const printerOf = (options: OperatorOptions, terminal: Terminal) => {
  const startedMs = performance.now()
  return ({ counts, ...facts }: Report, sentences: string[], more: object = {}): void => {
    const shown = Object.entries(shownCounts).map(([name, table]) => [name, counts[`public.${table}`] ?? 0])
    const seconds = Math.round(performance.now() - startedMs) / 1_000
    const document = { ...facts, ...Object.fromEntries(shown), ...more, seconds }
    const lines = Object.entries(document).map(([name, one]) => [name.replaceAll('_', ' '), String(one)])
    if (options.json) printJson(terminal, document)
    else terminal.out(`${labelled(Object.fromEntries(lines))}\n\n${sentences.join('\n')}\n`)
  }
}

/** `nani backup FILE`. The installation serves calls meanwhile. */
export const backup = async (file: string, options: OperatorOptions, terminal: Terminal): Promise<void> => {
  const print = printerOf(options, terminal)
  const report = await withInstallation(terminal, async (installation) => {
    if (!installation.ownsSchema)
      throw new Refusal('setting_missing', 'The login of DATABASE_URL may not read every table.', {
        next: 'Set NANI_OWNER_DATABASE_URL to the login that owns the schema.',
      })
    const masterKey = await existingMasterKey(installation.config)
    const input = { file: resolve(terminal.cwd, file), master_key: masterKey }
    const days = await Promise.all(archivedTableNames.map((table) => installation.archive.daysOf(table)))
    const archive = { archived_days: days.flat().length, archive_folder: installation.archive.folder }
    const registerOutbox = outboxOf(installation)
    const taken = await takeBackup(operatorOf(options, terminal), input, { ...installation, registerOutbox })
    return { ...taken, ...archive }
  })
  print(report, [
    'The master key is not in the file. Keep it apart: without it the file opens nothing.',
    ...(report.archived_days > 0
      ? [`Archived days are not in the file. Copy the folder ${report.archive_folder} too.`]
      : []),
  ])
}

/** `nani restore FILE`. */
export const restore = async (given: string, options: OperatorOptions, terminal: Terminal): Promise<void> => {
  const print = printerOf(options, terminal)
  const config = locate(terminal)
  const masterKey = await existingMasterKey(config)
  const urls = databaseUrls(config)
  const file = resolve(terminal.cwd, given)
  // Before a data directory is created.
  await requireKeyOfBackup(file, masterKey)
  const source = { file, masterKey, destination: () => destinationOf(config, 'owner') }
  const report = urls
    ? await restoreInto(source, urls)
    : await restoreIntoDirectory(source, {
        ...{ dataDir: config.dataDir, durable: true },
        urlsOf: (own) => withRegister(own, config),
      })
  print(report, ['The backup is restored. Start Nani with the same master key.'])
}

/** A machine that rehearses backups may have the key, and no installation. */
const keyOfRehearsal = (terminal: Terminal): Promise<Buffer> => {
  const { NANI_MASTER_KEY, NANI_MASTER_KEY_FILE } = terminal.env
  return existingMasterKey(NANI_MASTER_KEY || NANI_MASTER_KEY_FILE ? settingsAt(terminal) : locate(terminal))
}

/** `nani backup rehearse FILE`: a whole restore into a scratch database of this machine, which is removed again. */
export const rehearse = async (file: string, options: OperatorOptions, terminal: Terminal): Promise<void> => {
  const print = printerOf(options, terminal)
  const masterKey = await keyOfRehearsal(terminal)
  const folder = await mkdtemp(join(tmpdir(), 'nani-rehearsal-'))
  const destination = () => ({ variable: 'the scratch database', place: folder })
  const source = { file: resolve(terminal.cwd, file), masterKey, destination }
  try {
    const scratch = { dataDir: join(folder, 'data'), durable: false }
    const report = await restoreIntoDirectory(source, scratch).catch(explainMissingPostgres)
    const sentence = 'The backup is complete: its vault opens, and every table has its rows.'
    print(report, [sentence], { vault_opens: true })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A container has no PostgreSQL of its own. A restore into an empty database proves the same. */
const explainMissingPostgres = (error: unknown): never => {
  if (!(error instanceof Refusal && error.code === 'postgres_unavailable')) throw error
  throw new Refusal(error.code, 'The rehearsal needs the embedded PostgreSQL, which does not run here.', {
    next: 'Rehearse on a machine after npm ci, or restore the file into an empty scratch database: DATABASE_URL=… nani restore FILE (docs/container-image.md).',
  })
}
