import { expect, inject, test } from 'vitest'
import { get } from '../client/call.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { sandboxPerson } from '../client/kyc.ts'
import { company, everyCheck, path, person, type Screening, screen } from './screening.ts'

const { sandbox } = inject('demo')

const levelOf = (score: number) => (score >= 70 ? 'high' : score >= 30 ? 'medium' : 'low')

test('a screening has every member of the specification, and no result', async () => {
  const { status, json } = await screen(sandbox, person('0001'), { reference: 'file 88' })
  expect(status).toBe(200)
  expect(json).toEqual({
    id: expect.stringMatching(/^aml_\w+$/),
    object: 'aml_screening',
    livemode: false,
    reference: 'file 88',
    status: 'completed',
    subject: { type: 'individual', identifier: sandboxPerson('0001') },
    checks: everyCheck,
    risk_level: 'low',
    risk_score: expect.any(Number),
    hits: [expect.objectContaining({ category: 'high_risk_jurisdictions' })],
    pep: { is_pep: false, level: null, positions: [] },
    fraud_signals: { confirmed_cases_as_suspect: 0, identity_fraud_victim: false, last_confirmed_on: null },
    list_versions: expect.arrayContaining([
      { list: expect.stringMatching(/UN Security Council/), version: expect.any(String) },
      { list: expect.stringMatching(/fraud/), version: null },
    ]),
    monitoring: { enabled: false, monitor_id: null },
    account: expect.objectContaining({ svc_id: 'COD-0000-0000-0001', certified: true }),
    kyc: { basic: expect.objectContaining({ nationality: 'COD' }) },
    scopes_applied: ['kyc.basic'],
    scopes_withheld: [],
    purpose: 'regulatory_compliance',
    created_at: expect.stringMatching(/Z$/),
  })
})

test('-0009 is on a sanctions list: high, with the source of an official list', async () => {
  const { json } = await screen(sandbox, person('0009'))
  expect([json.risk_level, json.risk_score >= 70]).toEqual(['high', true])
  expect(json.hits[0]).toEqual({
    list: expect.stringMatching(/UN Security Council/),
    category: 'sanctions',
    match_score: expect.any(Number),
    matched_name: expect.stringMatching(/mutabazi/i),
    listed_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    details_url: `${sandbox.base_url}${path}/${json.id}/hits/0`,
    source: {
      official: true,
      reference: expect.any(String),
      programs: [expect.any(String)],
      interpol_un_special_notice: expect.stringMatching(/^https:/),
    },
  })
})

test('-0010 is a domestic PEP: at least medium, with the position held', async () => {
  const { json } = await screen(sandbox, person('0010'))
  expect(json.risk_level).toBe('medium')
  expect(json.pep).toEqual({
    is_pep: true,
    level: 'domestic',
    positions: [{ title: 'Député national', jurisdiction: 'COD', start_date: '2019-01-28', end_date: null }],
  })
  expect(json.hits[0]).not.toHaveProperty('source')
})

test('-0011 is suspect in a confirmed case: a watchlists hit with the case only', async () => {
  const { json } = await screen(sandbox, person('0011'))
  expect(json.hits[0]).toMatchObject({
    category: 'watchlists',
    fraud_case: {
      case_number: expect.stringMatching(/^RDC-FRD-\d{4}-\d{6}$/),
      type: 'document_forgery',
      status: 'confirmed',
      role: 'suspect',
    },
  })
  expect(Object.keys(json.hits[0]?.fraud_case ?? {})).toHaveLength(4)
  expect(json.fraud_signals).toMatchObject({ confirmed_cases_as_suspect: 1, identity_fraud_victim: false })
})

test('-0012 is a victim of identity fraud: reported, without effect on the score', async () => {
  const [victim, ordinary] = await Promise.all(
    ['0012', '0001'].map(async (digits) => (await screen(sandbox, person(digits))).json),
  )
  expect(victim?.fraud_signals).toMatchObject({ confirmed_cases_as_suspect: 0, identity_fraud_victim: true })
  expect([victim?.risk_level, victim?.risk_score, victim?.hits.length]).toEqual([
    ordinary?.risk_level,
    ordinary?.risk_score,
    ordinary?.hits.length,
  ])
})

test('the level is that of the score, and the most severe hit comes first', async () => {
  for (const digits of ['0001', '0009', '0010', '0011']) {
    const { json } = await screen(sandbox, person(digits))
    expect(json.risk_level).toBe(levelOf(json.risk_score))
    expect(json.hits.at(-1)?.category).toBe('high_risk_jurisdictions')
  }
})

