import { expect, inject, test } from 'vitest'
import { get, post } from '../client/call.ts'
import { eventsOfJob, inEveryMode } from '../client/every-mode.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { sandboxPerson } from '../client/kyc.ts'
import type { AgeVerification } from '../client/shapes.ts'
import { createApplication } from '../installation/applications.ts'

const { sandbox } = inject('demo')
const dataDir = inject('dataDir')
const path = '/v1/age/verifications'

const verify = (digits: string, members: Record<string, unknown> = {}) =>
  post<AgeVerification>(sandbox, path, {
    identifier: sandboxPerson(digits),
    purpose: 'age_gating',
    scopes: [],
    ...members,
  })

const envelope = (digits: string) => ({
  id: expect.stringMatching(/^age_\w+$/),
  object: 'age_verification',
  livemode: false,
  reference: null,
  status: 'completed',
  identifier: sandboxPerson(digits),
  purpose: 'age_gating',
  created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
})
const check = { threshold: 18, comparison: 'at_least', method: 'register' }

test('over_threshold contains account, kyc and what was compared', async () => {
  const { status, json } = await verify('0001', { scopes: ['kyc.languages'] })
  expect(status).toBe(200)
  expect(json).toEqual({
    ...envelope('0001'),
    result: 'over_threshold',
    certified_account: true,
    age_check: { ...check, assurance: json.account.level_of_assurance },
    account: expect.objectContaining({ svc_id: 'COD-0000-0000-0001', certified: true }),
    kyc: { basic: expect.objectContaining({ age: expect.any(Number) }), languages: expect.any(Array) },
    scopes_applied: ['kyc.basic', 'kyc.languages'],
    scopes_withheld: [],
  })
})

test('a certified minor is under 18, and over a lower threshold', async () => {
  expect((await verify('0007')).json).toMatchObject({ result: 'under_threshold', certified_account: true })
  const { json } = await verify('0007', { threshold: 1 })
  expect(json).toMatchObject({ result: 'over_threshold', age_check: { ...check, threshold: 1 } })
})

test('the threshold is at least: the age itself is over it, a year more is not', async () => {
  const { age } = (await verify('0001')).json.kyc.basic
  expect((await verify('0001', { threshold: age })).json.result).toBe('over_threshold')
  expect((await verify('0001', { threshold: age + 1 })).json.result).toBe('under_threshold')
})

test.each(['0002', '0006'])('%s is not_certified: the account only', async (digits) => {
  const { json } = await verify(digits)
  expect(json).toEqual({
    ...envelope(digits),
    result: 'not_certified',
    certified_account: false,
    age_check: { ...check, assurance: json.account.level_of_assurance },
    account: expect.objectContaining({ certified: false }),
    scopes_applied: [],
    scopes_withheld: [],
  })
})

test('not_found: neither account nor kyc, and no assurance', async () => {
  expect((await verify('0404')).json).toEqual({
    ...envelope('0404'),
    result: 'not_found',
    certified_account: false,
    age_check: { ...check, assurance: null },
    scopes_applied: [],
    scopes_withheld: [],
  })
})

test('minimal disclosure: two adults cannot be distinguished, and a minor differs in the result only', async () => {
  const minimal = async (digits: string) => {
    const members = { disclosure: 'minimal', scopes: null }
    const { id: _id, created_at: _at, identifier: _asked, ...rest } = (await verify(digits, members)).json
    return rest
  }
  const adult = await minimal('0001')
  expect(adult).toEqual({
    object: 'age_verification',
    livemode: false,
    reference: null,
    status: 'completed',
    result: 'over_threshold',
    certified_account: true,
    age_check: { ...check, assurance: null },
    scopes_applied: [],
    scopes_withheld: [],
    purpose: 'age_gating',
  })
  for (const digits of ['0003', '0004', '0005', '0010']) expect(await minimal(digits)).toEqual(adult)
  expect(await minimal('0007')).toEqual({ ...adult, result: 'under_threshold' })
  expect(await minimal('0002')).toEqual({ ...adult, result: 'not_certified', certified_account: false })
})

test('all four modes give the same result, also with shared fields of a batch', async () => {
  const shared = {
    purpose: 'age_gating',
    scopes: [],
    threshold: 21,
    comparison: 'at_least',
    disclosure: 'minimal',
    document_delivery: 'signed_url',
  }
  const item = { identifier: sandboxPerson('0007') }
  const { service, results } = await inEveryMode<AgeVerification>(sandbox, path, item, shared)
  expect(service).toEqual(['age_verification', 'age_verification'])
  expect(results[0]).toMatchObject({ result: 'under_threshold', age_check: { threshold: 21 } })
  for (const result of results) expect(result).toEqual(results[0])
})

test('an item overrides the shared fields', async () => {
  const { json } = await post<{ data: { result: AgeVerification }[] }>(sandbox, `${path}/batches`, {
    purpose: 'age_gating',
    scopes: [],
    threshold: 120,
    items: [
      { reference: 'a', identifier: sandboxPerson('0001') },
      { reference: 'b', identifier: sandboxPerson('0001'), threshold: 18 },
    ],
  })
  expect(json.data.map(({ result }) => result.result)).toEqual(['under_threshold', 'over_threshold'])
})

test('the event of the service and job.completed report a job', async () => {
  const application = await createApplication(dataDir, { services: ['age_verification'] })
  const { job, byType } = await eventsOfJob(application, path, {
    identifier: sandboxPerson('0007'),
    disclosure: 'minimal',
    purpose: 'age_gating',
  })
  expect(job.status).toBe('completed')
  expect(byType).toEqual({ 'age_verification.completed': job, 'job.completed': job })
})

test('a result can be read again by its id, and not through another service', async () => {
  const { json } = await verify('0001')
  expect((await get(sandbox, `${path}/${json.id}`)).json).toEqual(json)
  expectRefusal(await get(sandbox, `/v1/kyc/validations/${json.id}`), 'not_found')
})

test.each([
  ['threshold', 0],
  ['threshold', 121],
  ['threshold', 18.5],
  ['threshold', '18'],
  ['comparison', 'under'],
  ['disclosure', 'none'],
  ['document_delivery', 'post'],
])('%s %j is invalid_request', async (field, value) => {
  expectRefusal(await verify('0001', { [field]: value }), 'invalid_request', { context: { field } })
})

test('a null member is absent', async () => {
  const nothing = {
    threshold: null,
    comparison: null,
    disclosure: null,
    document_delivery: null,
    reference: null,
  }
  expect((await verify('0001', nothing)).json).toMatchObject({ result: 'over_threshold', age_check: check })
})

test('a business has no age, and a scope must be granted under minimal too', async () => {
  const business = { type: 'rccm', value: 'CD/KNG/RCCM/00-B-00001' }
  expectRefusal(await verify('0001', { identifier: business }), 'unsupported_identifier_type')
  expectRefusal(await verify('0001', { disclosure: 'minimal', scopes: ['kyc.stars'] }), 'scope_not_granted')
  expectRefusal(await verify('0502'), 'register_unavailable')
})
