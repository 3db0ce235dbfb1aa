import { throttledErrorLog } from '@nani/foundation/core/index.ts'
import { defineModule, type Platform, registerGauges } from '@nani/foundation/platform/index.ts'
import { outboxOf } from '../../desk/enrolment/index.ts'
import { ForgedRow, forgetCarried, lateSeconds, readWaiting } from '../../register/register-outbox/index.ts'
import type { Detection } from '../../risk/detection/index.ts'

const everyMs = 1_000

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
    let isLate = false
    let isForged = false
    const watch = async () => {
      const { waiting, oldestSeconds } = await readWaiting(registerPool)
      // A forged row raises the alarm at any age.
      isLate = isForged || oldestSeconds > lateSeconds
      if (isLate)
        await detection.raise(pool, {
          kind: 'register_outbox_late',
          details: { waiting, seconds: Math.round(oldestSeconds) },
        })
    }
    let timer: NodeJS.Timeout | null = null
    let carrying: Promise<void> = Promise.resolve()
    const follow = () => {
      carrying = outbox
        .carry()
        .then(
          () => {
            isForged = false
          },
          (error) => {
            isForged = error instanceof ForgedRow
            onError(error)
          },
        )
        .then(watch)
        .catch(onError)
        .then(() => {
          if (timer) timer = setTimeout(follow, everyMs).unref()
        })
    }
    return {
      warnings: { register_outbox: () => isLate },
      metrics: [
        registerGauges(
          // The other metrics are shown also while the register is away.
          () => readWaiting(registerPool).catch(() => null),
          [
            {
              name: 'nani_register_outbox_waiting',
              help: 'What acts on the register caused in home, and what is not carried yet.',
              of: (now) => (now ? [{ value: now.waiting }] : []),
            },
            {
              name: 'nani_register_outbox_oldest_seconds',
              help: 'For how long the oldest of it has waited.',
              of: (now) => (now ? [{ value: now.oldestSeconds }] : []),
            },
          ],
        ),
      ],
      retention: [forgetCarried],
      work() {
        timer = setTimeout(follow, 0).unref()
      },
      async stop() {
        if (timer) clearTimeout(timer)
        timer = null
        await carrying
      },
    }
  },
})
