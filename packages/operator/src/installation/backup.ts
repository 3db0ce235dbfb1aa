import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { labelled, list, printJson, type Terminal } from '@nani/cli'
import { archivedTableNames } from '@nani/foundation/archive/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import {
  databaseUrls,
  destinationOf,
  existingMasterKey,
  withRegister,
} from '@nani/foundation/platform/index.ts'
import { readDatabaseAddress } from '@nani/foundation/storage/index.ts'
import {
  type CellOfBackup,
  rehearseRestore,
  requireKeyOfBackup,
  restoreInto,
  restoreIntoDirectory,
  takeBackup,
} from '@nani/server/app/backup/index.ts'
import { cellsWithout } from '@nani/server/app/cells/index.ts'
import { outboxOf } from '@nani/server/desk/enrolment/index.ts'
import { inReachableDatabases } from '../command-line/in-place.ts'
import { readJson } from '../command-line/named-files.ts'
import { operatorOf } from '../command-line/operator-actor.ts'
import type { OperatorOptions } from '../command-line/operator-command.ts'
import { type Installation, locate, settingsAt, withInstallation } from './installation.ts'

/** The tables whose counts a person compares first. */
const shownCounts = { audit: 'audit_entries', ledger: 'ledger_entries', files: 'register_files' } as const

type Report = { counts: Record<string, number>; cells: string[]; left_out: string[] }
type BackupOptions = OperatorOptions & { without?: string }
type RestoreOptions = BackupOptions & { cells?: string }

const leftOutText = ({ left_out }: Pick<Report, 'left_out'>): string[] =>
  left_out.length === 0 ? [] : [`These cells were left out: ${left_out.join(', ')}.`]

/** Prints a report with the time since the command began. */
const printerOf = (options: OperatorOptions, terminal: Terminal) => {
  const startedMs = performance.now()
  return ({ counts, cells, left_out, ...facts }: Report, sentences: string[], more: object = {}): void => {
    const shown = Object.entries(shownCounts).map(([name, table]) => [name, counts[`public.${table}`] ?? 0])
    const seconds = Math.round(performance.now() - startedMs) / 1_000
    const ofCells = cells.length + left_out.length > 0 ? { cells, left_out } : {}
    const document = { ...facts, ...ofCells, ...Object.fromEntries(shown), ...more, seconds }
    const lines = Object.entries(document).map(([name, one]) => [name.replaceAll('_', ' '), textOf(one)])
    if (options.json) printJson(terminal, document)
    else terminal.out(`${labelled(Object.fromEntries(lines))}\n\n${sentences.join('\n')}\n`)
  }
}

const textOf = (value: unknown): string =>
  Array.isArray(value) ? (value.length === 0 ? '-' : value.join(', ')) : String(value)

/** Of all databases that can be used. */
const archivedDays = (installation: Installation): Promise<number> =>
  inReachableDatabases(installation, async (databases) => {
    const days = await Promise.all(
      databases.flatMap(({ archive }) =>
        archivedTableNames.map(async (table) => archive?.daysOf(table) ?? []),
      ),
    )
    return days.flat().length
  })

/** `nani backup FILE`. The installation serves calls meanwhile. */
export const backup = async (file: string, options: BackupOptions, terminal: Terminal): Promise<void> => {
  const print = printerOf(options, terminal)
  const report = await withInstallation(terminal, async (installation) => {
    if (!installation.ownsSchema)
      throw new Refusal('setting_missing', 'The login of DATABASE_URL may not read every table.', {
        next: 'Set NANI_OWNER_DATABASE_URL to the login that owns the schema.',
      })
    const masterKey = await existingMasterKey(installation.config)
    const input = {
      ...{ file: resolve(terminal.cwd, file), master_key: masterKey },
      without: list(options.without ?? ''),
    }
    const archive = {
      archived_days: await archivedDays(installation),
      archive_folder: installation.archive.folder,
    }
    const registerOutbox = outboxOf(installation)
    const taken = await takeBackup(operatorOf(options, terminal), input, { ...installation, registerOutbox })
    return { ...taken, ...archive }
  })
  print(report, [
    'The master key is not in the file. Keep it apart: without it the file opens nothing.',
    ...(report.archived_days > 0
      ? [`Archived days are not in the file. Copy the folder ${report.archive_folder} too.`]
      : []),
    ...leftOutText(report),
  ])
}

/** The databases of cells that have other addresses than at the time of the backup: the owner of each. */
const readCellUrls = (given: string | undefined, terminal: Terminal): Readonly<Record<string, string>> => {
  if (given === undefined) return {}
  const unusable = new Refusal('file_unusable', `${given} is no JSON object with a URL for each cell.`)
  const content = readJson(given, terminal)
  if (typeof content !== 'object' || content === null || Array.isArray(content)) throw unusable
  for (const [name, url] of Object.entries(content)) {
    if (typeof url !== 'string') throw unusable
    readDatabaseAddress(url, `${given}: ${name}`)
  }
  return content as Record<string, string>
}

const placesOfCells = ({ cells, without }: RestoreOptions, terminal: Terminal) => {
  const elsewhere = readCellUrls(cells, terminal)
  const leftOut = list(without ?? '')
  return async (known: readonly CellOfBackup[], before: readonly string[]): Promise<Map<string, string>> => {
    // A wrong name in the file is refused, too.
    cellsWithout(known, Object.keys(elsewhere))
    return new Map(
      cellsWithout(
        known,
        leftOut.filter((name) => !before.includes(name)),
      ).map(({ name, urls }) => [name, elsewhere[name] ?? urls.owner]),
    )
  }
}

/** `nani restore FILE`. */
export const restore = async (given: string, options: RestoreOptions, terminal: Terminal): Promise<void> => {
  const print = printerOf(options, terminal)
  const config = locate(terminal)
  const masterKey = await existingMasterKey(config)
  const urls = databaseUrls(config)
  const file = resolve(terminal.cwd, given)
  // Before a data directory is created.
  await requireKeyOfBackup(file, masterKey)
  const cellUrlsOf = placesOfCells(options, terminal)
  const source = { file, masterKey, destination: () => destinationOf(config, 'owner'), cellUrlsOf }
  const report = urls
    ? await restoreInto(source, urls)
    : await restoreIntoDirectory(source, {
        dataDir: config.dataDir,
        urlsOf: (own) => withRegister(own, config),
      })
  const { cells } = report
  const start = 'Start Nani with the same master key.'
  const copies =
    'Before you start Nani with the same master key, make the copies of each cell again: nani cells prepare NAME, or nani cells add NAME where its address or that of home is another one.'
  print(report, [`The backup is restored. ${cells.length > 0 ? copies : start}`, ...leftOutText(report)])
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
    const report = await rehearseRestore({ ...source, dataDir: join(folder, 'data') }).catch(
      explainMissingPostgres,
    )
    const sentence = 'The backup is complete: its vault opens, and every table has its rows.'
    print(report, [sentence, ...leftOutText(report)], { vault_opens: true })
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
