import { createRecentRead } from '@nani/foundation/core/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import { subjectKeyOf } from '../../app/audit/index.ts'
import type { ConsentCheck } from '../../citizens/consents/index.ts'
import type { Register } from '../../register/register/index.ts'
import type { Scorecards } from '../../risk/scorecard/index.ts'
import type { OpenScreening } from '../aml/index.ts'
import type { ScoreRecords } from './score-record.ts'
import { createCreditScoring } from './service.ts'
import { creditSettings } from './settings.ts'

type Secrets = Pick<Platform, 'rootKey' | 'vaultFor'>

/** A call reads the threshold of screening at most this long after a list manager changed it. */
const thresholdAgeMs = 1_000

type Needs = Secrets &
  Pick<Platform, 'clock'> & {
    register: Register
    consentCheck: ConsentCheck
    screening: Pick<OpenScreening, 'sources'>
    scorecards: Scorecards
  }

export const scoreRecordSecrets = ({ rootKey, vaultFor }: Secrets): ScoreRecords => ({
  vault: vaultFor('credit-scores'),
  subjectKey: subjectKeyOf(rootKey),
})

export const creditModule = defineModule({
  name: 'credit',
  settings: creditSettings,
  open: (
    { register, consentCheck, screening, scorecards, clock, ...secrets }: Needs,
    { creditScoreDays },
  ) => ({
    services: [
      createCreditScoring({
        ...{ register, consentCheck, scorecards },
        sources: {
          ...screening.sources,
          threshold: createRecentRead(screening.sources.threshold, { clock, maxAgeMs: thresholdAgeMs }),
        },
        records: scoreRecordSecrets(secrets),
      }),
    ],
    keptDays: { credit_score_records: creditScoreDays },
  }),
})
