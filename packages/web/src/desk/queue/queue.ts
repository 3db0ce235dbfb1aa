import type { Sentence } from '../proposals/sentence.ts'

/** One thing that waits, as GET /queue returns it. */
export type QueueItem = {
  kind:
    | 'organization'
    | 'review'
    | 'application_name'
    | 'case'
    | 'objection'
    | 'false_report'
    | 'proposal'
    | 'dispute'
    | 'top_up'
    | 'payment'
  id: string
  /** Of a proposal: the name of its act. */
  title: string
  /** Of a proposal: what its act does. */
  sentence: Sentence | null
  since: string
  waits_for: 'mine' | 'anyone' | 'second_person'
  is_late: boolean
  organization_id: string | null
}
export type Queue = {
  object: 'queue'
  counts: Record<string, number>
  /** Of all that waits, also of what is not in `data`: for me, for a second person, and late. */
  parts: { mine: number; second_person: number; late: number }
  /** At most 100 of each kind. */
  data: QueueItem[]
  /** The databases whose work is missing. */
  unread?: string[]
}

/** The page where an item is decided. */
export const pathOfItem = ({ kind, id, organization_id, title }: QueueItem): string => {
  const own = encodeURIComponent(id)
  const organization = encodeURIComponent(organization_id ?? '')
  switch (kind) {
    case 'organization':
      return `/organizations/${own}`
    case 'review':
      return `/reviews/${own}`
    case 'application_name':
      return `/organizations/${organization}`
    case 'case':
    case 'objection':
    case 'false_report':
      return `/cases/${own}`
    case 'dispute':
      return `/disputes/${own}`
    case 'proposal':
      return title.startsWith('billing.') ? '/billing' : '/proposals'
    case 'top_up':
    case 'payment':
      return `/billing/organizations/${organization}`
  }
}
