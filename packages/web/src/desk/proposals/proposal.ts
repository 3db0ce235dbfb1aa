/** An act that waits for a second person, as the API returns it. */
export type Proposal = {
  object: 'proposal'
  id: string
  act: string
  subject: string
  organization_id: string | null
  content: Record<string, unknown>
  status: 'proposed' | 'executed' | 'declined' | 'ended'
  proposed_by: string
  reason: string
  proposed_at: string
  expires_at: string
  decided_by: string | null
  decided_reason: string | null
  decided_at: string | null
}

/** The operation that the second person sends once more. An act that is absent here is decided on a page of its own. */
const operations: Record<string, (subject: string) => { operation: string; path: string }> = {
  'organizations.suspend': (subject) => ({
    operation: 'POST /organizations/{organization_id}/suspend',
    path: `/organizations/${subject}/suspend`,
  }),
  'organizations.restore': (subject) => ({
    operation: 'POST /organizations/{organization_id}/restore',
    path: `/organizations/${subject}/restore`,
  }),
  'operators.recover_second_factor': (subject) => ({
    operation: 'POST /operators/{id}/second-factor-recovery',
    path: `/operators/${subject}/second-factor-recovery`,
  }),
}

export const executionOf = ({ act, subject }: Proposal) =>
  operations[act]?.(encodeURIComponent(subject)) ?? null

/** The page where the object of a proposal is read. */
export const pageOfProposal = ({ act, subject, organization_id }: Proposal): string | null => {
  if (act === 'reviews.decide') return `/reviews/${encodeURIComponent(subject)}`
  return organization_id ? `/organizations/${encodeURIComponent(organization_id)}` : null
}
