import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { printable, printJson } from '@nani/cli'
import type { Environment, FraudCaseStatus, FraudChannel, FraudType } from '@nani/contract'
import {
  type CaseFilter,
  type CaseNamed,
  casesAsCsv,
  type Desk,
  drawCaseGraph,
  drawCaseStatistics,
  exportFraudCases,
  linkFraudCases,
  readCaseStatistics,
  readFraudEvidence,
} from '@nani/server/services/fraud/index.ts'
import type { OpenCall } from '../command-line/command-area.ts'
import { writeNew, writeOwn } from '../command-line/named-files.ts'
import { readSince } from '../command-line/since.ts'

type FilterGiven = {
  environment?: Environment
  status?: FraudCaseStatus[]
  type?: FraudType
  channel?: FraudChannel
  province?: string
  assignee?: string
  minAmount?: number
  maxAmount?: number
  currency?: string
  olderThan?: string
  newerThan?: string
  late?: boolean
}
type DeskCall = OpenCall & { needs: Desk }

/** The filter of a list or of an export, as the options have it. */
export const filterOfCall = ({ given, needs }: DeskCall): Omit<CaseFilter, 'limit'> =>
  filterOf(given as FilterGiven, needs.clock.now())

const filterOf = (options: FilterGiven, nowMs: number): Omit<CaseFilter, 'limit'> => {
  const { status, type, channel, province, assignee, minAmount, maxAmount, currency } = options
  return {
    environment: options.environment ?? null,
    ...(status && { statuses: status }),
    ...(type && { type }),
    ...(channel && { channel }),
    ...(province && { province }),
    ...(assignee && { assignee: assignee === 'none' ? null : assignee }),
    ...(minAmount !== undefined && { minAmount }),
    ...(maxAmount !== undefined && { maxAmount }),
    ...(currency && { currency: currency.toUpperCase() }),
    ...(options.olderThan && { createdBefore: new Date(readSince(options.olderThan, nowMs)) }),
    ...(options.newerThan && { createdAfter: new Date(readSince(options.newerThan, nowMs)) }),
    ...(options.late && { isLate: true }),
  }
}

/** `nani cases link CASE [--svg FILE]`. */
export const link = async (call: DeskCall, input: CaseNamed) => {
  const graph = await linkFraudCases(call.actor, input, call.needs)
  if (typeof call.given.svg === 'string')
    writeNew(resolve(call.terminal.cwd, call.given.svg), await drawCaseGraph(graph))
  return graph
}

/** `nani cases stats [--plot FILE]`. */
export const stats = async (call: DeskCall, input: Pick<CaseNamed, 'environment'>) => {
  const statistics = await readCaseStatistics(call.actor, input, call.needs)
  if (typeof call.given.plot === 'string')
    writeOwn(resolve(call.terminal.cwd, call.given.plot), await drawCaseStatistics(statistics))
  return statistics
}

/** `nani cases export`. */
export const exportCases = (call: DeskCall) => exportFraudCases(call.actor, filterOfCall(call), call.needs)

/** Prints the export, or writes it to a new file. */
export const printExport = (
  exported: Awaited<ReturnType<typeof exportFraudCases>>,
  { given, terminal }: OpenCall,
): void => {
  const format = given.format ?? (given.json ? 'json' : 'csv')
  const text = format === 'csv' ? casesAsCsv(exported.data) : `${JSON.stringify(exported, null, 2)}\n`
  if (typeof given.out !== 'string') {
    terminal.out(text)
    return
  }
  const file = resolve(terminal.cwd, given.out)
  writeNew(file, text)
  const written = { file, format, cases: exported.data.length }
  if (given.json) printJson(terminal, written)
  else terminal.out(`${written.cases} cases are in ${printable(file)}.\n`)
}

/** `nani cases evidence CASE POSITION --reason R`. */
export const evidence = async (call: DeskCall, input: Parameters<typeof readFraudEvidence>[1]) => {
  const { files, ...read } = await readFraudEvidence(call.actor, input, call.needs)
  const folder = resolve(call.terminal.cwd, String(call.given.out))
  mkdirSync(folder, { recursive: true })
  const written = files.map(({ name, contentType, bytes }) => {
    const path = join(folder, `${read.case_number}-${input.position}-${name}`)
    writeNew(path, bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { path, content_type: contentType, bytes: bytes.length, sha256 }
  })
  return { ...read, files: written }
}
