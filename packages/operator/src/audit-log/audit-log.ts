import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { printJson, type Terminal } from '@nani/cli'
import { type Environment, environments } from '@nani/contract'
import { verifierKey } from '@nani/engines/transparency-log/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import { createInstallationSecrets } from '@nani/foundation/storage/index.ts'
import {
  existingLogSigner,
  type LogSigners,
  newestCheckpoint,
  proveAuditEntry,
  publishLog,
  verifyEntryProof,
} from '@nani/server/app/audit-transparency/index.ts'
import { type Installation, withInstallation } from '../installation.ts'
import { operatorOf } from '../operator-actor.ts'
import type { OperatorOptions } from '../operator-command.ts'
import { readKey } from './read-key.ts'

type Chosen = { environment: Environment; json?: boolean }

/** The keys of both logs of an installation that was started. */
export const signersOf = async ({ pool, vaultFor, clock }: Installation): Promise<LogSigners> => {
  const secrets = createInstallationSecrets(pool, vaultFor('audit-log'), clock)
  const signers = await Promise.all(environments.map((name) => existingLogSigner(secrets, name)))
  return Object.fromEntries(environments.map((name, place) => [name, signers[place]])) as LogSigners
}

/** `nani audit key`. */
export const key = async ({ environment, json }: Chosen, terminal: Terminal): Promise<void> => {
  const signers = await withInstallation(terminal, signersOf)
  const text = verifierKey(signers[environment])
  if (json) printJson(terminal, { environment, key: text, origin: signers[environment].name })
  else terminal.out(`${text}\n`)
}

/** `nani audit checkpoint`. */
export const checkpoint = async ({ environment, json }: Chosen, terminal: Terminal): Promise<void> => {
  const newest = await withInstallation(terminal, ({ pool }) => newestCheckpoint(pool, environment))
  if (!newest) throw new Refusal('audit_log_not_started', `The log of ${environment} has no checkpoint yet.`)
  const { size, root, at, note } = newest
  if (json)
    printJson(terminal, { environment, size, root: root.toString('base64'), at: at.toISOString(), note })
  else terminal.out(note)
}

/** `nani audit prove`. */
export const prove = async (id: string, options: OperatorOptions, terminal: Terminal): Promise<void> => {
  const proved = await withInstallation(terminal, (installation) =>
    proveAuditEntry(operatorOf(options, terminal), { id }, installation),
  )
  if (options.json) printJson(terminal, proved)
  else terminal.out(proved.proof)
}

export type VerifyOptions = { key: string; witness: string[]; json?: boolean }

/** `nani audit verify`. It reads the file and nothing else. */
export const verify = async (file: string, options: VerifyOptions, terminal: Terminal): Promise<void> => {
  const keys = { key: readKey(options.key), witnesses: options.witness.map(readKey) }
  const text = await readText(file, terminal)
  let verified: ReturnType<typeof verifyEntryProof>
  try {
    verified = verifyEntryProof(text, keys)
  } catch (error) {
    throw new Refusal('audit_proof_invalid', (error as Error).message)
  }
  const { entry, origin, index, size, cosigned } = verified
  const missing = keys.witnesses.filter(({ name }) => !cosigned.some(({ witness }) => witness === name))
  if (missing.length > 0)
    throw new Refusal(
      'audit_proof_invalid',
      `The checkpoint of the proof is not cosigned by ${missing.map(({ name }) => name).join(', ')}.`,
    )
  if (options.json) return printJson(terminal, { valid: true, ...verified })
  terminal.out(`The entry is leaf ${index} of the log ${origin}, in its checkpoint of ${size} leaves.\n`)
  for (const { witness, at } of cosigned)
    terminal.out(`The witness ${witness} cosigned the checkpoint at ${at}.\n`)
  terminal.out(`${JSON.stringify(entry, null, 2)}\n`)
}

/** `nani audit publish`. */
export const publish = async (
  folder: string,
  { json }: { json?: boolean },
  terminal: Terminal,
): Promise<void> => {
  const path = resolve(terminal.cwd, folder)
  const published = await withInstallation(terminal, ({ pool }) => publishLog(pool, path))
  if (json) return printJson(terminal, { folder: path, logs: published })
  for (const { environment, size, written } of published)
    terminal.out(`${environment}: ${size} leaves, ${written} new files in ${path}\n`)
}

/** The text of a file that a command names. */
export const readText = (file: string, terminal: Terminal): Promise<string> =>
  readFile(resolve(terminal.cwd, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new Refusal('file_not_found', `There is no file ${file}.`)
  })
