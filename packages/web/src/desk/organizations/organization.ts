import type { Organization } from '@nani/contract/console'
import type { Proposal } from '../proposals/proposal.ts'

export type ListedApplication = {
  id: string
  name: string
  environment: 'sandbox' | 'production'
  production_status: string | null
  approved_services: string[]
  suspended_services: string[]
  /** A new name or logo that waits for a decision. */
  proposed_name: string | null
  proposed_logo_hash: string | null
}

/** An organization next to the register, as the desk reads it. */
export type DeskOrganization = Organization & {
  business: {
    legal_name: string
    trade_name: string | null
    legal_form: string
    status: string
    registered_on: string
    identifiers: { rccm: string | null; id_nat: string | null; nif: string | null }
    officers: { full_name: string; role: string; since: string }[]
    updated_at: string
  } | null
  differences: { field: string; organization: string | null; register: string | null }[]
  members: number
  /** The first applications. */
  applications: ListedApplication[]
  has_more_applications: boolean
  unread?: string[]
  proposals: Proposal[]
}
