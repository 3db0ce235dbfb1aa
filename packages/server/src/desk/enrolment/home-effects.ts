import { type Clock, errorLine } from '@nani/foundation/core/index.ts'
import type { Platform } from '@nani/foundation/platform/index.ts'
import { accessLost } from '../../citizens/citizen-devices/index.ts'
import { actLogged } from '../../gateway/acts/index.ts'
import { operatorRealm } from '../../organizations/people/index.ts'
import { requestAnswered } from '../../organizations/people-surface/index.ts'
import { openRegisterOutbox, type RegisterOutbox, rowKeyOf } from '../../register/register-outbox/index.ts'
import { proposalWritten } from '../proposals/index.ts'

/** Everything that an act on the register causes in home. */
const effects = [actLogged, accessLost, proposalWritten, requestAnswered(operatorRealm)]

/** The outbox of the register, from these pools. */
export const outboxOf = ({
  pool,
  registerPool,
  clock,
  log,
  rootKey,
}: Pick<Platform, 'pool' | 'registerPool' | 'log' | 'rootKey'> & { clock: Clock }): RegisterOutbox =>
  openRegisterOutbox({
    ...{ pool, registerPool, clock, effects, rowKey: rowKeyOf(rootKey) },
    onError: (error) => log(`register outbox: ${errorLine(error)}`, 'error'),
  })
