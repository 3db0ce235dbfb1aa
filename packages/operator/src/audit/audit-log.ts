import { join, resolve } from 'node:path'
import { printable } from '@nani/cli'
import type { Environment } from '@nani/contract'
import { requireVerifierKey, verifierKey } from '@nani/engines/transparency-log/index.ts'
import type { Archive } from '@nani/foundation/archive/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import {
  type CheckOptions,
  checkLog,
  checkpointsOfWitnesses,
  type Finding,
  keptCheckpoint,
  type LogSigners,
  logKeyUse,
  newestCheckpoint,
  proveById,
  publishLog,
  readLogSigners,
  requireEntryProof,
  type Witness,
} from '@nani/server/app/audit-transparency/index.ts'
import {
  onCellLog,
  onCellLogs,
  proveInCells,
  readKnownCells,
  type UnreadLog,
} from '@nani/server/app/cells/index.ts'
import type pg from 'pg'
import type { OpenCall } from '../command-line/command-area.ts'
import { readText } from '../command-line/named-files.ts'
import type { Installation } from '../installation/installation.ts'
import { emptyLog, hiddenCell, renamedLog } from './cell-findings.ts'

const signersOf = ({ pool, vaultFor }: Installation): Promise<LogSigners> =>
  readLogSigners(pool, vaultFor(logKeyUse))

/** What the acts on the audit log need. An entry may be in the log of a cell. */
export const needsOfAudit = ({
  installation,
  given: { cell },
}: Pick<OpenCall, 'given' | 'installation'>) => ({
  ...installation,
  proveIn:
    typeof cell === 'string'
      ? (id: string) => onCellLog(installation, cell, ({ pool, archive }) => proveById(pool, archive, id))
      : undefined,
  proveElsewhere: (id: string) => proveInCells(installation, id),
})

/** The log of home, or that of the cell of `--cell`. */
const onNamedLog = async <Answer>(
  { given, installation }: Pick<OpenCall, 'given' | 'installation'>,
  use: (log: { pool: pg.Pool; signers: LogSigners }) => Promise<Answer>,
): Promise<Answer> =>
  typeof given.cell === 'string'
    ? onCellLog(installation, given.cell, use)
    : use({ pool: installation.pool, signers: await signersOf(installation) })

/** `nani audit key`. */
export const key = (call: OpenCall) => onNamedLog(call, async ({ signers }) => keysOf(call, signers))

const keysOf = ({ given }: OpenCall, signers: LogSigners) => {
  const environment = given.environment as Environment
  const signer = signers[environment]
  const earlier = (signer.earlier ?? []).map(({ key: one, signsUntil }) => ({
    key: verifierKey(one),
    signs_until: signsUntil.toISOString(),
  }))
  return { environment, key: verifierKey(signer), origin: signer.name, earlier }
}
type Keys = Awaited<ReturnType<typeof key>>

/** The current key comes first, alone on its line. */
export const keyText = ({ key: current, earlier }: Keys): string =>
  [current, ...earlier.map((one) => `${one.key} (earlier, signs until ${one.signs_until})`), ''].join('\n')

/** `nani audit checkpoint`. */
export const checkpoint = async (call: OpenCall) => {
  const environment = call.given.environment as Environment
  const newest = await onNamedLog(call, ({ pool }) => newestCheckpoint(pool, environment))
  if (!newest) throw new Refusal('audit_log_not_started', `The log of ${environment} has no checkpoint yet.`)
  const { size, root, at, note } = newest
  return { environment, size, root: root.toString('base64'), at: at.toISOString(), note }
}

/** `nani audit verify`. It reads the file and nothing else. */
export const verify = async ({ given, terminal }: Pick<OpenCall, 'given' | 'terminal'>) => {
  const { file, key, witness = [] } = given as { file: string; key: string; witness?: string[] }
  const keys = { key: requireVerifierKey(key), witnesses: witness.map(requireVerifierKey) }
  return { valid: true, ...requireEntryProof(readText(file, terminal), keys) }
}
type Verified = Awaited<ReturnType<typeof verify>>

export const verifiedText = ({ entry, origin, index, size, cosigned }: Verified): string =>
  [
    `The entry is leaf ${index} of the log ${origin}, in its checkpoint of ${size} leaves.`,
    ...cosigned.map(({ witness, at }) => `The witness ${witness} cosigned the checkpoint at ${at}.`),
    `${JSON.stringify(entry, null, 2)}\n`,
  ].join('\n')

