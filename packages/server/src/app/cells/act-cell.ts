import { type Clock, errorLine } from '@nani/foundation/core/index.ts'
import type { Platform } from '@nani/foundation/platform/index.ts'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { type ActCell, actLogged, takingBackInHome } from '../../gateway/acts/index.ts'
import { priceListAdded } from '../../money/billing/index.ts'
import { mailCaused } from '../../organizations/organizations/index.ts'
import { memberRealm, operatorRealm } from '../../organizations/people/index.ts'
import { requestAnswered } from '../../organizations/people-surface/index.ts'
import {
  type ActPlace,
  holdActs,
  openRegisterOutbox,
  rowKeyOf,
} from '../../register/register-outbox/index.ts'
import { networkChanged } from '../../risk/fraud-network/index.ts'
import { placeKey } from './key-placed.ts'
import { openTurns } from './turns.ts'

/** What acts, calls and work in a cell cause in home after their commit. */
const effects = [
  ...[requestAnswered(memberRealm), requestAnswered(operatorRealm)],
  ...[networkChanged, priceListAdded, mailCaused],
]

type Needs = Pick<Platform, 'rootKey' | 'log'> & { clock: Clock; name: string; pool: pg.Pool; home: pg.Pool }

/**
 * A cell as acts use it: one transaction there, with the entry of the act. What belongs to home is in the outbox of the cell, in the
 * same transaction, and is carried to home exactly once. Acts of one organization take turns.
 */
export const openActCell = ({ name, pool, home, clock, rootKey, log }: Needs): ActCell => {
  const turns = openTurns(clock)
  const begin: ActPlace['transaction'] = (work, organizationId) =>
    turns(organizationId ?? '', () =>
      inTransaction(pool, async (client) => {
        await holdActs(client, organizationId)
        return takingBackInHome({ client, home }, () => work(client))
      }),
    )
  const { transaction, cause, settle, homeOf, carry } = openRegisterOutbox({
    begin,
    ...{ pool: home, registerPool: pool, table: 'cell_outbox', clock, effects, rowKey: rowKeyOf(rootKey) },
    onError: (error) => log(`outbox of the cell ${name}: ${errorLine(error)}`, 'error'),
  })
  return {
    ...{ name, home, transaction, homeOf, carry },
    ...(settle && { settle }),
    // Each database has a log of acts.
    cause: (client, effect, content) =>
      effect.kind === actLogged.kind
        ? effect.apply(client, content, { pool, clock })
        : cause(client, effect, content),
    keyIssued: (key) => placeKey(home, key, name),
  }
}
