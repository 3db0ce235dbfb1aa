import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { printJson, type Terminal } from '@nani/cli'
import { type Actor, Refusal } from '@nani/foundation/core/index.ts'
import { systemLookup } from '@nani/foundation/outbound/index.ts'
import {
  currentVersions,
  type FormatName,
  fileSource,
  findList,
  freshnessOf,
  importList,
  type ListDefinition,
  lists,
  type RefreshDependencies,
  readScreeningSettings,
  readSourceDay,
  refreshableLists,
  refreshList,
  setThreshold,
} from '@nani/server/risk/lists/index.ts'
import type { OperatorOptions } from './applications.ts'
import { type Installation, withInstallation } from './installation.ts'
import { importedText, refreshedText, statusText, thresholdText } from './lists-text.ts'
import {
  awaitedJson,
  awaitedText,
  failWhereBehind,
  type WaitOptions,
  waitForProcesses,
} from './lists-wait.ts'
import { operatorOf } from './operator-actor.ts'

export type ImportFilesOptions = OperatorOptions & {
  format?: string
  dated?: string
  acceptDrop?: boolean
} & WaitOptions

const knownList = (id: string): ListDefinition => {
  const list = findList(id)
  if (list) return list
  throw new Refusal('list_not_found', `There is no list ${id}.`, {
    next: `Use one of ${lists.map((one) => one.id).join(', ')}.`,
  })
}

const knownFormat = (list: ListDefinition, format: string | undefined): FormatName | null => {
  if (format === undefined) return null
  const known = list.formats.find((one) => one === format)
  if (known) return known
  throw new Refusal('list_unknown_format', `The list ${list.id} does not accept the format ${format}.`, {
    next: `Use ${list.formats.join(' or ')}.`,
  })
}

const possibleDay = (dated: string | undefined, nowMs: number): string | null => {
  if (dated === undefined) return null
  const day = readSourceDay(dated, nowMs)
  if (day) return day
  throw new Refusal('value_invalid', `The date of a list cannot be ${dated}.`, {
    next: 'Give a date that is not in the future, as YYYY-MM-DD.',
  })
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
    if (!existsSync(file)) throw new Refusal('file_not_found', `There is no file ${file}.`)
    return fileSource(file)
  })
  const source = files.map(({ name }) => name).join(' ')
  const acceptDrop = options.acceptDrop === true
  const request = { list: list.id, audience: 'everyone', files, format, acceptDrop, source } as const
  const { report, awaited } = await withInstallation(terminal, async (installation) => {
    const sourceDate = possibleDay(options.dated, installation.clock.now())
    const actor = operatorOf(options, terminal)
    const report = await importList(actor, { ...request, etag: null, sourceDate }, installation)
    const awaited = await waitForProcesses(report.version.versionId, options, installation, terminal)
    return { report, awaited }
  })
  if (options.json) printJson(terminal, { ...report, processes: awaitedJson(awaited) })
  else terminal.out(importedText(list, report) + awaitedText(awaited))
  failWhereBehind(awaited)
}

const refreshWith = (actor: Actor, installation: Installation): RefreshDependencies => ({
  actor,
  pool: installation.pool,
  clock: installation.clock,
  lookup: systemLookup(),
  addresses: installation.config.listAddresses,
})

/** `nani lists refresh [LIST…]`. One that fails does not keep the others. */
export const refresh = async (
  names: string[],
  options: OperatorOptions & WaitOptions,
  terminal: Terminal,
): Promise<void> => {
  const { reports, awaited } = await withInstallation(terminal, async (installation) => {
    const dependencies = refreshWith(operatorOf(options, terminal), installation)
    const wanted = names.length > 0 ? names.map(knownList) : refreshableLists(dependencies.addresses)
    const unpublished = wanted.find((list) => !refreshableLists(dependencies.addresses).includes(list))
    if (unpublished) throw new Refusal('list_address_missing', `The list ${unpublished.id} has no address.`)
    const done = []
    for (const list of wanted) done.push(await refreshList(list, dependencies))
    const change = Math.max(0, ...done.flatMap((one) => ('version' in one ? [one.version.versionId] : [])))
    const awaited = await waitForProcesses(change, options, installation, terminal)
    return { reports: done, awaited }
  })
  if (options.json) printJson(terminal, reports)
  else terminal.out(refreshedText(reports) + awaitedText(awaited))
  const refused = reports.filter(({ outcome }) => outcome === 'refused').length
  if (refused > 0)
    throw new Refusal('lists_not_refreshed', `${refused} of ${reports.length} lists were not refreshed.`)
  failWhereBehind(awaited)
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
  const settings = await withInstallation(terminal, async (installation) => {
    if (value !== undefined)
      await setThreshold(operatorOf(options, terminal), { threshold: value }, installation)
    return readScreeningSettings(installation.pool)
  })
  if (options.json) printJson(terminal, settings)
  else terminal.out(thresholdText(settings))
}
