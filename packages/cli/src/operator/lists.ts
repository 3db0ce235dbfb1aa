import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  currentVersions,
  type FormatName,
  fileSource,
  findList,
  freshnessOf,
  importList,
  type ListDefinition,
  ListRefused,
  lists,
  type RefreshDependencies,
  readScreeningSettings,
  readSourceDay,
  refreshableLists,
  refreshList,
  setThreshold,
} from '@nani/server/lists/index.ts'
import { systemLookup } from '@nani/server/outbound/index.ts'
import { Failure } from '../failure.ts'
import { printable, printJson, type Terminal } from '../terminal.ts'
import type { OperatorOptions } from './applications.ts'
import { type Installation, withInstallation } from './installation.ts'
import { importedText, refreshedText, statusText, thresholdText } from './lists-text.ts'

export type ImportFilesOptions = OperatorOptions & {
  format?: string
  dated?: string
  acceptDrop?: boolean
}

const knownList = (id: string): ListDefinition => {
  const list = findList(id)
  if (list) return list
  throw new Failure(
    `There is no list ${printable(id)}.`,
    `It is one of ${lists.map((one) => one.id).join(', ')}.`,
  )
}

const knownFormat = (list: ListDefinition, format: string | undefined): FormatName | null => {
  if (format === undefined) return null
  const known = list.formats.find((one) => one === format)
  if (known) return known
  throw new Failure(
    `${list.id} does not come as ${printable(format)}.`,
    `It comes as ${list.formats.join(' or ')}.`,
  )
}

const possibleDay = (dated: string | undefined, nowMs: number): string | null => {
  if (dated === undefined) return null
  const day = readSourceDay(dated, nowMs)
  if (day) return day
  throw new Failure(
    `A list cannot be of ${printable(dated)}.`,
    'Say a day of the calendar that is not yet to come, as YYYY-MM-DD.',
  )
}

/** `nani lists import LIST FILE…` */
export const importFiles = async (
  id: string,
  paths: string[],
  options: ImportFilesOptions,
  terminal: Terminal,
): Promise<void> => {
  const list = knownList(id)
  const format = knownFormat(list, options.format)
  const files = paths.map((path) => {
    const file = resolve(terminal.cwd, path)
    if (!existsSync(file)) throw new Failure(`There is no file ${printable(file)}.`, '')
    return fileSource(file)
  })
  const source = files.map(({ name }) => name).join(' ')
  const acceptDrop = options.acceptDrop === true
  const request = { list: list.id, audience: 'everyone', files, format, acceptDrop, source } as const
  const report = await withInstallation(terminal, (installation) =>
    importList(installation, {
      ...request,
      etag: null,
      sourceDate: possibleDay(options.dated, installation.clock.now()),
    }).catch(notTaken(list)),
  )
  if (options.json) printJson(terminal, report)
  else terminal.out(importedText(list, report))
}

const notTaken =
  ({ id }: ListDefinition) =>
  (error: unknown): never => {
    if (!(error instanceof ListRefused)) throw error
    throw new Failure(printable(error.message), `Nothing was changed: the version of ${id} in use stays.`, {
      reason: error.reason,
    })
  }

const refreshWith = (installation: Installation): RefreshDependencies => ({
  pool: installation.pool,
  clock: installation.clock,
  lookup: systemLookup(),
  addresses: installation.config.listAddresses,
})

/** `nani lists refresh [LIST…]`. One that fails does not keep the others. */
export const refresh = async (
  names: string[],
  options: OperatorOptions,
  terminal: Terminal,
): Promise<void> => {
  const reports = await withInstallation(terminal, async (installation) => {
    const dependencies = refreshWith(installation)
    const wanted = names.length > 0 ? names.map(knownList) : refreshableLists(dependencies.addresses)
    const unpublished = wanted.find((list) => !refreshableLists(dependencies.addresses).includes(list))
    if (unpublished)
      throw new Failure(
        `${unpublished.id} has no address to fetch it from.`,
        'Import it from a file, or set one.',
      )
    const done = []
    for (const list of wanted) done.push(await refreshList(list, dependencies))
    return done
  })
  if (options.json) printJson(terminal, reports)
  else terminal.out(refreshedText(reports))
  const refused = reports.filter(({ outcome }) => outcome === 'refused').length
  if (refused > 0) throw new Failure(`${refused} of ${reports.length} lists were not refreshed.`, '')
}

/** `nani lists status` */
export const status = async (options: OperatorOptions, terminal: Terminal): Promise<void> => {
  const { freshness, settings } = await withInstallation(terminal, async ({ pool, clock }) => ({
    freshness: freshnessOf(await currentVersions(pool), clock.now()),
    settings: await readScreeningSettings(pool),
  }))
  if (options.json) printJson(terminal, { ...settings, lists: freshness.map(statusJson) })
  else terminal.out(statusText(freshness, settings))
}

const statusJson = ({ list, version, ageMs, stale }: ReturnType<typeof freshnessOf>[number]) => ({
  list: list.id,
  name: list.name,
  category: list.category,
  version: version?.label ?? null,
  source_date: version?.sourceDate ?? null,
  fetched_at: version?.fetchedAt ?? null,
  confirmed_at: version?.confirmedAt ?? null,
  entries: version?.entries ?? null,
  sha256: version?.sha256 ?? null,
  source: version?.source ?? null,
  age_seconds: ageMs === null ? null : Math.floor(ageMs / 1_000),
  stale,
})

/** `nani lists threshold [VALUE]` */
export const threshold = async (
  value: number | undefined,
  options: OperatorOptions,
  terminal: Terminal,
): Promise<void> => {
  const settings = await withInstallation(terminal, async ({ pool, clock }) => {
    if (value !== undefined) await setThreshold(pool, value, new Date(clock.now())).catch(outOfRange)
    return readScreeningSettings(pool)
  })
  if (options.json) printJson(terminal, settings)
  else terminal.out(thresholdText(settings))
}

const outOfRange = (error: unknown): never => {
  throw error instanceof RangeError ? new Failure(error.message, 'See docs/screening-lists.md.') : error
}
