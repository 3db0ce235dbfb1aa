import { type Environment, environments } from '@nani/contract'
import { type Random, rfc3339 } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import Type, { type Static } from 'typebox'
import { type ActContext, type ActNeeds, defineAct } from '../../gateway/acts/index.ts'
import { addReceiptKey, receiptKeyUse } from './receipt-keys.ts'

export type ReceiptRotationPlatform = ActNeeds & { random: Random; vaultFor(use: string): Vault }

const rotatedReceiptKey = Type.Object({
  environment: Type.Enum([...environments]),
  kid: Type.String(),
  starts_at: Type.String(),
  previous: Type.Union([Type.String(), Type.Null()]),
})
export type RotatedReceiptKey = Static<typeof rotatedReceiptKey>

/**
 * The time of a process may be a moment ahead of the database. With this margin, no receipt that was issued before the
 * rotation belongs to the new key.
 */
const marginSeconds = 1

/** Creates keys for the receipts of later results. Receipts of earlier results keep their key. */
export const rotateReceiptKeys = defineAct({
  name: 'receipts.rotate_key',
  sentence: {
    en: 'Rotates the keys that sign receipts',
    fr: 'Renouvelle les clés qui signent les reçus',
  },
  actors: { operator: ['supervisor'], system: true },
  /** No environment: both. */
  input: Type.Object(
    { environments: Type.Array(Type.Enum([...environments])) },
    { additionalProperties: false },
  ),
  output: Type.Array(rotatedReceiptKey),
  async perform({
    client,
    input,
    needs,
  }: ActContext<{ environments: Environment[] }, ReceiptRotationPlatform>) {
    const { random, vaultFor } = needs
    const result: RotatedReceiptKey[] = []
    for (const environment of input.environments.length > 0 ? input.environments : environments) {
      // Two rotations at once happen one after the other.
      await client.query(`select pg_advisory_xact_lock(hashtext('nani receipt keys'))`)
      const { rows } = await client.query<{ starts_at: Date }>(
        'select clock_timestamp() + make_interval(secs => $1) as starts_at',
        [marginSeconds],
      )
      const startsAt = (rows[0] as { starts_at: Date }).starts_at
      const ended = await client.query<{ kid: string }>(
        'update receipt_keys set ends_at = $2 where environment = $1 and ends_at is null returning kid',
        [environment, startsAt],
      )
      const kid = await addReceiptKey(client, environment, {
        ...{ vault: vaultFor(receiptKeyUse), random, startsAt },
      })
      result.push({
        ...{ environment, kid, starts_at: rfc3339(startsAt.getTime()) },
        previous: ended.rows[0]?.kid ?? null,
      })
    }
    const after = Object.fromEntries(result.map(({ environment, kid }) => [environment, kid]))
    const before = Object.fromEntries(result.map(({ environment, previous }) => [environment, previous]))
    return { result, entry: { subject: 'receipt_keys', before, after } }
  },
})
