import { rfc3339 } from '@nani/foundation/core/index.ts'
import type { Business } from './business.ts'

export const businessColumns = [
  'in_sandbox',
  'in_production',
  'legal_name',
  'trade_name',
  'legal_form',
  'status',
  'registered_on::text AS registered_on',
  'rccm',
  'id_nat',
  'nif',
  'activity',
  'share_capital',
  'address',
  'officers',
  'beneficial_owners',
  'updated_at',
] as const

export type BusinessRow = Pick<
  Business,
  | 'legal_name'
  | 'trade_name'
  | 'legal_form'
  | 'status'
  | 'registered_on'
  | 'activity'
  | 'share_capital'
  | 'address'
> &
  Business['identifiers'] & {
    in_sandbox: boolean
    in_production: boolean
    officers: Business['officers'] | null
    beneficial_owners: Business['beneficial_owners'] | null
    updated_at: Date
  }

/** The complete business of a row. Missing data is an empty list or null. */
export const businessOfRow = (row: BusinessRow): Business => ({
  legal_name: row.legal_name,
  trade_name: row.trade_name,
  legal_form: row.legal_form,
  status: row.status,
  registered_on: row.registered_on,
  identifiers: { rccm: row.rccm, id_nat: row.id_nat, nif: row.nif },
  activity: row.activity,
  share_capital: row.share_capital,
  address: row.address,
  officers: row.officers ?? [],
  beneficial_owners: row.beneficial_owners ?? [],
  updated_at: rfc3339(row.updated_at.getTime()),
})
