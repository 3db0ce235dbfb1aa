import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import type pg from 'pg'
import { accessDependencies } from './dependencies.ts'
import { forgetDisputes } from './disputes/forget-disputes.ts'
import { accessSettings } from './settings.ts'

export const accessesModule = defineModule({
  name: 'accesses',
  settings: accessSettings,
  open(
    needs: Pick<Platform, 'pool' | 'reads' | 'archive' | 'clock' | 'newId' | 'vaultFor' | 'rootKey'>,
    { disputeRetentionDays },
  ) {
    return {
      provides: { accesses: accessDependencies(needs) },
      retention: [
        (ownerPool: pg.Pool, nowMs: number) => forgetDisputes(ownerPool, nowMs, disputeRetentionDays),
      ],
    }
  },
})
