import { Refusal } from '@nani/foundation/core/index.ts'
import { inTransaction, type Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { ActNeeds } from '../../gateway/acts/index.ts'
import { type ActPlace, causeDirectly } from '../../register/register-outbox/index.ts'

/** What the acts of cells need. */
export type CellNeeds = ActNeeds & {
  ownerPool: pg.Pool
  ownsSchema: boolean
  rootKey: Buffer
  vaultFor(use: string): Vault
}

export const closed = { additionalProperties: false }
export const ofOwner = (needs: CellNeeds): ActPlace => ({
  transaction: (work) => inTransaction(needs.ownerPool, work),
  cause: causeDirectly(needs),
})

export const requireOwner = ({ ownsSchema }: CellNeeds): void => {
  if (!ownsSchema)
    throw new Refusal('setting_missing', 'The login of DATABASE_URL may not publish tables.', {
      next: 'Set NANI_OWNER_DATABASE_URL to the login that owns the schema.',
    })
}
