import { wholeNumberSetting } from '@nani/foundation/core/index.ts'

export const creditSettings = {
  creditScoreDays: wholeNumberSetting({
    variable: 'NANI_CREDIT_SCORE_DAYS',
    purpose:
      'How many days a credit score can be explained, which is how long its bins are kept ([credit scoring](credit-scoring.md#what-is-stored))',
    byDefault: '`3650`',
    ...{ initial: 3_650, min: 31, max: 36_500 },
  }),
}
