import { subjectKeyOf } from '../../audit/index.ts'
import type { ConsentCheck } from '../../consents/index.ts'
import { defineModule, type Platform } from '../../platform/index.ts'
import type { Register } from '../../register/index.ts'
import type { Scorecards } from '../../scorecard/index.ts'
import type { OpenScreening } from '../aml/index.ts'
import type { ScoreRecords } from './score-record.ts'
import { createCreditScoring } from './service.ts'
import { creditSettings } from './settings.ts'

type Secrets = Pick<Platform, 'rootKey' | 'vaultFor'>

type Needs = Secrets & {
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
    { register, consentCheck, screening: { sources }, scorecards, ...secrets }: Needs,
    { creditScoreDays },
  ) => ({
    services: [
      createCreditScoring({
        ...{ register, consentCheck, sources, scorecards },
        records: scoreRecordSecrets(secrets),
      }),
    ],
    keptDays: { credit_score_records: creditScoreDays },
  }),
})
