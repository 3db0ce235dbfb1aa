import Type from 'typebox'
import { amlScreening, riskLevels } from './aml-screening.ts'
import { envelopeFields, purposeField, referenceField, scopeFields } from './envelope.ts'
import { accountSchema, basicSchema, identifierSchema, optional } from './identity.ts'

/** spec/credit#credit-request. */
export const creditProducts = [
  'personal_loan',
  'microcredit',
  'mobile_credit',
  'mortgage',
  'bnpl',
  'other',
] as const
export type CreditProduct = (typeof creditProducts)[number]

export const creditCurrencies = ['CDF', 'USD'] as const
export type CreditCurrency = (typeof creditCurrencies)[number]

/** The purpose of every credit request, and the only one. */
export const creditPurpose = 'credit_assessment'

/** spec/credit#bands, from the lowest risk to the highest. */
export const creditBands = ['A', 'B', 'C', 'D', 'E'] as const
export type CreditBand = (typeof creditBands)[number]

/** spec/credit#factors. */
export const creditFactorCodes = [
  'payment_history',
  'mobile_money_activity',
  'credit_utilization',
  'income_stability',
  'account_age',
  'telecom_tenure',
  'utility_payments',
  'recent_inquiries',
  'fraud_history',
  'sanctions_exposure',
] as const
export type CreditFactorCode = (typeof creditFactorCodes)[number]

/** spec/credit#credit-result. */
export const creditSources = ['mobile_money', 'telecom', 'banking', 'utilities'] as const
export type CreditSource = (typeof creditSources)[number]

/** The only way in which a citizen consents (spec/consents#consent-object). */
export const consentMethod = 'svc_app'

export const creditAmount = Type.Object(
  {
    value: Type.Number({ exclusiveMinimum: 0, maximum: 1e15, description: 'In the major unit.' }),
    currency: Type.Enum([...creditCurrencies]),
  },
  { description: 'Changes only the probability of default, inside the interval of the band.' },
)
export type CreditAmount = Type.Static<typeof creditAmount>

export const creditProductField = Type.Enum([...creditProducts])

/** spec/credit#credit-request, `POST /v1/credit/scores`. */
export const creditScoreRequest = Type.Object({
  identifier: identifierSchema,
  consent: optional(
    Type.Object(
      {
        method: optional(Type.Enum([consentMethod], { description: 'The only value.' })),
        consent_id: optional(Type.String({ examples: ['cns_sandbox_valid'] })),
      },
      { description: 'Required. Without a valid consent the call returns 403 consent_required.' },
    ),
  ),
  purpose: purposeField,
  product: creditProductField,
  amount_requested: optional(creditAmount),
  reference: referenceField,
})
export type CreditScoreRequest = Type.Static<typeof creditScoreRequest>

/** spec/consents#consent-object. */
export const creditConsent = Type.Object({
  method: Type.Enum([consentMethod]),
  consent_id: Type.String(),
  granted_at: Type.String({ format: 'date-time' }),
  expires_at: Type.String({ format: 'date-time' }),
})
export type CreditConsent = Type.Static<typeof creditConsent>

const factor = Type.Object({
  code: Type.Enum([...creditFactorCodes]),
  impact: Type.Enum(['positive', 'negative']),
  weight: Type.Number({ minimum: 0, maximum: 1 }),
  description: Type.String({ description: 'In English.' }),
  description_fr: Type.String({ description: 'The same in French.' }),
})
export type CreditFactor = Type.Static<typeof factor>

/** See spec/credit#credit-result. */
export const creditScore = Type.Object({
  ...envelopeFields,
  object: Type.Literal('credit_score'),
  identifier: identifierSchema,
  consent: creditConsent,
  product: creditProductField,
  amount_requested: Type.Union([creditAmount, Type.Null()]),
  score: Type.Integer({ minimum: 300, maximum: 850, description: '850 is the lowest risk.' }),
  band: Type.Enum([...creditBands]),
  probability_of_default: Type.Number({ minimum: 0, maximum: 1, description: 'Within 12 months.' }),
  factors: Type.Array(factor, {
    maxItems: 6,
    description: 'The largest weight is first. The weights sum to 1.',
  }),
  data_sources: Type.Array(Type.Enum([...creditSources]), {
    description: 'The sources that contributed. Empty: the score is the fixed score of a thin file.',
  }),
  risk_signals: Type.Object(
    {
      aml: Type.Object({
        risk_level: Type.Enum([...riskLevels]),
        sanctions_hit: Type.Boolean(),
        pep: Type.Boolean(),
      }),
      fraud: amlScreening.properties.fraud_signals.anyOf[0],
    },
    { description: 'Compliance information. Do not show it to the citizen.' },
  ),
  valid_until: Type.String({ format: 'date-time', description: '30 days after the computation.' }),
  account: accountSchema,
  kyc: Type.Object({ basic: basicSchema }),
  ...scopeFields,
})
export type CreditScore = Type.Static<typeof creditScore>
