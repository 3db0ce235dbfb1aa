import { throttledErrorLog } from '@nani/foundation/core/index.ts'
import { systemLookup } from '@nani/foundation/outbound/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import type pg from 'pg'
import type { ActCell } from '../../gateway/acts/index.ts'
import { causeDirectly } from '../../register/register-outbox/index.ts'
import { openCaseNetwork } from './case-network.ts'
import { createCaseNumbers } from './case-numbers.ts'
import { fraudSecrets } from './fraud-secrets.ts'
import { renewNetwork } from './renew-network.ts'
import { createFetchEvidence } from './report/fetch-evidence.ts'
import { addUpCaseCounts, deletePastCounts, eraseExpiredCases } from './retention.ts'
import { createFraudReporting } from './service.ts'
import { fraudSettings } from './settings.ts'

type Needs = Pick<Platform, 'pool' | 'registerPool' | 'clock' | 'rootKey' | 'vaultFor' | 'random' | 'log'> & {
  /** In a cell: home, which gives every case of the installation its number. */
  homePool?: pg.Pool
  /** The same, for changes of the fraud network. */
  cell?: ActCell
}

export const fraudModule = defineModule({
  name: 'fraud',
  settings: fraudSettings,
  open(needs: Needs, settings) {
    const { fraudDismissedDays: dismissedDays, fraudCaseDays: otherDays } = settings
    const { pool, homePool = pool, clock, log, cell } = needs
    const cause = cell?.cause ?? causeDirectly({ pool, clock })
    return {
      services: [
        createFraudReporting({
          ...{ pool, clock, ...fraudSecrets(needs) },
          numbers: createCaseNumbers(homePool),
          fetchEvidence: createFetchEvidence(systemLookup()),
          reportsPerSubject: settings.fraudReportsPerSubject,
        }),
      ],
      hourly: [
        async () => {
          const onError = throttledErrorLog('fraud network', { clock, log })
          await renewNetwork({ pool, network: openCaseNetwork(needs), onError })
        },
      ],
      retention: [
        deletePastCounts,
        addUpCaseCounts,
        (ownerPool: pg.Pool, nowMs: number) =>
          eraseExpiredCases(ownerPool, nowMs, { dismissedDays, otherDays, cause }),
      ],
    }
  },
})
