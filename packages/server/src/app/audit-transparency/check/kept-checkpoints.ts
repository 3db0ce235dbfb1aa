import { environments } from '@nani/contract'
import { readCheckpoint, readTlogProof, sha256 } from '@nani/engines/transparency-log/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { LogSigners } from '../log-key.ts'
import { checkpointOfWitness } from '../witness-client.ts'
import type { Witness } from '../witness-list.ts'
import type { CheckOptions } from './check-log.ts'

type Kept = CheckOptions['kept'][number]

/** A checkpoint that an auditor kept, or the checkpoint of a proof. */
export const keptCheckpoint = (signers: LogSigners, keptBy: string, text: string): Kept => {
  try {
    const checkpoint = text.startsWith('c2sp.org/tlog-proof') ? readTlogProof(text).checkpoint : text
    const { origin } = readCheckpoint(checkpoint).checkpoint
    const environment = environments.find((name) => signers[name].name === origin)
    if (!environment) throw new Error(`The checkpoint is of ${origin}, which is another log.`)
    return { keptBy, environment, text: checkpoint }
  } catch (error) {
    throw new Refusal('file_unusable', `${keptBy}: ${(error as Error).message}`)
  }
}

/** The newest checkpoints that the witnesses have, and the witnesses that did not answer. */
export const checkpointsOfWitnesses = async (
  witnesses: readonly Witness[],
  signers: LogSigners,
): Promise<{ kept: Kept[]; unreachable: string[] }> => {
  const kept: Kept[] = []
  const unreachable = new Set<string>()
  for (const { key, url } of witnesses)
    for (const environment of environments) {
      const hash = sha256(Buffer.from(signers[environment].name)).toString('hex')
      try {
        const text = await checkpointOfWitness(`${url}/${hash}/checkpoint`)
        if (text) kept.push({ keptBy: `The witness ${key.name}`, environment, text })
      } catch {
        unreachable.add(key.name)
      }
    }
  return { kept, unreachable: [...unreachable] }
}
