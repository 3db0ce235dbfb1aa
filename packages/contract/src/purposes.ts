/** See spec/disclosure#purposes. */
export const purposes = [
  'customer_onboarding',
  'account_recovery',
  'transaction_authorization',
  'age_gating',
  'regulatory_compliance',
  'fraud_prevention',
  'credit_assessment',
  'employment_screening',
] as const
export type Purpose = (typeof purposes)[number]
