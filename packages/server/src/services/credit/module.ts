import type { ConsentCheck } from '../../consents/index.ts'
import { defineModule } from '../../platform/index.ts'
import type { Register } from '../../register/index.ts'
import type { OpenScreening } from '../aml/index.ts'
import type { Scorecards } from './scorecards.ts'
import { createCreditScoring } from './service.ts'

type Needs = {
  register: Register
  consentCheck: ConsentCheck
  screening: Pick<OpenScreening, 'sources'>
  scorecards: Scorecards
}

export const creditModule = defineModule({
  name: 'credit',
  open: ({ register, consentCheck, screening: { sources }, scorecards }: Needs) => ({
    services: [createCreditScoring({ register, consentCheck, sources, scorecards })],
  }),
})
