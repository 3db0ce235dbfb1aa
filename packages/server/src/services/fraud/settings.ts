import { type ValuesOf, wholeNumberSetting } from '@nani/foundation/core/index.ts'
import type { CaseRetention } from './retention.ts'

export { deskSettings } from './desk/desk-settings.ts'

/** One year for dismissed cases and ten for others. */
export const defaultCaseRetention: CaseRetention = { dismissedDays: 365, otherDays: 3_650 }

export const fraudSettings = {
  /** spec/fraud#bound-of-reports */
  fraudReportsPerSubject: wholeNumberSetting({
    variable: 'NANI_FRAUD_REPORTS_PER_SUBJECT',
    purpose:
      'Fraud reports that one application may send about one subject in a UTC day. Further ones are `rate_limited`',
    byDefault: '`3`',
    ...{ initial: 3, min: 1, max: 10_000 },
  }),
  /** spec/fraud#retention-of-cases */
  fraudDismissedDays: wholeNumberSetting({
    variable: 'NANI_FRAUD_DISMISSED_DAYS',
    purpose:
      'Days after its last change of status for which the data of a dismissed fraud case is kept; then the key of the case is erased ([fraud reporting](fraud-reporting.md))',
    byDefault: '`365`',
    ...{ initial: defaultCaseRetention.dismissedDays, min: 1, max: 36_500 },
  }),
  fraudCaseDays: wholeNumberSetting({
    variable: 'NANI_FRAUD_CASE_DAYS',
    purpose: 'The same for confirmed cases and cases that were referred to the authorities',
    byDefault: '`3650`',
    ...{ initial: defaultCaseRetention.otherDays, min: 1, max: 36_500 },
  }),
}

export type FraudSettings = ValuesOf<typeof fraudSettings>
