import { type Environment, environments } from '@nani/contract'
import { newPrivateKey, readVerifierKey, verifierKey } from '@nani/engines/transparency-log/index.ts'
import { Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
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

const input = Type.Object(
  {
    /** None: both. */
    environments: Type.Array(Type.Enum([...environments])),
    overlap_days: Type.Integer({ minimum: 0, maximum: 365 }),
  },
  { additionalProperties: false },
)
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
  output: Type.Array(rotatedLogKey),
  refusals: ['audit_log_not_started'],
  async perform({ client, input: { environments: named, overlap_days: days }, needs, nowMs }: Context) {
    const vault = needs.vaultFor(logKeyUse)
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
    const after = Object.fromEntries(result.map(({ environment, key }) => [environment, key]))
    const before = Object.fromEntries(result.map(({ environment, previous }) => [environment, previous]))
    return { result, entry: { subject: 'audit_log_keys', before, after } }
  },
})
