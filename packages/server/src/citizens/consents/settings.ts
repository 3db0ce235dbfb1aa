import { wholeNumberSetting } from '@nani/foundation/core/index.ts'

export const consentsSettings = {
  consentRetentionDays: wholeNumberSetting({
    variable: 'NANI_CONSENT_RETENTION_DAYS',
    purpose:
      'How many days an ended consent and the uses of consents are kept ([credit consents](credit-consents.md#storage-and-retention))',
    byDefault: '`3650`',
    initial: 3_650,
    min: 90,
    max: 36_500,
  }),
}
