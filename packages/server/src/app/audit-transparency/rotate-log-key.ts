import { type Environment, environments } from '@nani/contract'
import { newPrivateKey, readVerifierKey, verifierKey } from '@nani/engines/transparency-log/index.ts'
import { Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import type { Database, Vault } from '@nani/foundation/storage/index.ts'
import Type, { type Static } from 'typebox'
import { type ActContext, type ActNeeds, defineAct } from '../../gateway/acts/index.ts'
import { addLogKey, logKeyUse, readLogSigners } from './log-key.ts'

const rotatedLogKey = Type.Object({
  environment: Type.Enum([...environments]),
  key: Type.String(),
  previous: Type.String(),
  previous_signs_until: Type.String(),
})
export type RotatedLogKey = Static<typeof rotatedLogKey>

export const rotatedLogKeys = Type.Array(rotatedLogKey)

export const logKeyRotation = {
  /** None: both. */
  environments: Type.Array(Type.Enum([...environments])),
  overlap_days: Type.Integer({ minimum: 0, maximum: 365 }),
}
const input = Type.Object(logKeyRotation, { additionalProperties: false })
type Context = ActContext<Static<typeof input>, ActNeeds & { vaultFor(use: string): Vault }>

/**
 * Creates keys for later checkpoints. The key before signs with the new one for the overlap, so that witnesses and auditors have time
 * to add the new one. The origin of the log stays.
 */
export const rotateLogKeys = defineAct({
  name: 'audit.rotate_key',
  sentence: {
    en: 'Rotates the keys that sign the transparency log',
    fr: 'Renouvelle les clés qui signent le journal de transparence',
  },
  actors: { operator: ['supervisor'] },
  input,
  output: rotatedLogKeys,
  refusals: ['audit_log_not_started'],
  async perform({ client, input: rotation, needs, nowMs }: Context) {
    const result = await rotateKeysWithin(client, needs.vaultFor(logKeyUse), { ...rotation, nowMs })
    return { result, entry: { subject: 'audit_log_keys', ...entryOfRotation(result) } }
  },
})

type Rotation = Static<typeof input> & { nowMs: number }

/** Creates the keys of a log in a transaction of its database. `vault`: of its keys. */
export const rotateKeysWithin = async (
  client: Database,
  vault: Vault,
  { environments: named, overlap_days: days, nowMs }: Rotation,
): Promise<RotatedLogKey[]> => {
  const until = new Date(nowMs + days * 86_400_000)
  const result: RotatedLogKey[] = []
  for (const environment of named.length > 0 ? (named as Environment[]) : environments) {
    const ended = await client.query<{ number: number; verifier_key: string }>(
      `update audit_log_keys set signs_until = $2 where environment = $1 and signs_until is null
       returning number, verifier_key`,
      [environment, until],
    )
    const current = verifierKey((await readLogSigners(client, vault))[environment])
    const previous = ended.rows.find(({ verifier_key }) => verifier_key === current)
    if (!previous)
      throw new Refusal('audit_log_not_started', `The transparency log of ${environment} has no key yet.`)
    const { name: origin } = readVerifierKey(previous.verifier_key)
    const { rows } = await client.query<{ number: number }>(
      'select max(number) as number from audit_log_keys where environment = $1',
      [environment],
    )
    const number = (rows[0]?.number ?? previous.number) + 1
    const added = { environment, number, origin, privateKey: newPrivateKey() }
    const key = await addLogKey(client, vault, added)
    result.push({
      ...{ environment, key, previous: previous.verifier_key },
      previous_signs_until: rfc3339(until.getTime()),
    })
  }
  return result
}

export const entryOfRotation = (rotated: readonly RotatedLogKey[]) => ({
  before: Object.fromEntries(rotated.map(({ environment, previous }) => [environment, previous])),
  after: Object.fromEntries(rotated.map(({ environment, key }) => [environment, key])),
})