test('an account that is not certified has no name to screen: only the account is returned', async () => {
  const { json } = await screen(sandbox, person('0002'))
  expect(json).toMatchObject({
    account: { certified: false },
    scopes_applied: [],
    scopes_withheld: [],
    checks: ['watchlists'],
    hits: [],
  })
  expect(json).not.toHaveProperty('kyc')
})

test('an unknown identifier is a successful call without an identity', async () => {
  const { status, json } = await screen(sandbox, person('0404'))
  expect([status, json.checks, json.hits, json.risk_score]).toEqual([200, ['watchlists'], [], 0])
  for (const member of ['account', 'kyc', 'scopes_applied', 'scopes_withheld'])
    expect(json).not.toHaveProperty(member)
})

test('scopes are applied as in KYC Validation', async () => {
  const { json } = await screen(sandbox, person('0001'), { scopes: ['kyc.emails', 'kyc.languages'] })
  expect(json.scopes_applied).toEqual(['kyc.basic', 'kyc.emails', 'kyc.languages'])
  expect(json.kyc?.emails).toEqual(expect.any(Array))
  const all = (await screen(sandbox, person('0003'), { scopes: null })).json
  expect(all.scopes_withheld).toContain('kyc.addresses')
  expectRefusal(await screen(sandbox, person('0001'), { scopes: ['kyc.stars'] }), 'scope_not_granted')
})

const namesOf0009 = [
  'Janvier BARAKA MUTABAZI',
  'baraka-mutabazi janvier',
  'Mutabazi Baraka',
  'Baraka Mutabazi Janvyer',
]

test.each(namesOf0009)('a person known as %s is found on the list', async (full_name) => {
  const { json } = await screen(sandbox, { full_name, date_of_birth: '1974-02-02', nationality: 'COD' })
  expect(json.hits[0]).toMatchObject({
    category: 'sanctions',
    matched_name: expect.stringMatching(/baraka/i),
  })
  expect(json.subject).toEqual({ type: 'individual' })
  for (const member of ['account', 'kyc', 'scopes_applied', 'scopes_withheld'])
    expect(json).not.toHaveProperty(member)
})

test('another date of birth makes another person of a namesake', async () => {
  const of = async (date_of_birth: string) =>
    (await screen(sandbox, { full_name: 'Baraka Mutabazi Janvier', date_of_birth })).json.hits[0]
      ?.match_score ?? 0
  expect(await of('1996-09-17')).toBeLessThan(await of('1974-02-02'))
})

test('a person on no list has no hit, and a jurisdiction is reported by nationality', async () => {
  const clear = (await screen(sandbox, { full_name: 'Wivine Tshiala Ngandu', nationality: 'FRA' })).json
  expect(clear).toMatchObject({ risk_level: 'low', risk_score: 0, hits: [], checks: everyCheck })
  const exposed = (await screen(sandbox, { full_name: 'Wivine Tshiala Ngandu', nationality: 'PRK' })).json
  expect(exposed.hits).toEqual([expect.objectContaining({ category: 'high_risk_jurisdictions' })])
  expect(exposed.risk_level).toBe('medium')
})

test('a company is screened by its own names and its registered office', async () => {
  const { json } = await screen(sandbox, company('00001'))
  expect(json.subject).toEqual({ type: 'business', identifier: company('00001').business.identifier })
  expect(json.hits.map(({ category }) => category)).toEqual(['high_risk_jurisdictions'])
  for (const member of ['account', 'kyc', 'scopes_applied', 'scopes_withheld'])
    expect(json).not.toHaveProperty(member)
})

test.each([[['pep']], [['watchlists', 'sanctions']], [everyCheck]])(
  'checks %j run, in the order of the specification, and no other',
  async (checks) => {
    const { json } = await screen(sandbox, person('0009'), { checks })
    expect(json.checks).toEqual(everyCheck.filter((check) => checks.includes(check)))
    for (const { category } of json.hits) expect(checks).toContain(category)
    expect(json.fraud_signals === null).toBe(!checks.includes('watchlists'))
  },
)

test('a screening is read back by its id', async () => {
  const { json } = await screen(sandbox, person('0009'), { scopes: null })
  const again = (await get<Screening>(sandbox, `${path}/${json.id}`)).json
  const withoutFiles = ({ kyc: _kyc, ...rest }: Screening) => rest
  expect(withoutFiles(again)).toEqual(withoutFiles(json))
})
