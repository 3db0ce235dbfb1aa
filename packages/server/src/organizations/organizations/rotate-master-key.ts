import { OperatorError, type Random } from '@nani/foundation/core/index.ts'
import { sealRootKey } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { type ActPlatform, changeCase } from '../../app/audit/index.ts'

type KeyPlatform = ActPlatform & {
  /** The pool of the login that owns the schema. */
  pool: pg.Pool
  ownsSchema: boolean
  rootKey: Buffer
  random: Random
}

/** An operator replaces the master key. The entry and the new key are stored in one transaction. */
export const rotateMasterKey = changeCase({
  action: 'master_key.rotate',
  permission: { operator: ['supervisor'] },
  async change(client, { newKey }: { newKey: Buffer }, { ownsSchema, rootKey, random }: KeyPlatform) {
    // The login that serves calls may not replace the key: a stolen one would make all data unreadable.
    if (!ownsSchema)
      throw new OperatorError(
        'setting_missing',
        'The login of DATABASE_URL may not replace the master key.',
        { next: 'Set NANI_OWNER_DATABASE_URL to the login that owns the schema.' },
      )
    await sealRootKey(client, rootKey, newKey, random)
    return { result: undefined, entry: { subject: 'master_key' } }
  },
})
