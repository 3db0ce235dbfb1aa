import type { FraudCaseStatus, FraudType } from '@nani/contract'

export type Verdict = 'match' | 'partial_match' | 'no_match'
export type Claim = Verdict | 'not_provided'
export type Outcome = 'confirmed' | 'dismissed' | 'escalated_to_authorities'
export type VictimName = 'subject' | number

export type Party = {
  type: string
  role: string
  anonymous: boolean
  country: string
  identifier: { type: string; value: string; issuing_country: string } | null
  full_name: string | null
  date_of_birth: string | null
  nationality: string | null
  phone_number: string | null
  business_name: string | null
  registration_number: string | null
  register: {
    verdict: Verdict | 'not_in_register' | 'not_compared'
    full_name: Claim
    date_of_birth: Claim
    nationality: Claim
  }
}

export type TimelineEntry = {
  at: string
  act: string
  actor: string
  account: string | null
  status: FraudCaseStatus | null
  previous_status: FraudCaseStatus | null
  text: string | null
}

export type EvidenceLine = {
  position: number
  type: string
  format: string
  bytes: number
  description: string | null
  malware: string | null
  scanned_at: string | null
}

export type Link = { case_number: string; reasons: string[]; strength: number }

/** A case as lists show it. It has no personal data. */
export type ListedCase = {
  object: 'fraud_case'
  id: string
  case_number: string
  environment: 'sandbox' | 'production'
  status: FraudCaseStatus
  type: FraudType
  created_at: string
  changed_at: string
  due_at: string
  is_late: boolean
  priority: number
  assignee: string | null
  proposal: { status: Outcome; by: string } | null
  duplicate_of: string | null
  listed_victims: VictimName[] | null
  despite_mismatch: boolean
  objection: { by: string; proposal: { decision: 'accept' | 'reject'; by: string } | null } | null
  false_report: 'no' | 'proposed' | 'yes'
  application_id: string
  channel: string | null
  province: string | null
  amount: { value: number; currency: string } | null
  evidence_count: number
  erased: boolean
  possible_duplicates: string[]
  duplicates_of_reporter: string[]
}

/** A case on its page. Parties are masked and texts of the reporter are null, until a person opens them. */
export type ShownCase = ListedCase & {
  proposal_id: string | null
  objection_proposal_id: string | null
  false_report_proposal_id: string | null
  opened: boolean
  parties: { subject: Party | null; victims: Party[] } | null
  description: string | null
  occurred_at: string | null
  location: { country: string; province: string | null; city: string | null } | null
  reporter_reference: string | null
  evidence: EvidenceLine[]
  timeline: TimelineEntry[]
  reporter: {
    application_id: string
    reports: number
    confirmed: number
    dismissed: number
    reopened: number
    false_reports: number
  }
  links: Link[]
  cluster: { size: number; is_cut: boolean }
  /** The databases whose cases are missing in what is linked. */
  unread?: string[]
}

export type CaseGraph = {
  object: 'fraud_case_graph'
  case_number: string
  size: number
  is_cut: boolean
  links: Link[]
  nodes: { case_number: string; id: string; type: FraudType; status: FraudCaseStatus }[]
  edges: { from: string; to: string; reasons: string[]; strength: number }[]
  unread?: string[]
}

export type EvidenceView = {
  object: 'fraud_evidence'
  case_number: string
  position: number
  type: string
  format: string
  omitted: number
  files: { name: string; content_type: string; data: string }[]
}

type Counts = {
  total: number
  late: number
  by_status: Record<FraudCaseStatus, number>
  time_to_decision: { median_seconds: number | null; p90_seconds: number | null }
}
export type CaseStatistics = Counts & {
  object: 'fraud_case_statistics'
  environment: string | null
  open: number
  by_type: Partial<Record<FraudType, Counts>>
  unread?: string[]
}

export const isOpenCase = ({ status }: Pick<ListedCase, 'status'>): boolean =>
  status === 'received' || status === 'under_review'

/** An id in an address and in a path of the API. A number alone is ambiguous between the two environments. */
export const casePath = (fraudCase: string): string => `/cases/${encodeURIComponent(fraudCase)}`
