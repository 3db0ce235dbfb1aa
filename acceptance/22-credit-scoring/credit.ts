import { type CallOptions, get, post } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { sandboxPerson, until } from '../client/kyc.ts'

export const path = '/v1/credit/scores'

export type Factor = {
  code: string
  impact: string
  weight: number
  description: string
  description_fr: string
}
export type Score = {
  id: string
  reference: string | null
  created_at: string
  score: number
  band: string
  probability_of_default: number
  factors: Factor[]
  data_sources: string[]
  amount_requested: { value: number; currency: string } | null
  consent: { method: string; consent_id: string; granted_at: string; expires_at: string }
  risk_signals: {
    aml: { risk_level: string; sanctions_hit: boolean; pep: boolean }
    fraud: {
      confirmed_cases_as_suspect: number
      identity_fraud_victim: boolean
      last_confirmed_on: string | null
    }
  }
  valid_until: string
  account: { svc_id: string; status: string }
  kyc: Record<string, unknown>
  scopes_applied: string[]
  scopes_withheld: string[]
}

export const validConsent = { method: 'svc_app', consent_id: 'cns_sandbox_valid' }

export const scoreRequest = (digits: string, members: Record<string, unknown> = {}) => ({
  identifier: sandboxPerson(digits),
  consent: validConsent,
  purpose: 'credit_assessment',
  product: 'personal_loan',
  ...members,
})

export const score = (
  credentials: Credentials,
  digits: string,
  members: Record<string, unknown> = {},
  options?: CallOptions,
) => post<Score>(credentials, path, scoreRequest(digits, members), options)

type ConsentRequest = { id: string; status: string; consent?: { consent_id: string } }

/** Asks the citizen for a consent, which the sandbox approves. Returns the consent as a request sends it. */
export const consentOf = async (
  credentials: Credentials,
  identifier: { type: string; value: string },
  product = 'personal_loan',
): Promise<{ method: string; consent_id: string }> => {
  const purpose = 'credit_assessment'
  const { json } = await post<ConsentRequest>(credentials, '/v1/credit/consents', {
    ...{ identifier, purpose, product },
  })
  const approved = await until(
    async () => (await get<ConsentRequest>(credentials, `/v1/credit/consents/${json.id}`)).json,
    ({ status }) => status !== 'pending',
  )
  return { method: 'svc_app', consent_id: approved.consent?.consent_id ?? '' }
}

/** spec/credit#score-formula, written again from the specification. */
export const probabilityAt = (points: number): number => {
  const x =
    points >= 669.5
      ? (points - 420.86) / 84.44
      : points >= 579.5
        ? (points - 391.14) / 94.54
        : (points - 401.17) / 89.5
  return 1 / (1 + Math.exp(x))
}

export const bandAt = (points: number): string =>
  points >= 750 ? 'A' : points >= 670 ? 'B' : points >= 580 ? 'C' : points >= 500 ? 'D' : 'E'

/** spec/credit#bands. */
export const bandProbabilities: Record<string, [number, number]> = {
  A: [0, 0.02],
  B: [0.02, 0.05],
  C: [0.05, 0.12],
  D: [0.12, 0.25],
  E: [0.25, 1],
}
