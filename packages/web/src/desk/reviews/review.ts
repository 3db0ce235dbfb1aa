import type { Review, ReviewAnswer } from '@nani/contract/console'
import type { Proposal } from '../proposals/proposal.ts'

export type DeskReview = Review & {
  organization_id: string
  organization: string
  claimed_by: string | null
  items: DossierItem[]
  proposal: Proposal | null
}

/** An item that the form of the dossier asks for, and the part that needs it. */
export type DossierItem = {
  part: 'every_review' | 'face_recognition' | 'credit_scoring' | 'sensitive_data' | 'biometric_data'
  field: string
  is_missing: boolean
}

export type ListedReview = {
  object: 'review'
  id: string
  application_id: string
  organization_id: string
  organization: string
  name: string
  status: NonNullable<Review['status']>
  enhanced: boolean
  claimed_by: string | null
  submitted_at: string | null
}

type ChangedList = { added: string[]; removed: string[] }
/** A dossier against the last one that was approved. */
export type ReviewDifference = {
  id: string
  against: string | null
  services: ChangedList
  scopes: ChangedList
  purposes: ChangedList
  name: { before: string | null; after: string }
  answers: { answer: ReviewAnswer; before: string | null; after: string | null }[]
}

/** Only such a review can be decided. */
export const isOpen = ({ status }: Pick<Review, 'status'>): boolean =>
  status === 'submitted' || status === 'in_review'
