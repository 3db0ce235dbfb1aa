import { type Environment, environments } from '@nani/contract'
import { type Random, rfc3339 } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import Type, { type Static } from 'typebox'
import { type ActContext, type ActNeeds, defineAct } from '../../../gateway/acts/index.ts'
import { addKey } from './signing-keys.ts'

export type RotationPlatform = ActNeeds & { random: Random; vaultFor(use: string): Vault }
const rotatedKey = Type.Object({
  environment: Type.Enum([...environments]),
  kid: Type.String(),
  previous: Type.Array(Type.Object({ kid: Type.String(), ends_at: Type.String() })),
})
export type RotatedKey = Static<typeof rotatedKey>

/** How long an earlier key stays in the key set. It must exceed what callers remember and the life of a token. */
const overlapSeconds = 86_400
export const signingKeyUse = 'sign-in-keys'

/** Creates signing keys that sign from now on. The earlier keys stay public for a day (spec/sign-in#signing-keys). */
export const rotateSigningKeys = defineAct({
  name: 'sign_in.rotate_key',
  sentence: {
    en: 'Rotates the signing keys of sign-in',
    fr: 'Renouvelle les clés de signature de la connexion',
  },
  actors: { operator: ['supervisor'], system: true },
  /** No environment: both. */
  input: Type.Object(
    { environments: Type.Array(Type.Enum([...environments])) },
    { additionalProperties: false },
  ),
  output: Type.Array(rotatedKey),
  async perform({ client, input, needs }: ActContext<{ environments: Environment[] }, RotationPlatform>) {
    const { random, vaultFor } = needs
    const result: RotatedKey[] = []
    for (const environment of input.environments.length > 0 ? input.environments : environments) {
      // Two rotations at once happen one after the other.
      await client.query(`select pg_advisory_xact_lock(hashtext('nani sign-in keys'))`)
      const { rows } = await client.query<{ kid: string; ends_at: Date }>(
        `update sign_in_keys set ends_at = now() + make_interval(secs => $2)
         where environment = $1 and ends_at is null returning kid, ends_at`,
        [environment, overlapSeconds],
      )
      const kid = await addKey(client, environment, { vault: vaultFor(signingKeyUse), random })
      const previous = rows.map((row) => ({ kid: row.kid, ends_at: rfc3339(row.ends_at.getTime()) }))
      result.push({ environment, kid, previous })
    }
    const after = Object.fromEntries(result.map(({ environment, kid }) => [environment, kid]))
    const before = Object.fromEntries(
      result.map(({ environment, previous }) => [environment, previous[0]?.kid]),
    )
    return { result, entry: { subject: 'sign_in_keys', before, after } }
  },
})
