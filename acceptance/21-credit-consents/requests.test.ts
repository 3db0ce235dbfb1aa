import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { post } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { sandboxPerson } from '../client/kyc.ts'
import { ask, asking, becomes, changesOf, consentsPath, lender, read } from './consents.ts'

const dataDir = inject('dataDir')
let application: Credentials
beforeAll(async () => {
  application = await lender(dataDir)
})

const hourMs = 3_600_000
const dayMs = 24 * hourMs

describe('the request', () => {
  test('has exactly the documented members, and 24 hours for its answer', async () => {
    const caller = await lender(dataDir)
    const { status, json } = await ask(caller, '0015', { reference: 'loan 7' })
    expect(status).toBe(202)
    expect(json).toEqual({
      id: expect.stringMatching(/^cnr_/),
      object: 'credit_consent_request',
      status: 'pending',
      product: 'microcredit',
      reference: 'loan 7',
      created_at: expect.stringMatching(/Z$/),
      expires_at: expect.stringMatching(/Z$/),
    })
    expect(Date.parse(json.expires_at) - Date.parse(json.created_at)).toBe(dayMs)
    expect(await read(caller, json.id)).toMatchObject({ status: 200, json })
    expect((await ask(caller, '0001')).json.reference).toBeNull()
  })

  test('takes an amount, and null for a member that is absent', async () => {
    const caller = await lender(dataDir)
    const members = { amount_requested: { value: 250.5, currency: 'USD' }, reference: null, unknown: 1 }
    expect((await ask(caller, '0001', members)).status).toBe(202)
    expect((await ask(caller, '0003', { amount_requested: null })).status).toBe(202)
  })

  test('is returned again while it is pending, also for another identifier of the person and another product', async () => {
    const caller = await lender(dataDir)
    const passport = { type: 'national_id', value: 'SXNID0000001' }
    const [first, ...others] = await Promise.all([
      ask(caller, '0001'),
      ask(caller, '0001', { identifier: passport }),
      ask(caller, '0001', { product: 'mortgage' }),
      ask(caller, '0001'),
    ])
    expect(new Set([first, ...others].map(({ json }) => json.id)).size).toBe(1)
    const again = await lender(dataDir)
    expect((await ask(again, '0001')).json.id).not.toBe(first.json.id)
  })

  test('is replayed under its Idempotency-Key with the first response', async () => {
    const caller = await lender(dataDir)
    const idempotencyKey = randomUUID()
    const first = await ask(caller, '0001', {}, { idempotencyKey })
    await becomes(caller, first.json.id, 'approved')
    const second = await ask(caller, '0001', {}, { idempotencyKey })
    expect([second.status, second.headers['idempotent-replayed']]).toEqual([202, 'true'])
    expect(second.json).toEqual(first.json)
    expectRefusal(await ask(caller, '0003', {}, { idempotencyKey }), 'idempotency_key_reused')
  })

  test('of another application, and an unknown one, are not found', async () => {
    const { json } = await ask(await lender(dataDir), '0001')
    for (const id of [json.id, 'cnr_01KJQCCTY0B1F2GR7V5Q0WDX9N', 'cns_sandbox_valid'])
      expectRefusal(await read(application, id), 'not_found')
  })
})

