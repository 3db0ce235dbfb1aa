import { type CallOptions, post } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { sandboxPerson } from '../client/kyc.ts'
import type { Identifier, KycValidation } from '../client/shapes.ts'

export const path = '/v1/aml/screenings'
export const everyCheck = ['sanctions', 'pep', 'adverse_media', 'watchlists', 'high_risk_jurisdictions']

export type Hit = {
  list: string
  category: string
  match_score: number
  matched_name: string
  listed_on: string | null
  details_url: string
  source?: Record<string, unknown>
  fraud_case?: Record<string, unknown>
}

/** spec/aml#screening-result, as far as the suite looks into it. */
export type Screening = {
  id: string
  reference: string | null
  created_at: string
  subject: { type: string; identifier?: Identifier }
  checks: string[]
  risk_level: string
  risk_score: number
  hits: Hit[]
  pep: { is_pep: boolean; level: string | null; positions: Record<string, unknown>[] }
  fraud_signals: Record<string, unknown> | null
  list_versions: { list: string; version: string | null }[]
  monitoring: { enabled: boolean; monitor_id: string | null }
} & Partial<Pick<KycValidation, 'account' | 'kyc' | 'scopes_applied' | 'scopes_withheld'>>

/** A person of the sandbox as the subject of a screening, by its last four digits. */
export const person = (digits: string) => ({ identifier: sandboxPerson(digits) })

export const company = (digits: string) => ({
  business: { identifier: { type: 'rccm', value: `CD/KNG/RCCM/00-B-${digits}` } },
})

export const screeningRequest = (subject: unknown, members: Record<string, unknown> = {}) => ({
  subject,
  purpose: 'regulatory_compliance',
  scopes: [],
  ...members,
})

export const screen = (
  credentials: Credentials,
  subject: unknown,
  members?: Record<string, unknown>,
  options?: CallOptions,
) => post<Screening>(credentials, path, screeningRequest(subject, members), options)
