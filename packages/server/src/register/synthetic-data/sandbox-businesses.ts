import type { Business } from '../register/index.ts'
import type { Yields } from './sandbox-people.ts'

/** One test business (spec/sandbox#test-businesses). */
export type BusinessScenario = { rccm: string; yields: Yields; outcome: { business: Business } | 'absent' }

const active: Business = {
  legal_name: 'Mosaka Services SARL',
  trade_name: 'Mosaka',
  legal_form: 'SARL',
  status: 'active',
  registered_on: '2016-05-11',
  identifiers: { rccm: 'CD/KNG/RCCM/00-B-00001', id_nat: '01-A0001-N00001A', nif: 'A0000001A' },
  activity: { code: '6202', label: 'Conseil informatique' },
  share_capital: { value: 20_000, currency: 'USD' },
  address: {
    type: 'registered_office',
    province: 'Kinshasa',
    city: 'Kinshasa',
    commune: 'Gombe',
    quartier: 'Centre-ville',
    avenue: 'Colonel Lukusa',
    number: '4',
  },
  officers: [
    {
      full_name: 'Kabeya Ilunga Jean-Pierre',
      role: 'Gérant',
      svc_id: 'COD-0000-0000-0001',
      since: '2016-05-11',
    },
  ],
  beneficial_owners: [
    { full_name: 'Kabeya Ilunga Jean-Pierre', share: 0.6, svc_id: 'COD-0000-0000-0001' },
    { full_name: 'Mwamba Kasongo Patient', share: 0.4, svc_id: 'COD-0000-0000-0008' },
  ],
  updated_at: '2024-02-05T10:30:00.000Z',
}

const dissolved: Business = {
  ...active,
  legal_name: 'Comptoir du Pool SARL',
  trade_name: null,
  status: 'dissolved',
  registered_on: '2014-02-20',
  identifiers: { rccm: 'CD/KNG/RCCM/00-B-00002', id_nat: '01-A0002-N00002B', nif: 'A0000002B' },
  activity: { code: '4690', label: 'Commerce de gros non spécialisé' },
  share_capital: { value: 10_000_000, currency: 'CDF' },
  officers: [
    {
      full_name: 'Bolamba Ekila Dieudonné',
      role: 'Liquidateur',
      svc_id: 'COD-0000-0000-0005',
      since: '2021-09-30',
    },
  ],
  beneficial_owners: [],
}

const ordinary = 'low; the one hit is the country, which FATF monitors'

/** The sandbox businesses of spec/sandbox#test-businesses. */
export const businessScenarios: readonly BusinessScenario[] = [
  {
    rccm: 'CD/KNG/RCCM/00-B-00001',
    yields: { kyb_verification: 'verified', aml_screening: ordinary },
    outcome: { business: active },
  },
  {
    rccm: 'CD/KNG/RCCM/00-B-00002',
    yields: { kyb_verification: 'not_active; business.status is dissolved', aml_screening: ordinary },
    outcome: { business: dissolved },
  },
  {
    rccm: 'CD/KNG/RCCM/00-B-00404',
    yields: { kyb_verification: 'not_found', aml_screening: 'low; no registered name to screen' },
    outcome: 'absent',
  },
]

const reservedNumbers = new Set(
  businessScenarios.flatMap(({ outcome }) =>
    typeof outcome === 'string'
      ? []
      : [outcome.business.identifiers.id_nat, outcome.business.identifiers.nif],
  ),
)

/** Whether an identifier belongs to the sandbox businesses. No import may write one. */
export const isReservedForBusinesses = ({ rccm, id_nat, nif }: Business['identifiers']): boolean =>
  rccm?.startsWith('CD/KNG/RCCM/00-B-') === true ||
  [id_nat, nif].some((number) => number !== null && reservedNumbers.has(number))
