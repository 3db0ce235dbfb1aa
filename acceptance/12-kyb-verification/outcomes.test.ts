import { expect, inject, test } from 'vitest'
import { get, post } from '../client/call.ts'
import { eventsOfJob, inEveryMode } from '../client/every-mode.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import type { KybVerification } from '../client/shapes.ts'
import { createApplication } from '../installation/applications.ts'

const { sandbox } = inject('demo')
const dataDir = inject('dataDir')
const path = '/v1/kyb/verifications'
const rccm = (digits: string) => ({ type: 'rccm', value: `CD/KNG/RCCM/00-B-${digits}` })

const verify = (digits: string, members: Record<string, unknown> = {}) =>
  post<KybVerification>(sandbox, path, {
    identifier: rccm(digits),
    purpose: 'regulatory_compliance',
    ...members,
  })

const envelope = (digits: string) => ({
  id: expect.stringMatching(/^kyb_\w+$/),
  object: 'kyb_verification',
  livemode: false,
  reference: null,
  status: 'completed',
  identifier: rccm(digits),
  scopes_applied: [],
  scopes_withheld: [],
  purpose: 'regulatory_compliance',
  created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
})

const nothingClaimed = {
  legal_name: 'not_provided',
  rccm: 'not_provided',
  id_nat: 'not_provided',
  nif: 'not_provided',
  representative_name: 'not_provided',
}

test('verified contains match and business, and no account or kyc', async () => {
  const { status, json } = await verify('00001')
  expect(status).toBe(200)
  expect(json).toEqual({
    ...envelope('00001'),
    result: 'verified',
    match: nothingClaimed,
    business: {
      legal_name: 'Mosaka Services SARL',
      trade_name: 'Mosaka',
      legal_form: 'SARL',
      status: 'active',
      registered_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      identifiers: { rccm: rccm('00001').value, id_nat: '01-A0001-N00001A', nif: 'A0000001A' },
      activity: { code: expect.any(String), label: expect.any(String) },
      share_capital: { value: expect.any(Number), currency: 'USD' },
      address: expect.objectContaining({ province: 'Kinshasa' }),
      updated_at: expect.stringMatching(/Z$/),
    },
  })
})

test('a dissolved business is not_active, and still returned', async () => {
  const { json } = await verify('00002', { match: { legal_name: 'Comptoir du Pool' } })
  expect(json).toMatchObject({
    ...envelope('00002'),
    result: 'not_active',
    match: { ...nothingClaimed, legal_name: 'match' },
    business: { status: 'dissolved' },
  })
})

test('not_found contains neither', async () => {
  expect((await verify('00404', { match: { legal_name: 'Anyone' }, include: ['officers'] })).json).toEqual({
    ...envelope('00404'),
    result: 'not_found',
  })
})

test.each([
  [[], []],
  [['officers'], ['officers']],
  [['beneficial_owners'], ['beneficial_owners']],
  [
    ['officers', 'beneficial_owners'],
    ['officers', 'beneficial_owners'],
  ],
  [null, []],
])('include %j: people are arrays exactly where they were asked for', async (include, members) => {
  const { business } = (await verify('00001', { include })).json
  expect(['officers', 'beneficial_owners'].filter((name) => name in business)).toEqual(members)
  for (const name of members) expect(business[name]).toEqual(expect.any(Array))
})

test('the returned data of officers and owners', async () => {
  const { business } = (await verify('00001', { include: ['officers', 'beneficial_owners'] })).json
  expect(Object.keys(business.officers![0]!).sort()).toEqual(['full_name', 'role', 'since', 'svc_id'])
  expect(Object.keys(business.beneficial_owners![0]!).sort()).toEqual(['full_name', 'share', 'svc_id'])
})

