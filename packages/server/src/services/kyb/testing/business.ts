import type { Business } from '../../../register/register/index.ts'

/** An active business with complete data, modified by `changes`. */
export const testBusiness = (changes: Partial<Business> = {}): Business => ({
  legal_name: 'Okapi Transports SARL',
  trade_name: 'Okapi',
  legal_form: 'SARL',
  status: 'active',
  registered_on: '2019-04-02',
  identifiers: { rccm: 'CD/KIN/RCCM/19-B-01234', id_nat: '01-F4300-N36546H', nif: 'A1234567B' },
  activity: { code: '4923', label: 'Transports routiers de fret' },
  share_capital: { value: 50_000, currency: 'USD' },
  address: {
    type: 'registered_office',
    province: 'Kinshasa',
    city: 'Kinshasa',
    commune: 'Limete',
    quartier: 'Industriel',
    avenue: 'Poids Lourds',
    number: '12',
  },
  officers: [
    { full_name: 'Masika Kahindo Rachel', role: 'Gérante', svc_id: null, since: '2019-04-02' },
    { full_name: 'Mwamba Kasongo Patient', role: 'Administrateur', svc_id: null, since: '2021-01-15' },
  ],
  beneficial_owners: [{ full_name: 'Masika Kahindo Rachel', share: 0.75, svc_id: null }],
  updated_at: '2025-11-03T08:00:00.000Z',
  ...changes,
})
