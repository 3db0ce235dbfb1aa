import { expect, it } from 'vitest'
import { answer, nani } from '../testing/run-nani.ts'

const verified = {
  id: 'kyb_01',
  object: 'kyb_verification',
  livemode: false,
  reference: null,
  status: 'completed',
  result: 'verified',
  identifier: { type: 'rccm', value: 'CD/KNG/RCCM/00-B-00001' },
  match: {
    legal_name: 'partial_match',
    rccm: 'not_provided',
    id_nat: 'not_provided',
    nif: 'match',
    representative_name: 'not_provided',
  },
  business: {
    legal_name: 'Mosaka Services SARL',
    trade_name: null,
    legal_form: 'SARL',
    status: 'active',
    registered_on: '2016-05-11',
    identifiers: { rccm: 'CD/KNG/RCCM/00-B-00001', id_nat: null, nif: 'A0000001A' },
    activity: { code: '6202', label: 'Conseil' },
    share_capital: null,
    address: null,
    officers: [{ full_name: 'Kabeya Jean', role: 'Gérant', svc_id: null, since: '2016-05-11' }],
    beneficial_owners: [{ full_name: 'Kabeya Jean', share: 0.6, svc_id: 'COD-0000-0000-0001' }],
    updated_at: '2024-02-05T10:30:00Z',
  },
  scopes_applied: [],
  scopes_withheld: [],
  purpose: 'regulatory_compliance',
  created_at: '2026-09-21T00:00:00Z',
}

it('sends the given values only', async () => {
  const { seen } = await nani(
    [
      ...['kyb', 'A0000001A', '--type', 'nif', '--name', 'Mosaka', '--id-nat', '01A0001N00001A'],
      ...['--representative', 'Jean Kabeya', '--include', 'officers,beneficial_owners'],
    ],
    [answer(verified)],
  )
  expect(seen[0]!.target).toBe('/v1/kyb/verifications')
  expect(seen[0]!.body).toEqual({
    identifier: { type: 'nif', value: 'A0000001A' },
    match: { legal_name: 'Mosaka', id_nat: '01A0001N00001A', representative_name: 'Jean Kabeya' },
    include: ['officers', 'beneficial_owners'],
    purpose: 'regulatory_compliance',
  })
  const bare = await nani(['kyb', 'CD/KNG/RCCM/00-B-00001'], [answer(verified)])
  expect(bare.seen[0]!.body).toEqual({ identifier: verified.identifier, purpose: 'regulatory_compliance' })
})

it('prints a card: result, business, numbers, people, claims', async () => {
  const { code, out } = await nani(['kyb', 'x'], [answer(verified)])
  expect(code).toBe(0)
  expect(out).toBe(`VERIFIED  CD/KNG/RCCM/00-B-00001  rccm · a business that is active

  Business  Mosaka Services SARL
            SARL · active · since 2016-05-11
  Numbers   rccm    CD/KNG/RCCM/00-B-00001
            nif     A0000001A
  Activity  6202 · Conseil
  Officers  Kabeya Jean · Gérant · since 2016-05-11
  Owners    Kabeya Jean · 60 % · COD-0000-0000-0001
  Claims    legal name           partial match
            rccm                 not provided
            id nat               not provided
            nif                  match
            representative name  not provided

  kyb_01 · sandbox · regulatory_compliance · 2026-09-21T00:00:00Z
`)
  const job = {
    id: 'job_1',
    object: 'job',
    service: 'kyb_verification',
    status: 'completed',
    result: verified,
  }
  expect((await nani(['job', 'job_1'], [answer(job)])).out).toContain(out)
})

it('prints the available data if no business was found', async () => {
  const { business, match, ...rest } = verified
  const { code, out } = await nani(['kyb', 'x'], [answer({ ...rest, result: 'not_found' })])
  expect(code).toBe(0)
  expect(out).toContain('NOT_FOUND  CD/KNG/RCCM/00-B-00001  rccm · no business has this identifier')
})
