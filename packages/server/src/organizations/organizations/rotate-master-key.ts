import { type Random, Refusal } from '@nani/foundation/core/index.ts'
import { sealRootKey } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { type ActContext, type ActNeeds, defineAct } from '../../gateway/acts/index.ts'

type KeyNeeds = ActNeeds & {
  /** The pool of the login that owns the schema. */
  pool: pg.Pool
  ownsSchema: boolean
  rootKey: Buffer
  random: Random
}

/** An operator replaces the master key. The entry and the new key are stored in one transaction. */
export const rotateMasterKey = defineAct({
  name: 'master_key.rotate',
  sentence: { en: 'Replaces the master key', fr: 'Remplace la clé maîtresse' },
  actors: { operator: ['supervisor'] },
  input: Type.Object({ new_key: Type.Unsafe<Buffer>({}) }, { additionalProperties: false }),
  output: Type.Null(),
  refusals: ['setting_missing'],
  async perform({ client, input, needs }: ActContext<{ new_key: Buffer }, KeyNeeds>) {
    const { ownsSchema, rootKey, random } = needs
    // The login that serves calls may not replace the key: a stolen one would make all data unreadable.
    if (!ownsSchema)
      throw new Refusal('setting_missing', 'The login of DATABASE_URL may not replace the master key.', {
        next: 'Set NANI_OWNER_DATABASE_URL to the login that owns the schema.',
      })
    await sealRootKey(client, rootKey, input.new_key, random)
    return { result: null, entry: { subject: 'master_key' } }
  },
})
