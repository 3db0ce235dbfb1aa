import type pg from 'pg'
import { systemLookup } from '../../outbound/index.ts'
import { defineModule, type Platform } from '../../platform/index.ts'
import { createCaseNumbers } from './case-numbers.ts'
import { createFetchEvidence } from './fetch-evidence.ts'
import { fraudSecrets } from './fraud-secrets.ts'
import { eraseExpiredCases } from './retention.ts'
import { createFraudReporting } from './service.ts'
import { fraudSettings } from './settings.ts'

type Needs = Pick<Platform, 'pool' | 'clock' | 'rootKey' | 'vaultFor' | 'random'>

export const fraudModule = defineModule({
  name: 'fraud',
  settings: fraudSettings,
  open(needs: Needs, { fraudDismissedDays: dismissedDays, fraudCaseDays: otherDays }) {
    const { pool, clock } = needs
    return {
      services: [
        createFraudReporting({
          ...{ pool, clock, ...fraudSecrets(needs) },
          numbers: createCaseNumbers(pool),
          fetchEvidence: createFetchEvidence(systemLookup()),
        }),
      ],
      retention: [
        (ownerPool: pg.Pool, nowMs: number) =>
          eraseExpiredCases(ownerPool, nowMs, { dismissedDays, otherDays }),
      ],
    }
  },
})
