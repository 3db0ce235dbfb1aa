import { throttledErrorLog } from '@nani/foundation/core/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import { outboxOf } from '../../desk/enrolment/index.ts'
import { forgetCarried } from '../../register/register-outbox/index.ts'
import type { Detection } from '../../risk/detection/index.ts'
import { keepCarrying, outboxGauges } from './keep-carrying.ts'

type Needs = Pick<Platform, 'pool' | 'registerPool' | 'clock' | 'log' | 'rootKey'> & {
  detection: Pick<Detection, 'raise'>
}

/** Carries to home what acts on the register caused, where the register has a database of its own. */
export const registerOutboxModule = defineModule({
  name: 'register outbox',
  async open(needs: Needs) {
    const { pool, registerPool, detection } = needs
    const outbox = outboxOf(needs)
    const onError = throttledErrorLog('register outbox', needs)
    if (registerPool === pool) {
      // After a restore from two databases into one, nothing else carries what waited in the backup.
      await outbox.carryRestored().catch(onError)
      return {}
    }
    const carrying = keepCarrying({
      ...{ pool: registerPool, table: 'register_outbox', carry: outbox.carry, onError },
      raise: (details) => detection.raise(pool, { kind: 'register_outbox_late', details }),
    })
    return {
      warnings: { register_outbox: carrying.isLate },
      metrics: [
        outboxGauges(registerPool, 'register_outbox', {
          waiting: {
            name: 'nani_register_outbox_waiting',
            help: 'What acts on the register caused in home, and what is not carried yet.',
          },
          oldest: {
            name: 'nani_register_outbox_oldest_seconds',
            help: 'For how long the oldest of it has waited.',
          },
        }),
      ],
      retention: [forgetCarried],
      work: carrying.start,
      stop: carrying.stop,
    }
  },
})
