import type { Source } from './credit-records.ts'

/** The factors of a model (spec/credit#factors). The two factors of adverse events are not part of a model. */
export const factorCodes = [
  'payment_history',
  'mobile_money_activity',
  'credit_utilization',
  'income_stability',
  'account_age',
  'telecom_tenure',
  'utility_payments',
  'recent_inquiries',
] as const
export type FactorCode = (typeof factorCodes)[number]

/** The factor that represents a missing source in a thin file (spec/credit#thin-files). */
export const factorOfMissingSource: Readonly<Record<Source, FactorCode>> = {
  mobile_money: 'mobile_money_activity',
  telecom: 'telecom_tenure',
  banking: 'account_age',
  utilities: 'utility_payments',
}
