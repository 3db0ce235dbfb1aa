import { type ValuesOf, wholeNumberSetting } from '@nani/foundation/core/index.ts'
import type { CaseRetention } from './retention.ts'

export { deskSettings } from './desk/desk-settings.ts'

/** One year for dismissed cases and ten for others. */
export const defaultCaseRetention: CaseRetention = { dismissedDays: 365, otherDays: 3_650 }

export const fraudSettings = {
  /** spec/fraud#bound-of-reports */
  fraudReportsPerSubject: wholeNumberSetting({
    variable: 'NANI_FRAUD_REPORTS_PER_SUBJECT',
    purpose: 'Fraud reports that one application may send about one subject in a UTC day',
    ...{ initial: 3, min: 1, max: 10_000 },
  }),
  /** spec/fraud#retention-of-cases */
  fraudDismissedDays: wholeNumberSetting({
    variable: 'NANI_FRAUD_DISMISSED_DAYS',
    purpose: 'Days after its last change of status for which the data of a dismissed fraud case is kept',
    ...{ initial: defaultCaseRetention.dismissedDays, min: 1, max: 36_500 },
  }),
  fraudCaseDays: wholeNumberSetting({
    variable: 'NANI_FRAUD_CASE_DAYS',
    purpose: 'The same for confirmed cases and cases that were referred to the authorities',
    ...{ initial: defaultCaseRetention.otherDays, min: 1, max: 36_500 },
  }),
}

export type FraudSettings = ValuesOf<typeof fraudSettings>