/** `nani audit publish`. The log of a cell is in a folder below that of home. */
export const publish = async ({ given, installation, terminal }: OpenCall) => {
  const folder = resolve(terminal.cwd, String(given.folder))
  const write = async (log: { pool: pg.Pool; signers: LogSigners }, place: string, cell?: string) =>
    (await publishLog(log.pool, place, log.signers)).map((one) => ({
      ...(cell !== undefined && { cell }),
      ...{ ...one, folder: place },
    }))
  const { pool } = installation
  const ofHome = await write({ pool, signers: await signersOf(installation) }, folder)
  const { answers, unread } = await onCellLogs(installation, (log) =>
    write(log, join(folder, log.log), log.cell),
  )
  return { folder, logs: [...ofHome, ...answers.flat()], unread_cells: unread }
}
type Published = Awaited<ReturnType<typeof publish>>

export const publishedText = ({ logs }: Published): string =>
  logs
    .map(
      ({ cell, environment, size, written, folder }) =>
        `${ofCell(cell)}${environment}: ${size} leaves, ${written} new files in ${folder}\n`,
    )
    .join('')

export const reportUnpublished = ({ unread_cells: unread }: Published): void => requireAllRead(unread)

/** A cell whose log was not read is never left out silently. */
const requireAllRead = (unread: readonly UnreadLog[]): void => {
  if (unread.length === 0) return
  const reasons = unread.map(({ cell, reason }) => `${cell} (${reason})`).join(', ')
  throw new Refusal('checks_failed', `The logs of these cells could not be read: ${reasons}`)
}

const dayOf = (text: string | undefined): string | null => {
  if (text === undefined) return null
  if (/^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text)) return text
  throw new Refusal('application_setting_invalid', `A day has the form YYYY-MM-DD, not "${text}".`)
}

type Given = { from?: string; to?: string; checkpoint?: string[] }
type Log = {
  pool: pg.Pool
  signers: LogSigners
  archive: Archive
  begunAtMs?: number | null
  cell?: string
  hasOrganizations?: boolean
}
type Checking = Pick<CheckOptions, 'from' | 'to' | 'nowMs'> & {
  witnesses: readonly Witness[]
  /** The texts of the checkpoints and proofs that someone kept, by their files. */
  files: Map<string, string>
}

/** A day is one statement. A cell that hangs is named in the report. */
const cellAnswersWithinMs = 600_000

/** Checks one log. It takes the files that are of this log. */
const checkOne = async (
  { pool, signers, archive, begunAtMs = null, cell, hasOrganizations = false }: Log,
  { witnesses, files, ...days }: Checking,
) => {
  const own = [...files].filter(([, text]) => isOfLog(signers, text))
  for (const [file] of own) files.delete(file)
  const ofFiles = own.map(([file, text]) => keptCheckpoint(signers, file, text))
  const { kept, unreachable, without } = await checkpointsOfWitnesses(witnesses, signers)
  const report = await checkLog(pool, {
    ...{ ...days, signers, archive, begunAtMs, kept: [...ofFiles, ...kept] },
    ...(cell !== undefined && { answersWithinMs: cellAnswersWithinMs }),
  })
  const isEmpty = report.logs.length === 0
  const missing = isEmpty ? emptyLog({ cell, hasOrganizations, begunAtMs }, days.nowMs) : []
  const labelled = <One>(some: readonly One[]) =>
    some.map((one) => (cell === undefined ? one : { cell, ...one })) as (One & { cell?: string })[]
  return {
    ...report,
    ...{
      found: [...labelled(report.found), ...missing],
      logs: labelled(report.logs),
      moves: labelled(report.moves),
    },
    ...{ findings: report.findings + missing.length, unreachable },
    hasNoCheckpoint: cell !== undefined && isEmpty ? [cell] : [],
    // A log without a checkpoint is known to no one.
    unwitnessed: labelled(
      without.filter(({ environment }) => report.logs.some((one) => one.environment === environment)),
    ),
  }
}

