import type { Organization } from '@nani/contract/console'
import type { Proposal } from '../proposals/proposal.ts'

export type ListedApplication = {
  id: string
  name: string
  environment: 'sandbox' | 'production'
  production_status: string | null
  approved_services: string[]
  suspended_services: string[]
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
  applications: ListedApplication[]
  proposals: Proposal[]
}
