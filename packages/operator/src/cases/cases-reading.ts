import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { printable, printJson, type Terminal } from '@nani/cli'
import type { FraudCaseStatus, FraudChannel, FraudType } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import {
  type CaseFilter,
  casesAsCsv,
  exportFraudCases,
  linkFraudCases,
  listFraudCases,
  openFraudCase,
  readCaseStatistics,
  readFraudEvidence,
  showFraudCase,
} from '@nani/server/services/fraud/index.ts'
import { printResult } from '../print-result.ts'
import { readSince } from '../since.ts'
import { graphText, listText, shownCaseText, statisticsText } from './cases-text.ts'
import { type DeskCommandOptions, withDesk } from './desk-of-installation.ts'

type Options = DeskCommandOptions

type FilterOptions = Options & {
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

const filterOf = (options: FilterOptions, nowMs: number): Omit<CaseFilter, 'limit'> => {
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

/** `nani cases list`. */
export const list = async (options: FilterOptions & { limit: number }, terminal: Terminal) => {
  const found = await withDesk(options, terminal, (desk, actor) =>
    listFraudCases(actor, { ...filterOf(options, desk.clock.now()), limit: options.limit }, desk),
  )
  printResult(found, () => listText(found, terminal), options, terminal)
}

/** `nani cases show CASE`. */
export const show = async (
  fraudCase: string,
  options: Options & { open?: boolean; reason?: string },
  terminal: Terminal,
) => {
  const named = { fraud_case: fraudCase, environment: options.environment ?? null }
  const { open, reason = '' } = options
  const shown = await withDesk(options, terminal, (desk, actor) =>
    open ? openFraudCase(actor, { ...named, reason }, desk) : showFraudCase(actor, named, desk),
  )
  printResult(shown, () => shownCaseText(shown, terminal), options, terminal)
}

/** `nani cases link CASE`. */
export const link = async (fraudCase: string, options: Options & { svg?: string }, terminal: Terminal) => {
  const graph = await withDesk(options, terminal, (desk, actor) =>
    linkFraudCases(actor, { fraud_case: fraudCase, environment: options.environment ?? null }, desk),
  )
  if (options.svg) {
    const { drawGraph } = await import('./cases-svg.ts')
    writeNew(resolve(terminal.cwd, options.svg), drawGraph(graph))
  }
  printResult(graph, () => graphText(graph), options, terminal)
}

/** `nani cases stats`. */
export const stats = async (options: Options & { plot?: string }, terminal: Terminal) => {
  const statistics = await withDesk(options, terminal, (desk, actor) =>
    readCaseStatistics(actor, { environment: options.environment ?? null }, desk),
  )
  if (options.plot) {
    const { drawStatistics } = await import('./cases-svg.ts')
    writeFileSync(resolve(terminal.cwd, options.plot), drawStatistics(statistics))
  }
  printResult(statistics, () => statisticsText(statistics), options, terminal)
}

/** `nani cases export`. */
export const exportCases = async (
  options: FilterOptions & { format?: 'json' | 'csv'; out?: string },
  terminal: Terminal,
) => {
  const exported = await withDesk(options, terminal, (desk, actor) =>
    exportFraudCases(actor, filterOf(options, desk.clock.now()), desk),
  )
  const format = options.format ?? (options.json ? 'json' : 'csv')
  const text = () => (format === 'csv' ? casesAsCsv(exported.data) : `${JSON.stringify(exported, null, 2)}\n`)
  if (!options.out) {
    if (format === 'json') printJson(terminal, exported)
    else terminal.out(text())
    return
  }
  const file = resolve(terminal.cwd, options.out)
  writeNew(file, text())
  const written = { file, format, cases: exported.data.length }
  printResult(written, () => `${written.cases} cases are in ${printable(file)}.\n`, options, terminal)
}

/** `nani cases evidence CASE POSITION --reason R`. */
export const evidence = async (
  fraudCase: string,
  position: number,
  options: Options & { reason: string; out: string; original?: boolean },
  terminal: Terminal,
) => {
  const { reason, original = false, environment = null } = options
  const { files, ...read } = await withDesk(options, terminal, (desk, actor) =>
    readFraudEvidence(actor, { fraud_case: fraudCase, environment, position, reason, original }, desk),
  )
  const folder = resolve(terminal.cwd, options.out)
  mkdirSync(folder, { recursive: true })
  const written = files.map(({ name, contentType, bytes }) => {
    const path = join(folder, `${read.case_number}-${position}-${name}`)
    writeNew(path, bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { path, content_type: contentType, bytes: bytes.length, sha256 }
  })
  const lines = written.map(({ path, content_type }) => `  ${printable(path)} (${content_type})`)
  if (read.omitted > 0) lines.push(`  ${read.omitted} more pages or rows are not rendered.`)
  printResult({ ...read, files: written }, () => `${lines.join('\n')}\n`, options, terminal)
}

/** A file that exists is never replaced. Other accounts of the machine cannot read a new one. */
const writeNew = (path: string, content: string | Buffer): void => {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new Refusal('file_exists', `${path} exists already.`)
  }
}
