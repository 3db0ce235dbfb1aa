import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { get, post } from '../client/call.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { finishedBatch, finishedJob } from '../client/kyc.ts'
import type { Batch } from '../client/shapes.ts'
import { createApplication } from '../installation/applications.ts'
import { type Billed, startBilled, validate, validateAtLast, validation } from './billed-installation.ts'
import { type Money, usd, type Wallet } from './billing-shapes.ts'

let billed: Billed
let atStart: Wallet
beforeAll(async () => {
  billed = await startBilled()
  atStart = await billed.wallet()
}, 240_000)
afterAll(() => billed?.stop())

const balance = async () => (await billed.wallet()).balance.value
/** The balance after the work that was measured last. Null: something else may have changed it. */
let known: number | null = null
const setBalance = async (value: number) => {
  known = null
  await billed.setBalance(value)
}
/** What something costs, in USD, to the millionth. */
const costOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = known ?? (await balance())
  known = null
  await work()
  known = await balance()
  return Math.round((before - known) * 1e6) / 1e6
}
const batchPath = '/v1/kyc/validations/batches'
const asynchronously = { prefer: 'respond-async' }
const items = (count: number, members: Record<string, unknown> = {}) =>
  Array.from({ length: count }, (_, index) => ({
    ...members,
    reference: `item-${index}`,
    identifier: { type: 'svc_id', value: 'COD-9000-0000-0001' },
  }))

describe('prices', () => {
  beforeAll(() => setBalance(1_000), 60_000)
  test('a caller reads the shipped prices', async () => {
    for (const application of [billed.production, billed.sandbox]) {
      const { status, json } = await get<Record<string, unknown>>(application, '/v1/billing/prices')
      expect(status).toBe(200)
      expect(json).toMatchObject({
        ...{ object: 'price_list', currency: 'USD', vat_percent: 16 },
        services: {
          kyc_validation: { single: 0.1, batch_item: 0.1 },
          age_verification: { single: 0.05 },
          kyb_verification: { single: 0.25 },
          face_verification: { single: 0.2 },
          face_identification: { single: 0.5 },
          credit_scoring: { single: 1, batch_item: 0.8 },
          aml_screening: { single: 0.15 },
          monitor_month: { single: 0.02 },
          sso_login: { single: 0.05 },
          fraud_reporting: { single: 0 },
        },
        scope_tiers: { basic: 0, standard: 0.02, sensitive: 0.1, biometric: 0.25 },
      })
    }
  })

  test('the demo organization is prepaid with 10,000 USD', () => {
    expect(atStart).toMatchObject({
      ...{ id: expect.stringMatching(/^wal_/), object: 'wallet', mode: 'prepaid', currency: 'USD' },
      ...{ balance: usd(10_000), held: usd(0), credit_limit: null, alert_threshold: null, suspended: false },
    })
  })

  test.each<[string, number, string, Record<string, unknown>]>([
    ['a verified identity with basic data', 0.1, '0001', {}],
    ['an unknown identity, at base', 0.1, '0404', {}],
    ['an identity that is not certified', 0.1, '0002', {}],
    ['one standard scope', 0.12, '0001', { scopes: ['kyc.parents'] }],
    ['a standard and a sensitive scope', 0.22, '0001', { scopes: ['kyc.parents', 'kyc.religion'] }],
    ['scopes that are withheld', 0.1, '0003', { scopes: ['kyc.addresses', 'kyc.religion'] }],
  ])('%s costs %d', async (_name, price, digits, members) => {
    expect(await costOf(() => validate(billed.production, validation(digits, members)))).toBe(price)
  })

  test('Age Verification costs its own price, and with minimal disclosure no scope', async () => {
    const verify = (members: object) => () =>
      post(billed.production, '/v1/age/verifications', { ...validation('0001'), ...members })
    expect(await costOf(verify({}))).toBe(0.05)
    expect(await costOf(verify({ scopes: ['kyc.parents'], disclosure: 'minimal' }))).toBe(0.05)
  })
})

describe('free', () => {
  beforeAll(() => setBalance(1_000), 60_000)
  const free = async (work: () => Promise<unknown>) => expect(await costOf(work)).toBe(0)

  test('the sandbox', () => free(() => validate(billed.sandbox)))
  test('a refused call', () =>
    free(async () => {
      expectRefusal(await validate(billed.production, { ...validation(), purpose: 7 }), 'invalid_request')
      expectRefusal(
        await validate(billed.production, { ...validation(), purpose: 'x' }),
        'purpose_not_approved',
      )
      expectRefusal(
        await validate(billed.production, { ...validation(), scopes: ['kyc.none'] }),
        'scope_not_granted',
      )
    }))
  test('an idempotent replay', async () => {
    const idempotencyKey = randomUUID()
    const call = () => post(billed.production, '/v1/kyc/validations', validation(), { idempotencyKey })
    expect(await costOf(call)).toBe(0.1)
    await free(call)
  })
  test('a failed item, and reading anything', async () => {
    const wrong = { reference: 'wrong', identifier: { type: 'svc_id', value: 'x' } }
    const body = { purpose: 'customer_onboarding', scopes: [], items: [...items(1), wrong] }
    expect(await costOf(() => post(billed.production, batchPath, body))).toBe(0.1)
    await free(() => get(billed.production, '/v1/billing/prices'))
  })
})

