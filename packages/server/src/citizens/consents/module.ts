import { type Channel, createChannel, throttledErrorLog, throttledLog } from '@nani/foundation/core/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import type pg from 'pg'
import { type AllDatabases, noOthers, othersOf } from '../../gateway/acts/index.ts'
import type { Register } from '../../register/register/index.ts'
import { createConsentCheck } from './check-consent.ts'
import { type AskedConsent, type ConsentDependencies, consentDependencies } from './dependencies.ts'
import { startDueChanges } from './due-changes.ts'
import { forgetConsents } from './forget-consents.ts'
import { consentsSettings } from './settings.ts'

type Needs = Pick<Platform, 'pool' | 'clock' | 'newId' | 'vaultFor' | 'rootKey' | 'log'> & {
  register: Pick<Register, 'findCitizen'>
  newEvents: Channel<string>
  allDatabases?: AllDatabases
  /** Absent: home. */
  cellName?: string
}

/** The longest wait of a timer. The background work finds later changes by itself. */
const maxTimerMs = 60_000

export const consentsModule = defineModule({
  name: 'consents',
  settings: consentsSettings,
  open(needs: Needs, { consentRetentionDays }) {
    const { pool, clock, log, register, newEvents, allDatabases, cellName = 'home' } = needs
    const onUnread = throttledLog('requests for consents', { clock, log })
    /** The devices of the citizen receive a notice. */
    const consentAsked = createChannel<AskedConsent>()
    let due: ReturnType<typeof startDueChanges> | null = null
    const consents: ConsentDependencies = {
      ...consentDependencies(needs),
      wakeDeliveries: newEvents.send,
      announce: consentAsked.send,
      askOthers: allDatabases ? othersOf(allDatabases, cellName, onUnread) : noOthers,
      wakeAt(atMs) {
        const waitMs = atMs - clock.now()
        if (waitMs <= maxTimerMs) setTimeout(() => void due?.wake(), Math.max(0, waitMs)).unref()
      },
    }
    return {
      provides: {
        ...{ consents, consentAsked },
        consentCheck: createConsentCheck({ pool, register, subjectKey: consents.subjectKey }),
      },
      work() {
        due = startDueChanges(consents, throttledErrorLog('consents', { clock, log }))
      },
      stop: async () => due?.stop(),
      retention: [
        (ownerPool: pg.Pool, nowMs: number) => forgetConsents(ownerPool, nowMs, consentRetentionDays),
      ],
    }
  },
})
