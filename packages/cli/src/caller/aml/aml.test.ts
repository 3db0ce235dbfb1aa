import { expect, it } from 'vitest'
import { answer, nani } from '../../testing/run-nani.ts'

const screening = {
  id: 'aml_01',
  object: 'aml_screening',
  livemode: false,
  reference: null,
  status: 'completed',
  subject: { type: 'individual' },
  checks: ['sanctions', 'pep', 'watchlists'],
  risk_level: 'high',
  risk_score: 91,
  hits: [
    {
      list: 'UN Security Council consolidated list',
      category: 'sanctions',
      match_score: 0.934,
      matched_name: 'Nsimba Kiala',
      listed_on: '2024-02-20',
      details_url: 'http://127.0.0.1/v1/aml/screenings/aml_01/hits/0',
      source: { official: true, reference: 'CDi.999', programs: ['DRC'], interpol_un_special_notice: null },
    },
    {
      list: 'Confirmed fraud cases of the network',
      category: 'watchlists',
      match_score: 1,
      matched_name: 'Nsimba Kiala',
      listed_on: '2026-02-01',
      details_url: 'http://127.0.0.1/v1/aml/screenings/aml_01/hits/1',
      fraud_case: {
        case_number: 'RDC-FRD-2026-000001',
        type: 'sim_swap',
        status: 'confirmed',
        role: 'suspect',
      },
    },
  ],
  pep: {
    is_pep: true,
    level: 'domestic',
    positions: [{ title: 'Député', jurisdiction: 'COD', start_date: '2019', end_date: null }],
  },
  fraud_signals: {
    confirmed_cases_as_suspect: 1,
    identity_fraud_victim: true,
    last_confirmed_on: '2026-02-01',
  },
  monitoring: { enabled: true, monitor_id: 'mon_01' },
  purpose: 'regulatory_compliance',
  created_at: '2026-09-21T00:00:00Z',
}

const purpose = 'regulatory_compliance'
const bodyOf = async (...args: string[]) => (await nani(['aml', ...args], [answer(screening)])).seen[0]?.body

it('takes numbers as identifiers and other texts as names', async () => {
  expect(await bodyOf('Nsimba Kiala', '--born', '1980-02-03', '--nationality', 'AGO')).toEqual({
    subject: { full_name: 'Nsimba Kiala', date_of_birth: '1980-02-03', nationality: 'AGO' },
    purpose,
  })
  expect(await bodyOf('cod 0000-0000-0009', '--checks', 'pep,sanctions', '--monitor')).toEqual({
    subject: { identifier: { type: 'svc_id', value: 'cod 0000-0000-0009' } },
    checks: ['pep', 'sanctions'],
    monitoring: true,
    purpose,
  })
  expect(await bodyOf('CD/KNG/RCCM/00-B-00001', '--scopes', '')).toEqual({
    subject: { business: { identifier: { type: 'rccm', value: 'CD/KNG/RCCM/00-B-00001' } } },
    purpose,
    scopes: [],
  })
})

it('--type overrides the recognised type', async () => {
  expect(await bodyOf('A0000001A', '--type', 'nif')).toMatchObject({
    subject: { business: { identifier: { type: 'nif', value: 'A0000001A' } } },
  })
  expect(await bodyOf('OP1234567', '--type', 'passport')).toMatchObject({
    subject: { identifier: { type: 'passport', value: 'OP1234567' } },
  })
  expect(await bodyOf('Codo 1', '--type', 'name')).toMatchObject({ subject: { full_name: 'Codo 1' } })
})

it('prints a card: the level, the hits by position, other known data', async () => {
  const { code, out } = await nani(['aml', 'Nsimba Kiala'], [answer(screening)])
  expect(code).toBe(0)
  expect(out).toBe(`HIGH RISK  Nsimba Kiala  91 of 100 · individual

  Hits     0  0.93  Nsimba Kiala  UN Security Council consolidated list · CDi.999 · since 2024-02-20
           1  1.00  Nsimba Kiala  Confirmed fraud cases of the network · RDC-FRD-2026-000001 (sim swap, confirmed) · since 2026-02-01
           nani hit aml_01 0
  PEP      domestic
           Député · COD · since 2019
  Fraud    suspect in 1 confirmed case
           victim of identity fraud: verify the identity further; this is not a risk of the person
           last confirmed 2026-02-01
  Checks   sanctions · pep · watchlists
  Monitor  mon_01
           Compliance information. Do not disclose it to the subject.

  aml_01 · sandbox · regulatory_compliance · 2026-09-21T00:00:00Z
`)
})

it('prints the same card for a job, and the level in the results of a batch', async () => {
  const job = { id: 'job_1', object: 'job', service: 'aml_screening', status: 'completed', result: screening }
  expect((await nani(['job', 'job_1'], [answer(job)])).out).toContain('HIGH RISK  individual  91 of 100')
  const page = {
    object: 'list',
    data: [{ reference: 'a', status: 'succeeded', result: screening }],
    next_cursor: null,
  }
  expect((await nani(['results', 'bat_1'], [answer(page)])).out).toMatch(/^a\s+high\s+aml_01/)
})

it('reports that there are no hits', async () => {
  const clear = { ...screening, hits: [], checks: [], pep: { is_pep: false, level: null, positions: [] } }
  const { out } = await nani(['aml', 'x'], [answer({ ...clear, fraud_signals: null, risk_level: 'low' })])
  expect(out).toContain('Hits     none')
  expect(out).toContain('Checks   no check could run')
  expect(out).not.toMatch(/PEP|Fraud/)
})

it('shows the entry behind a hit, and the reason for the match', async () => {
  const hit = {
    object: 'aml_hit',
    screening_id: 'aml_01',
    position: 0,
    list: 'UN Security Council consolidated list',
    category: 'sanctions',
    match_score: 0.934,
    names: [
      { name: 'Nsimba Kiala', kind: 'primary', script: 'Latn' },
      { name: 'NK', kind: 'weak_alias', script: 'Latn' },
    ],
    birth_dates: ['1980'],
    nationalities: ['AGO'],
    addresses: [{ text: 'Uíge', country: 'AGO' }],
    identifiers: [{ type: 'passport', value: 'N1', country: null }],
    listed_on: '2024-02-20',
    list_version: '2026-06-01 ab12',
    explanation: [
      { field: 'name', subject: 'Kiala Nsimba', entry: 'Nsimba Kiala', score: 0.95, effect: 0 },
      { field: 'birth_date', subject: null, entry: '1980', score: null, effect: 0 },
    ],
    sanction: {
      reference: 'CDi.999',
      programs: ['DRC'],
      legal_basis: 'Res. 1533',
      interpol_un_special_notice: null,
    },
  }
  const { code, out, seen } = await nani(['hit', 'aml_01', '0'], [answer(hit)])
  expect([code, seen[0]?.target]).toEqual([0, '/v1/aml/screenings/aml_01/hits/0'])
  expect(out).toBe(`Nsimba Kiala  UN Security Council consolidated list · 0.934

  Also       NK · weak alias
  Born       1980
  Of         AGO
  Addresses  Uíge · AGO
  Numbers    passport · N1
  Listed     2024-02-20
  Sanction   CDi.999 · DRC
             Res. 1533
  Why        name        0.95  Kiala Nsimba / Nsimba Kiala
             birth date  –     unknown / 1980

  aml_01 · hit 0 · 2026-06-01 ab12
`)
})
