import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { isKeyName, requireVerifierKey, verifierKey } from '@nani/engines/transparency-log/index.ts'
import { Refusal, systemClock } from '@nani/foundation/core/index.ts'
import { tryFileLock } from '@nani/foundation/embedded-postgres/index.ts'
import { createWitness } from './witness.ts'
import { openWitnessKey } from './witness-key.ts'
import { serveWitness } from './witness-server.ts'
import { openWitnessStore } from './witness-store.ts'

export type WitnessSettings = {
  /** Where it keeps its key and the checkpoints. */
  folder: string
  name: string
  /** The public keys of the logs. */
  logs: readonly string[]
  host: string
  /** 0 selects a free port. */
  port: number
  onRefused(origin: string, why: string): void
  onError(error: unknown): void
}

export type RunningWitness = { key: string; url: string; logs: string[]; close(): void }

/** Starts a witness. It serves until `close` is called. */
export const startWitness = async (settings: WitnessSettings): Promise<RunningWitness> => {
  const { folder, name, host, onRefused, onError } = settings
  if (!isKeyName(name))
    throw new Refusal('audit_key_invalid', 'The name of a witness has no space and no plus sign.')
  const logs = settings.logs.map(requireVerifierKey)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lockFile = join(folder, 'lock')
  const lock = await tryFileLock(lockFile, 'exclusive')
  if (!lock) throw new Refusal('witness_in_use', `Another process holds ${lockFile}.`)
  const signer = await openWitnessKey(folder, name)
  const store = await openWitnessStore(folder)
  const server = serveWitness(createWitness({ store, signer, logs, clock: systemClock, onRefused }), onError)
  server.listen(settings.port, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    ...{
      key: verifierKey(signer),
      url: `http://${host}:${port}`,
      logs: [...new Set(logs.map((log) => log.name))],
    },
    close() {
      server.closeAllConnections()
      server.close()
      lock.release()
    },
  }
}
