import type { Sentence } from './sentence.ts'

/** An act that waits for a second person, as the API returns it. */
export type Proposal = {
  object: 'proposal'
  id: string
  act: string
  /** What the act does. Only the list of proposals has it; null: the desk has no such act. */
  sentence?: Sentence | null
  subject: string
  organization_id: string | null
  content: Record<string, unknown>
  status: 'proposed' | 'executed' | 'declined' | 'ended'
  proposed_by: string
  /** Null: it is sealed. The reading of the correction opens it. */
  reason: string | null
  proposed_at: string
  expires_at: string
  decided_by: string | null
  decided_reason: string | null
  decided_at: string | null
}

/** The request that executes a proposal: the second person sends the same act with the same values. */
export type Execution = { operation: string; path: string; body: Record<string, unknown> }

/** An act that is absent here is decided on a page of its own. */
const executions: Record<string, (proposal: Proposal) => Execution> = {
  'organizations.suspend': ({ subject, content: body }) => ({
    operation: 'POST /organizations/{organization_id}/suspend',
    path: `/organizations/${encodeURIComponent(subject)}/suspend`,
    body,
  }),
  'organizations.restore': ({ subject, content: body }) => ({
    operation: 'POST /organizations/{organization_id}/restore',
    path: `/organizations/${encodeURIComponent(subject)}/restore`,
    body,
  }),
  'applications.restore_service': ({ content: { application_id, service } }) => ({
    operation: 'POST /applications/{application_id}/restore',
    path: `/applications/${encodeURIComponent(String(application_id))}/restore`,
    body: { service },
  }),
  'members.recover_second_factor_by_operators': ({ subject }) => ({
    operation: 'POST /members/{id}/second-factor-recovery',
    path: `/members/${encodeURIComponent(subject)}/second-factor-recovery`,
    body: {},
  }),
  // The path names the operator, and the content only shows the name.
  'operators.recover_second_factor': ({ subject }) => ({
    operation: 'POST /operators/{id}/second-factor-recovery',
    path: `/operators/${encodeURIComponent(subject)}/second-factor-recovery`,
    body: {},
  }),
}

export const executionOf = (proposal: Proposal): Execution | null =>
  executions[proposal.act]?.(proposal) ?? null

/** Its values are sealed, and are read one at a time, because each reading is recorded. */
export const isCorrection = ({ act }: Proposal): boolean => act === 'enrolment.correct_citizen'

/** The page where the object of a proposal is read. */
export const pageOfProposal = ({ act, subject, organization_id }: Proposal): string | null => {
  if (act === 'reviews.decide') return `/reviews/${encodeURIComponent(subject)}`
  return organization_id ? `/organizations/${encodeURIComponent(organization_id)}` : null
}