/** `nani audit check`: the log of home, and those of all cells. */
export const check = async ({ given, installation, terminal }: OpenCall) => {
  const { from, to, checkpoint = [] } = given as Given
  const { pool, archive, clock, config } = installation
  const files = new Map(checkpoint.map((file) => [file, readText(file, terminal)]))
  const checking = {
    ...{ from: dayOf(from), to: dayOf(to), nowMs: clock.now() },
    ...{ witnesses: config.witnesses, files },
  }
  const signers = await signersOf(installation)
  const startedMs = performance.now()
  const ofHome = await checkOne({ pool, archive, signers }, checking)
  const { answers, unread } = await onCellLogs(installation, (log) => checkOne(log, checking))
  // A file of no log is one of another installation. It may be of a cell that could not be read.
  if (unread.length === 0) for (const [file, text] of files) keptCheckpoint(signers, file, text)
  const seconds = (performance.now() - startedMs) / 1_000
  const { missing, renamed, removed } = await readKnownCells(installation)
  const all = [ofHome, ...answers]
  const hidden = [...missing.map(hiddenCell), ...renamed.map(renamedLog)]
  const sum = (name: 'entries' | 'acts' | 'waiting' | 'findings') =>
    all.reduce((total, one) => total + one[name], 0)
  return {
    ...{ entries: sum('entries'), acts: sum('acts'), waiting: sum('waiting') },
    findings: sum('findings') + hidden.length,
    found: [...all.flatMap(({ found }) => found), ...hidden],
    logs: all.flatMap(({ logs }) => logs),
    moves: all.flatMap(({ moves }) => moves),
    ...{ unread_cells: unread, removed_cells: removed },
    logs_without_checkpoint: all.flatMap(({ hasNoCheckpoint }) => hasNoCheckpoint),
    unwitnessed_logs: all.flatMap(({ unwitnessed }) => unwitnessed),
    unreachable_witnesses: [...new Set(all.flatMap(({ unreachable }) => unreachable))],
    seconds,
  }
}
export type Checked = Awaited<ReturnType<typeof check>>

const isOfLog = (signers: LogSigners, text: string): boolean => {
  try {
    keptCheckpoint(signers, '', text)
    return true
  } catch {
    return false
  }
}

const ofCell = (cell: string | undefined): string => (cell === undefined ? '' : `cell ${cell}: `)

export const checkedText = (checked: Checked): string => {
  const { entries, acts, waiting, found, logs, moves, removed_cells: removed, seconds } = checked
  const empty = checked.logs_without_checkpoint
  return [
    ...logs.map(
      ({ cell, environment, size, checkpoint_at }) =>
        `${ofCell(cell)}${environment}: ${size} leaves, checkpoint of ${checkpoint_at}`,
    ),
    ...empty.map((cell) => `cell ${cell}: no checkpoint yet`),
    `${entries} entries and ${acts} acts were compared in ${seconds.toFixed(1)} s, and ${waiting} wait for the log.`,
    ...removed.map(
      ({ cell, act }) => `${act}: the cell ${cell} was removed. Its entries are not in this check.`,
    ),
    ...moves.map(
      ({ cell, act, at, last_step_at: before, production, sandbox }) =>
        `${ofCell(cell)}${act}: at ${at} the log went on in another database, after ${production} leaves of production and ${sandbox} of the sandbox. ` +
        `If that was an older copy, entries from ${before} on are missing. A witness, or a checkpoint that was kept, shows it.`,
    ),
    ...found.map(findingText),
    '',
  ].join('\n')
}

/** An act belongs to no application. */
const entryText = (id: string, { application_id: application, day }: Partial<Finding>): string =>
  application === undefined ? id : `entry ${id} of ${application} on ${day}`

const findingText = ({ kind, environment, message, ...at }: Finding): string => {
  const place = [
    `${ofCell(at.cell)}${environment}`,
    ...(at.entry_id ? [entryText(at.entry_id, at)] : []),
    ...(at.leaf_index === undefined ? [] : [`leaf ${at.leaf_index}`]),
    ...(at.entered
      ? [`which entered after ${at.entered.after ?? 'the beginning'} and until ${at.entered.until}`]
      : []),
  ]
  return printable(`${kind}: ${place.join(', ')}. ${message}`)
}

/** Standard output has the report alone. The exit code is 1 if anything contradicts the log, or a log could not be read. */
export const reportFaults = (checked: Checked, { terminal }: Pick<OpenCall, 'terminal'>): void => {
  const { findings, unread_cells: unread, unreachable_witnesses: unreachable, unwitnessed_logs } = checked
  for (const name of unreachable) terminal.err(`The witness ${name} could not be asked.\n`)
  for (const { witness, cell, environment } of unwitnessed_logs)
    terminal.err(
      `The witness ${witness} has no checkpoint of ${ofCell(cell)}${environment}. Start it with the key of this log too.\n`,
    )
  if (findings > 0) {
    for (const { cell, reason } of unread)
      terminal.err(printable(`The log of the cell ${cell} could not be read: ${reason}\n`))
    throw new Refusal('audit_log_contradicted', `${findings} findings contradict the transparency log.`)
  }
  requireAllRead(unread)
}
