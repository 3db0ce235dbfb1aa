import { Refusal } from '@nani/foundation/core/index.ts'
import { systemLookup } from '@nani/foundation/outbound/index.ts'
import {
  type FormatName,
  fileSource,
  findList,
  type ImportReport,
  importList,
  type ListDefinition,
  lists,
  type RefreshReport,
  readSourceDay,
  refreshableLists,
  refreshList,
} from '@nani/server/risk/lists/index.ts'
import type { OpenCall } from '../command-line/command-area.ts'
import { existingFile } from '../command-line/named-files.ts'
import { type Awaited, waitForProcesses } from './lists-wait.ts'

type ImportGiven = { list: string; file: string[]; format?: string; dated?: string; acceptDrop?: boolean }

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

export type Imported = { list: ListDefinition; report: ImportReport; awaited: Awaited }

/** `nani lists import LIST FILE…` */
export const importFiles = async (call: OpenCall): Promise<Imported> => {
  const { actor, installation, terminal } = call
  const { list: id, file: paths, format, dated, acceptDrop = false } = call.given as ImportGiven
  const list = knownList(id)
  const known = knownFormat(list, format)
  const files = paths.map((path) => fileSource(existingFile(path, terminal)))
  const source = files.map(({ name }) => name).join(' ')
  const sourceDate = possibleDay(dated, installation.clock.now())
  const request = { list: list.id, audience: 'everyone', files, format: known, acceptDrop, source } as const
  const report = await importList(actor, { ...request, etag: null, sourceDate }, installation)
  return { list, report, awaited: await waitForProcesses(report.version.versionId, call) }
}

export type Refreshed = { reports: RefreshReport[]; awaited: Awaited }

/** `nani lists refresh [LIST…]`. One that fails does not keep the others. */
export const refresh = async (call: OpenCall): Promise<Refreshed> => {
  const { actor, installation } = call
  const names = call.given.list as string[]
  const { pool, clock, config } = installation
  const dependencies = { actor, pool, clock, lookup: systemLookup(), addresses: config.listAddresses }
  const refreshable = refreshableLists(config.listAddresses)
  const wanted = names.length > 0 ? names.map(knownList) : refreshable
  const unpublished = wanted.find((list) => !refreshable.includes(list))
  if (unpublished) throw new Refusal('list_address_missing', `The list ${unpublished.id} has no address.`)
  const reports: RefreshReport[] = []
  for (const list of wanted) reports.push(await refreshList(list, dependencies))
  const change = Math.max(0, ...reports.flatMap((one) => ('version' in one ? [one.version.versionId] : [])))
  return { reports, awaited: await waitForProcesses(change, call) }
}

/** Some lists are refreshed, and others are refused. */
export const failWhereRefused = (reports: readonly RefreshReport[]): void => {
  const refused = reports.filter(({ outcome }) => outcome === 'refused').length
  if (refused > 0)
    throw new Refusal('lists_not_refreshed', `${refused} of ${reports.length} lists were not refreshed.`)
}
