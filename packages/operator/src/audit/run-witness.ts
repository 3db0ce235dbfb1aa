import { once } from 'node:events'
import { resolve } from 'node:path'
import { printJson } from '@nani/cli'
import { startWitness } from '@nani/witness'
import type { OpenCall } from '../command-line/command-area.ts'

type Given = { folder: string; name: string; log: string[]; host: string; port: number; json?: boolean }

/** `nani witness`. It runs until it is stopped. */
export const runWitness = async (call: Pick<OpenCall, 'given' | 'terminal'>): Promise<void> => {
  const { terminal } = call
  const { folder, name, log, host, port, json } = call.given as Given
  const { close, ...facts } = await startWitness({
    ...{ folder: resolve(terminal.cwd, folder), name, logs: log, host, port },
    onRefused: (origin, why) => terminal.err(`refused ${origin}: ${why}\n`),
    onError: (error) => terminal.err(`${(error as Error).message}\n`),
  })
  if (json) printJson(terminal, facts)
  else
    terminal.out(
      `The witness runs at ${facts.url}.\nIts key:\n  ${facts.key}\nThe operator of the log sets:\n  NANI_WITNESSES="${facts.key} ${facts.url}"\n`,
    )
  const signals = new AbortController()
  await Promise.race(['SIGTERM', 'SIGINT'].map((signal) => once(process, signal, { signal: signals.signal })))
  signals.abort()
  close()
}