describe('a batch', () => {
  beforeAll(() => setBalance(1_000), 60_000)
  test('is quoted, holds its quote, and returns what it did not use', async () => {
    const body = {
      purpose: 'customer_onboarding',
      scopes: ['kyc.parents', 'kyc.religion'],
      items: items(40),
    }
    let batch: Batch & { quoted?: Money } = {} as Batch
    const cost = await costOf(async () => {
      batch = (await post<Batch>(billed.production, batchPath, body, asynchronously)).json
      expect(batch.quoted).toEqual(usd(8.8))
      batch = await finishedBatch(billed.production, batch.id)
    })
    expect(batch).toMatchObject({ status: 'completed', quoted: usd(8.8) })
    expect(cost).toBe(8.8)
    expect((await billed.wallet()).held).toEqual(usd(0))
  })

  test('of unknown people costs the base, though its quote was higher', async () => {
    const unknown = items(20).map((item) => ({
      ...item,
      identifier: { type: 'svc_id', value: 'COD-9000-0000-0404' },
    }))
    const body = { purpose: 'customer_onboarding', scopes: ['kyc.addresses'], items: unknown }
    const cost = await costOf(async () => {
      const { json } = await post<Batch & { quoted: Money }>(
        billed.production,
        batchPath,
        body,
        asynchronously,
      )
      expect(json.quoted).toEqual(usd(2.4))
      await finishedBatch(billed.production, json.id)
    })
    expect(cost).toBe(2)
    expect((await billed.wallet()).held).toEqual(usd(0))
  })

  test('in the sandbox is quoted nothing', async () => {
    const body = { purpose: 'customer_onboarding', scopes: [], items: items(2) }
    const { json } = await post<Batch>(billed.sandbox, batchPath, body, asynchronously)
    expect(json).toMatchObject({ quoted: usd(0) })
  })
})

describe('an empty wallet', () => {
  test('refuses what it does not cover, in every mode, and loses nothing', async () => {
    await setBalance(0.15)
    const context = {
      balance: usd(0.15),
      top_up_url: expect.stringMatching(/^https?:\/\/.+\/organizations\/\w+\/billing$/),
    }
    const body = { purpose: 'customer_onboarding', scopes: [], items: items(2) }
    for (const options of [{}, asynchronously])
      expectRefusal(await post(billed.production, batchPath, body, options), 'insufficient_balance', {
        context,
      })
    const rich = validation('0001', { scopes: ['kyc.religion'] })
    expectRefusal(await validate(billed.production, rich), 'insufficient_balance', { context })
    expect((await validate(billed.production)).status).toBe(200)
    expectRefusal(await validate(billed.production), 'insufficient_balance', {
      context: { balance: usd(0.05) },
    })
    expectRefusal(
      await post(billed.production, '/v1/kyc/validations', validation(), asynchronously),
      'insufficient_balance',
    )
    expect(await balance()).toBe(0.05)
  })

  test('a job that the wallet does not cover any more fails', async () => {
    await setBalance(0.1)
    const rich = validation('0001', { scopes: ['kyc.religion'] })
    const { json } = await post<{ id: string }>(
      billed.production,
      '/v1/kyc/validations',
      rich,
      asynchronously,
    )
    expect(await finishedJob(billed.production, json.id)).toMatchObject({
      status: 'failed',
      error: { error: 'insufficient_balance' },
    })
    expect(await balance()).toBe(0.1)
  })

  test('64 callers of two applications spend it to its last affordable call', {
    timeout: 240_000,
  }, async () => {
    const second = await createApplication(billed.dataDir, {
      ...{ environment: 'production', approved: true, burst: 1_000, services: ['kyc_validation'] },
    })
    const other = { ...second, base_url: billed.production.base_url }
    await setBalance(5.05)
    // On a slow machine some are refused (5xx) before anything of them is written.
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) => validateAtLast(index % 2 ? other : billed.production)),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(50)
    expect(statuses.filter((status) => status === 402)).toHaveLength(14)
    expect(await balance()).toBe(0.05)
  })

  test('the books agree to the millionth', async () => {
    const proof = await billed.billing<{ ok: boolean; checks: unknown[] }>('prove')
    expect(proof).toMatchObject({ ok: true })
    expect(proof.checks.length).toBeGreaterThan(10)
    const { allowances } = await billed.billing<{ wallet: Wallet; allowances: { spent: Money }[] }>('show')
    expect(allowances.length).toBeGreaterThan(0)
  })
})
