import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { printJson, type Terminal } from '@nani/cli'
import { isKeyName, verifierKey } from '@nani/engines/transparency-log/index.ts'
import { Refusal, systemClock } from '@nani/foundation/core/index.ts'
import { tryFileLock } from '@nani/foundation/embedded-postgres/index.ts'
import { readKey } from '../audit-log/read-key.ts'
import { createWitness } from './witness.ts'
import { openWitnessKey } from './witness-key.ts'
import { serveWitness } from './witness-server.ts'
import { openWitnessStore } from './witness-store.ts'

export type WitnessOptions = {
  folder: string
  name: string
  log: string[]
  host: string
  port: number
  json?: boolean
}

/** `nani witness`. It runs until it is stopped. */
export const runWitness = async (options: WitnessOptions, terminal: Terminal): Promise<void> => {
  if (!isKeyName(options.name))
    throw new Refusal('audit_key_invalid', 'The name of a witness has no space and no plus sign.')
  const logs = options.log.map(readKey)
  const folder = resolve(terminal.cwd, options.folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lockFile = join(folder, 'lock')
  const lock = await tryFileLock(lockFile, 'exclusive')
  if (!lock) throw new Refusal('witness_in_use', `Another process holds ${lockFile}.`)
  const signer = await openWitnessKey(folder, options.name)
  const witness = createWitness({
    ...{ store: await openWitnessStore(folder), signer, logs, clock: systemClock },
    onRefused: (origin, why) => terminal.err(`refused ${origin}: ${why}\n`),
  })
  const server = serveWitness(witness, (error) => terminal.err(`${(error as Error).message}\n`))
  server.listen(options.port, options.host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const facts = {
    key: verifierKey(signer),
    url: `http://${options.host}:${port}`,
    logs: logs.map(({ name }) => name),
  }
  if (options.json) printJson(terminal, facts)
  else
    terminal.out(
      `The witness runs at ${facts.url}.\nIts key:\n  ${facts.key}\nThe operator of the log sets:\n  NANI_WITNESSES="${facts.key} ${facts.url}"\n`,
    )
  const signals = new AbortController()
  await Promise.race(['SIGTERM', 'SIGINT'].map((signal) => once(process, signal, { signal: signals.signal })))
  signals.abort()
  server.closeAllConnections()
  server.close()
  lock.release()
}
