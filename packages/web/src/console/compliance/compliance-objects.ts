/* The shapes of compliance as the console reads them, until the contract declares them. */

export type Monitor = {
  id: string
  subject: string
  status: string
  created_at: string
  last_screened_at: string | null
  screening_id: string
}
export type ListedAlert = {
  id: string
  kind: string
  monitor_id: string
  screening_id: string
  risk_level: string | null
  created_at: string
}
export type Disposition = {
  id: string
  screening_id: string
  position: number
  disposition: 'false_positive' | 'true_match'
  reason: string
  officer: string | null
  decided_at: string
}
export type FaceReason = { id: string; reason: string; created_at: string; request_id: string }
export type ListedDispute = {
  id: string
  status: 'open' | 'answered'
  service: string
  access_at: string
  created_at: string
  text: string
  answers: { from: 'organization' | 'installation'; at: string; text: string }[]
}
