import { resolve } from 'node:path'
import { printable } from '@nani/cli'
import type { Environment } from '@nani/contract'
import { requireVerifierKey, verifierKey } from '@nani/engines/transparency-log/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import {
  checkLog,
  checkpointsOfWitnesses,
  type Finding,
  keptCheckpoint,
  type LogSigners,
  logKeyUse,
  newestCheckpoint,
  publishLog,
  readLogSigners,
  requireEntryProof,
} from '@nani/server/app/audit-transparency/index.ts'
import type { OpenCall } from '../command-line/command-area.ts'
import { readText } from '../command-line/named-files.ts'
import type { Installation } from '../installation/installation.ts'

const signersOf = ({ pool, vaultFor }: Installation): Promise<LogSigners> =>
  readLogSigners(pool, vaultFor(logKeyUse))

/** `nani audit key`. */
export const key = async ({ given, installation }: OpenCall) => {
  const environment = given.environment as Environment
  const signer = (await signersOf(installation))[environment]
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
export const checkpoint = async ({ given, installation }: OpenCall) => {
  const environment = given.environment as Environment
  const newest = await newestCheckpoint(installation.pool, environment)
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

/** `nani audit publish`. */
export const publish = async ({ given, installation, terminal }: OpenCall) => {
  const folder = resolve(terminal.cwd, String(given.folder))
  return { folder, logs: await publishLog(installation.pool, folder, await signersOf(installation)) }
}

const dayOf = (text: string | undefined): string | null => {
  if (text === undefined) return null
  if (/^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text)) return text
  throw new Refusal('application_setting_invalid', `A day has the form YYYY-MM-DD, not "${text}".`)
}

/** `nani audit check`. */
export const check = async ({ given, installation, terminal }: OpenCall) => {
  const { from, to, checkpoint = [] } = given as { from?: string; to?: string; checkpoint?: string[] }
  const signers = await signersOf(installation)
  const days = { from: dayOf(from), to: dayOf(to), nowMs: installation.clock.now() }
  const ofFiles = checkpoint.map((file) => keptCheckpoint(signers, file, readText(file, terminal)))
  const { kept, unreachable } = await checkpointsOfWitnesses(installation.config.witnesses, signers)
  const startedMs = performance.now()
  const { pool, archive } = installation
  const report = await checkLog(pool, { ...days, signers, archive, kept: [...ofFiles, ...kept] })
  const seconds = (performance.now() - startedMs) / 1_000
  return { ...report, unreachable_witnesses: unreachable, seconds }
}
export type Checked = Awaited<ReturnType<typeof check>>

export const checkedText = ({ entries, acts, waiting, found, logs, moves, seconds }: Checked): string =>
  [
    ...logs.map(
      ({ environment, size, checkpoint_at }) =>
        `${environment}: ${size} leaves, checkpoint of ${checkpoint_at}`,
    ),
    `${entries} entries and ${acts} acts were compared in ${seconds.toFixed(1)} s, and ${waiting} wait for the log.`,
    ...moves.map(
      ({ act, at, last_step_at: before, production, sandbox }) =>
        `${act}: at ${at} the log went on in another database, after ${production} leaves of production and ${sandbox} of the sandbox. ` +
        `If that was an older copy, entries from ${before} on are missing. A witness, or a checkpoint that was kept, shows it.`,
    ),
    ...found.map(findingText),
    '',
  ].join('\n')

/** An act belongs to no application. */
const entryText = (id: string, { application_id: application, day }: Partial<Finding>): string =>
  application === undefined ? id : `entry ${id} of ${application} on ${day}`

const findingText = ({ kind, environment, message, ...at }: Finding): string => {
  const place = [
    environment,
    ...(at.entry_id ? [entryText(at.entry_id, at)] : []),
    ...(at.leaf_index === undefined ? [] : [`leaf ${at.leaf_index}`]),
    ...(at.entered
      ? [`which entered after ${at.entered.after ?? 'the beginning'} and until ${at.entered.until}`]
      : []),
  ]
  return printable(`${kind}: ${place.join(', ')}. ${message}`)
}

/** Standard output has the report alone. The exit code is 1 if anything contradicts the log. */
export const reportFaults = ({ findings, unreachable_witnesses }: Checked, { terminal }: OpenCall): void => {
  for (const name of unreachable_witnesses) terminal.err(`The witness ${name} could not be asked.\n`)
  if (findings > 0)
    throw new Refusal('audit_log_contradicted', `${findings} findings contradict the transparency log.`)
}
