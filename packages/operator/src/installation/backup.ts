import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { labelled, printJson, type Terminal } from '@nani/cli'
import { archivedTableNames } from '@nani/foundation/archive/index.ts'
import { Refusal, systemRandom } from '@nani/foundation/core/index.ts'
import { startEmbeddedPostgres } from '@nani/foundation/embedded-postgres/index.ts'
import {
  type DatabaseUrls,
  databaseUrls,
  destinationOf,
  existingMasterKey,
  type InstallationUrls,
  registerDestination,
  withRegister,
} from '@nani/foundation/platform/index.ts'
import { openPool, openRootKey, proveConnection } from '@nani/foundation/storage/index.ts'
import {
  type RestoreReport,
  requireKeyOfBackup,
  restoreBackup,
  takeBackup,
} from '@nani/server/app/backup/index.ts'
import { outboxOf } from '@nani/server/desk/enrolment/index.ts'
import { operatorOf } from '../command-line/operator-actor.ts'
import type { OperatorOptions } from '../command-line/operator-command.ts'
import { locate, withInstallation } from './installation.ts'

/** The tables whose counts a person compares first. */
const shownCounts = { audit: 'audit_entries', ledger: 'ledger_entries', files: 'register_files' } as const

const countsOf = (counts: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(shownCounts).map(([name, table]) => [name, counts[`public.${table}`] ?? 0]),
  )

const seconds = (startedMs: number): number => Math.round(performance.now() - startedMs) / 1_000

/** `nani backup FILE`. The installation serves calls meanwhile. */
export const backup = async (file: string, options: OperatorOptions, terminal: Terminal): Promise<void> => {
  const startedMs = performance.now()
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
  const { counts, ...facts } = report
  const document = { ...facts, ...countsOf(counts), seconds: seconds(startedMs) }
  if (options.json) printJson(terminal, document)
  else
    terminal.out(
      text(document, [
        'The master key is not in the file. Keep it apart: without it the file opens nothing.',
        ...(document.archived_days > 0
          ? [`Archived days are not in the file. Copy the folder ${document.archive_folder} too.`]
          : []),
      ]),
    )
}

/** `nani restore FILE`. */
export const restore = async (file: string, options: OperatorOptions, terminal: Terminal): Promise<void> => {
  const startedMs = performance.now()
  const config = locate(terminal)
  const masterKey = await existingMasterKey(config)
  const urls = databaseUrls(config)
  const path = resolve(terminal.cwd, file)
  // Before a data directory is created.
  await requireKeyOfBackup(path, masterKey)
  const report = urls
    ? await restoreInto(path, masterKey, urls, () => destinationOf(config, 'owner'))
    : await onEmbedded(config.dataDir, true, (own) =>
        restoreInto(path, masterKey, withRegister(own, config), () => destinationOf(config, 'owner')),
      )
  const { counts, ...facts } = report
  const document = { ...facts, ...countsOf(counts), seconds: seconds(startedMs) }
  if (options.json) printJson(terminal, document)
  else terminal.out(text(document, ['The backup is restored. Start Nani with the same master key.']))
}

/** `nani backup rehearse FILE`: a whole restore into a scratch database of this machine, which is removed again. */
export const rehearse = async (file: string, options: OperatorOptions, terminal: Terminal): Promise<void> => {
  const startedMs = performance.now()
  const masterKey = await existingMasterKey(locate(terminal))
  const folder = await mkdtemp(join(tmpdir(), 'nani-rehearsal-'))
  try {
    const report = await onEmbedded(join(folder, 'data'), false, (urls) =>
      restoreInto(resolve(terminal.cwd, file), masterKey, urls, () => ({
        variable: 'the scratch database',
        place: folder,
      })),
    ).catch(explainMissingPostgres)
    const { counts, ...facts } = report
    const document = { ...facts, ...countsOf(counts), vault_opens: true, seconds: seconds(startedMs) }
    if (options.json) printJson(terminal, document)
    else
      terminal.out(text(document, ['The backup is complete: its vault opens, and every table has its rows.']))
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

const restoreInto = async (
  file: string,
  masterKey: Buffer,
  { owner, register: ofRegister }: InstallationUrls,
  destination: () => ReturnType<typeof destinationOf>,
): Promise<RestoreReport> => {
  const open = (url: string) =>
    openPool(url, { maxConnections: 2, statementTimeoutMs: 15_000, onError: () => {} })
  const home = open(owner)
  const register = ofRegister && open(ofRegister.owner)
  try {
    await proveConnection(home, owner, destination())
    if (register && ofRegister)
      await proveConnection(register, ofRegister.owner, registerDestination(ofRegister.owner))
    const report = await restoreBackup(file, masterKey, { home, register })
    // The vault opens: otherwise this is the error `master_key_wrong`.
    await openRootKey(home, masterKey, systemRandom())
    return report
  } finally {
    await Promise.all([home.end(), register?.end()])
  }
}

const onEmbedded = async <Answer>(
  dataDir: string,
  durable: boolean,
  use: (urls: DatabaseUrls) => Promise<Answer>,
): Promise<Answer> => {
  const database = await startEmbeddedPostgres({ dataDir, durable, log: () => {}, heldFor: 'command' })
  try {
    return await use(database.urls)
  } finally {
    await database.stop()
  }
}

const text = (document: Record<string, unknown>, sentences: string[]): string =>
  `${labelled(Object.entries(document).map(([name, value]) => [name.replaceAll('_', ' '), [String(value)]]))}\n\n${sentences.join('\n')}\n`
