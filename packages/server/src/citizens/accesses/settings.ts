import { wholeNumberSetting } from '@nani/foundation/core/index.ts'

export const accessSettings = {
  disputeRetentionDays: wholeNumberSetting({
    variable: 'NANI_DISPUTE_RETENTION_DAYS',
    purpose:
      'How many days a dispute of an access is kept after its last change ([citizen app](citizen-app.md#disputes))',
    byDefault: '`3650`',
    initial: 3_650,
    min: 90,
    max: 36_500,
  }),
}
