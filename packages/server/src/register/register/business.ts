import type { Address } from './address.ts'

export type BusinessStatus = 'active' | 'suspended' | 'dissolved' | 'struck_off'

/** A business of the register: the `business` of `kyb_verification` (spec/kyb#business-object). */
export type Business = {
  legal_name: string
  trade_name: string | null
  legal_form: string
  status: BusinessStatus
  registered_on: string
  identifiers: { rccm: string | null; id_nat: string | null; nif: string | null }
  activity: { code: string; label: string } | null
  share_capital: { value: number; currency: 'CDF' | 'USD' } | null
  address: Omit<Address, 'is_primary' | 'verified_at'> | null
  officers: { full_name: string; role: string; svc_id: string | null; since: string }[]
  /** `share` is a fraction from 0 to 1. */
  beneficial_owners: { full_name: string; share: number; svc_id: string | null }[]
  updated_at: string
}
