import { type Environment, environments } from '@nani/contract'
import { readCheckpoint, readTlogProof, sha256 } from '@nani/engines/transparency-log/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { LogSigners } from '../log-key.ts'
import { checkpointOfWitness } from '../witnesses/witness-client.ts'
import type { Witness } from '../witnesses/witness-list.ts'
import type { CheckOptions } from './check-log.ts'

type Kept = CheckOptions['kept'][number]

type WithoutCheckpoint = { witness: string; environment: Environment }

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

/**
 * The newest checkpoints that the witnesses have, and the witnesses that did not answer. `without`: those that have no checkpoint of a log,
 * so that they say nothing of it.
 */
export const checkpointsOfWitnesses = async (
  witnesses: readonly Witness[],
  signers: LogSigners,
): Promise<{ kept: Kept[]; unreachable: string[]; without: WithoutCheckpoint[] }> => {
  const without: WithoutCheckpoint[] = []
  const kept: Kept[] = []
  const unreachable = new Set<string>()
  for (const { key, url } of witnesses)
    for (const environment of environments) {
      const hash = sha256(Buffer.from(signers[environment].name)).toString('hex')
      try {
        const text = await checkpointOfWitness(`${url}/${hash}/checkpoint`)
        if (text === null) without.push({ witness: key.name, environment })
        else kept.push({ keptBy: `The witness ${key.name}`, environment, text })
      } catch {
        unreachable.add(key.name)
      }
    }
  return { kept, unreachable: [...unreachable], without }
}
