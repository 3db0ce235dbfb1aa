import { type Environment, environments } from '@nani/contract'
import { type NoteSigner, newPrivateKey, openSigner, sha256 } from '@nani/engines/transparency-log/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { InstallationSecrets } from '@nani/foundation/storage/index.ts'

/** Signs the checkpoints of the tree of each environment. The name of a key is the origin of its log. */
export type LogSigners = Readonly<Record<Environment, NoteSigner>>

const secretOf = (environment: Environment) => `audit-log:${environment}`

const signerOf = (secret: string): NoteSigner => {
  const { origin, private_key } = JSON.parse(secret) as { origin: string; private_key: string }
  return openSigner(origin, 'ed25519', private_key)
}

/**
 * The keys of this installation. The first start makes them, and the origins with them. An origin never changes after
 * that, because witnesses and proofs know the log by it.
 */
export const openLogSigners = async (
  secrets: InstallationSecrets,
  originPrefix: string | null,
): Promise<LogSigners> => {
  const signers = environments.map(async (environment) => {
    const key = newPrivateKey()
    const unique = sha256(Buffer.from(key)).toString('hex').slice(0, 16)
    const origin = `${originPrefix ?? `nani-${unique}.invalid`}/${environment}`
    const kept = await secrets.keepFirst(secretOf(environment), JSON.stringify({ origin, private_key: key }))
    return [environment, signerOf(kept)] as const
  })
  return Object.fromEntries(await Promise.all(signers)) as LogSigners
}

/** The keys of both logs of an installation that was started, for a command. */
export const existingLogSigners = async (secrets: Pick<InstallationSecrets, 'read'>): Promise<LogSigners> => {
  const signers = environments.map(async (environment) => {
    const secret = await secrets.read(secretOf(environment))
    if (secret) return [environment, signerOf(secret)] as const
    throw new Refusal('audit_log_not_started', `The transparency log of ${environment} has no key yet.`)
  })
  return Object.fromEntries(await Promise.all(signers)) as LogSigners
}