describe('refusals', () => {
  test.each([
    ['an unknown person', { identifier: sandboxPerson('0404') }],
    ['a person who is not certified', { identifier: sandboxPerson('0002') }],
    ['a deleted account', { identifier: sandboxPerson('0006') }],
    ['a value of the wrong format', { identifier: { type: 'passport', value: 'x' } }],
  ])('%s: invalid_identifier', async (_name, members) => {
    const { status, json } = await ask(application, '0001', members)
    expect([status, json]).toMatchObject([400, { error: 'invalid_identifier', field: 'identifier.value' }])
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['no identifier', { identifier: null }, 'identifier'],
    ['no product', { product: undefined }, 'product'],
    ['an unknown product', { product: 'yacht' }, 'product'],
    ['no purpose', { purpose: null }, 'purpose'],
    ['a purpose of another type', { purpose: 7 }, 'purpose'],
    ['an amount of 0', { amount_requested: { value: 0, currency: 'USD' } }, 'amount_requested.value'],
    ['another currency', { amount_requested: { value: 1, currency: 'EUR' } }, 'amount_requested.currency'],
    ['a reference of another type', { reference: 1 }, 'reference'],
  ])('%s: invalid_request with its field', async (_name, members, field) => {
    const { status, json } = await ask(application, '0001', members)
    expect([status, json]).toMatchObject([400, { error: 'invalid_request', field }])
  })

  test('an identifier of a business', async () => {
    const identifier = { type: 'rccm', value: 'CD/KNG/RCCM/00-B-00001' }
    expectRefusal(await ask(application, '0001', { identifier }), 'unsupported_identifier_type')
  })

  test.each(['customer_onboarding', 'curiosity'])('the purpose %s', async (purpose) => {
    expectRefusal(await ask(application, '0001', { purpose }), 'purpose_not_approved')
  })

  test('credit_assessment that is not approved, and credit_scoring that is not enabled', async () => {
    const purposes = ['customer_onboarding']
    expectRefusal(await ask(await lender(dataDir, { purposes }), '0001'), 'purpose_not_approved')
    const other = await lender(dataDir, { services: ['kyc_validation'] })
    expectRefusal(await ask(other, '0001'), 'service_not_enabled')
    expectRefusal(await read(other, 'cnr_x'), 'service_not_enabled')
  })

  test('a register that does not answer', async () => {
    expectRefusal(await ask(application, '0502'), 'register_unavailable')
  })

  test('a method that does not exist', async () => {
    const { json } = await post(application, `${consentsPath}/cnr_x`, asking('0001'))
    expect(json.error).toBe('method_not_allowed')
  })
})

describe('the answers of the sandbox', () => {
  test('approved after two seconds, with a consent for 30 days', async () => {
    const caller = await lender(dataDir)
    const { json } = await ask(caller, '0001')
    const approved = await becomes(caller, json.id, 'approved')
    const { consent, ...request } = approved
    expect(request).toEqual({ ...json, status: 'approved' })
    expect(Object.keys(consent!).toSorted()).toEqual(['consent_id', 'expires_at', 'granted_at', 'method'])
    expect(consent).toMatchObject({ method: 'svc_app', consent_id: expect.stringMatching(/^cns_/) })
    const waitedMs = Date.parse(consent!.granted_at) - Date.parse(json.created_at)
    expect(waitedMs).toBeGreaterThanOrEqual(2_000)
    expect(waitedMs).toBeLessThan(6_000)
    expect(Date.parse(consent!.expires_at) - Date.parse(consent!.granted_at)).toBe(30 * dayMs)
    expect(await changesOf(caller, json.id)).toEqual([['pending', 'approved']])
  })

  test('by itself, without a call that reads it', async () => {
    const caller = await lender(dataDir)
    const { json } = await ask(caller, '0001')
    await expect
      .poll(() => changesOf(caller, json.id), { timeout: 15_000 })
      .toEqual([['pending', 'approved']])
  })

  test('-0014 declines, and -0015 never answers', async () => {
    const caller = await lender(dataDir)
    const [declining, silent] = [await ask(caller, '0014'), await ask(caller, '0015')]
    const declined = await becomes(caller, declining.json.id, 'declined')
    expect(declined).toEqual({ ...declining.json, status: 'declined' })
    expect(await changesOf(caller, declined.id)).toEqual([['pending', 'declined']])
    expect((await read(caller, silent.json.id)).json).toEqual(silent.json)
  })

  test('a minor is not asked', async () => {
    const { status, json } = await ask(application, '0007')
    expect([status, json.status, json.consent]).toEqual([202, 'declined', undefined])
    expect(await changesOf(application, json.id)).toEqual([['pending', 'declined']])
  })

  test('a suspended and a paused account are certified, and can be asked', async () => {
    for (const digits of ['0004', '0005']) expect((await ask(application, digits)).status).toBe(202)
  })

  test('after an answer a new request is possible, and more than three in a day', async () => {
    const caller = await lender(dataDir)
    const ids = new Set<string>()
    for (let asked = 0; asked < 5; asked++) ids.add((await ask(caller, '0007')).json.id)
    expect(ids.size).toBe(5)
  })
})