test.each([
  ['id_nat', '01-A0001-N00001A', '01-A0001-N00001A'],
  ['id_nat', '01a0001n00001a', '01A0001N00001A'],
  ['id_nat', '01 A0001–N00001A', '01A0001-N00001A'],
  ['nif', 'a-0000001-a', 'A0000001A'],
  ['rccm', ' cd/kng/rccm/00–b–00001', 'CD/KNG/RCCM/00-B-00001'],
])('found by %s %j, echoed in canonical form', async (type, value, canonical) => {
  const { json } = await verify('00001', { identifier: { type, value } })
  expect(json).toMatchObject({ result: 'verified', identifier: { type, value: canonical } })
  expect(json.business.legal_name).toBe('Mosaka Services SARL')
})

test.each([
  [{ legal_name: 'MOSAKA SERVICES' }, 'match'],
  [{ legal_name: 'S.A.R.L. Mosaka-Services' }, 'match'],
  [{ legal_name: 'Mosaka Servcies SARL' }, 'partial_match'],
  [{ legal_name: 'Mosaka' }, 'partial_match'],
  [{ legal_name: 'Lukunga Services SARL' }, 'no_match'],
  [{ rccm: 'cd/kng/rccm/00-b-00001' }, 'match'],
  [{ rccm: 'CD/KNG/RCCM/00-B-00002' }, 'no_match'],
  [{ id_nat: '01A0001N00001A' }, 'match'],
  [{ nif: 'A0000001B' }, 'no_match'],
  [{ nif: 'not a number' }, 'no_match'],
  [{ representative_name: 'Jean Pierre KABEYA ILUNGA' }, 'match'],
  [{ representative_name: 'Jean-Pierre Kabeya' }, 'partial_match'],
  [{ representative_name: 'Mwamba Kasongo Patient' }, 'no_match'],
])('%j is a %s, and no other claim is provided', async (match, verdict) => {
  const expected = { ...nothingClaimed, [Object.keys(match)[0]!]: verdict }
  expect((await verify('00001', { match })).json.match).toEqual(expected)
})

test('all four modes give the same result', async () => {
  const shared = { purpose: 'fraud_prevention', include: ['officers'] }
  const item = { identifier: rccm('00001'), match: { legal_name: 'Mosaka' } }
  const { service, results } = await inEveryMode<KybVerification>(sandbox, path, item, shared)
  expect(service).toEqual(['kyb_verification', 'kyb_verification'])
  expect(results[0]).toMatchObject({ result: 'verified', business: { officers: [expect.anything()] } })
  for (const result of results) expect(result).toEqual(results[0])
})

test('the event of the service and job.completed report a job', async () => {
  const application = await createApplication(dataDir, { services: ['kyb_verification'] })
  const { job, byType } = await eventsOfJob(application, path, {
    identifier: rccm('00002'),
    purpose: 'fraud_prevention',
  })
  expect(job.status).toBe('completed')
  expect(byType).toEqual({ 'kyb_verification.completed': job, 'job.completed': job })
})

test('a result is read back by its id', async () => {
  const { json } = await verify('00001')
  expect((await get(sandbox, `${path}/${json.id}`)).json).toEqual(json)
})

test.each([
  ['svc_id', 'COD-0000-0000-0001', 'unsupported_identifier_type'],
  ['passport', 'SX0000001', 'unsupported_identifier_type'],
  ['national_id', 'SXNID0000001', 'unsupported_identifier_type'],
  ['vat', 'A0000001A', 'invalid_request'],
  ['rccm', '00-B-00001', 'invalid_identifier'],
  ['nif', '0000001', 'invalid_identifier'],
])('identifier %s %j is %s', async (type, value, code) => {
  expectRefusal(await verify('00001', { identifier: { type, value } }), code)
})

test.each([
  ['include[0]', { include: ['directors'] }],
  ['include', { include: 'officers' }],
  ['match.legal_name', { match: { legal_name: '' } }],
  ['match.nif', { match: { nif: 7 } }],
])('%s is invalid_request', async (field, members) => {
  expectRefusal(await verify('00001', members), 'invalid_request', { context: { field } })
})

test('a purpose is required, and no scope is looked at', async () => {
  expectRefusal(await verify('00001', { purpose: null }), 'invalid_request', {
    context: { field: 'purpose' },
  })
  expect((await verify('00001', { scopes: ['kyc.stars'] })).status).toBe(200)
})
