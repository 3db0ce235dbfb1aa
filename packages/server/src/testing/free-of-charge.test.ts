import { createHash, randomUUID } from 'node:crypto'
import { type ErrorCode, errorCatalogue } from '@nani/contract'
import { hourMs, Refusal } from '@nani/foundation/core/index.ts'
import { appRole, openPool } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Application } from '../gateway/gateway/index.ts'
import { insertPriceList, readPriceLists } from '../money/billing/index.ts'
import { createFraudReporting } from '../services/fraud/index.ts'
import { testApplication } from './application.ts'
import type { Call } from './call.ts'
import { testCitizen } from './citizen.ts'
import { kycBody, type Modes, noon, startModes } from './modes.ts'
import { openWallet } from './open-wallet.ts'

const codes = Object.keys(errorCatalogue) as ErrorCode[]
const svcIdOf = (code: ErrorCode) => `COD-6666-0000-${String(codes.indexOf(code)).padStart(4, '0')}`
const failing = new Map(codes.map((code) => [svcIdOf(code), code]))
const certificate = Buffer.from('trusted certificate')
const thumbprint = createHash('sha256').update(certificate).digest('hex')
const headers = { 'client-cert': `:${certificate.toString('base64')}:` }
const bare = 'COD-6666-1111-0001'
/** The prices of this organization change an hour after the start. */
const dearer = 'org_dearer'

/** The pool of the product, on a database with the prices of that organization. */
const poolWithPrices = async (url: string) => {
  const pool = openPool(url, {
    ...{ maxConnections: 10, statementTimeoutMs: 60_000, onError: () => {}, role: appRole },
  })
  const [shipped] = await readPriceLists(pool)
  const { prices, ...list } = shipped!
  const kyc_validation = { single: 900_000, batch_item: 900_000 }
  const changed = { ...prices, items: { ...prices.items, kyc_validation } }
  const of = { id: 'prl_dearer', organizationId: dearer, effectiveMs: noon + hourMs, prices: changed }
  await insertPriceList(pool, { ...list, ...of }, noon)
  return pool
}

let onLookup: () => Promise<void> = async () => {}
let modes: Modes
beforeAll(async () => {
  modes = await startModes({
    environment: 'production',
    pool: poolWithPrices,
    citizens: [testCitizen(), testCitizen({ svc_id: bare, parents: null, religion: null })],
    async beforeRegister(value) {
      const code = failing.get(value)
      if (code) throw new Refusal(code)
      await onLookup()
    },
  })
})
afterAll(() => modes.stop())

/** An application in production, whose organization has paid 10 USD, or another amount. */
const payingApplication = async (
  changes: Partial<Application> = {},
  paid = 10_000_000,
): Promise<Application> => {
  const application = testApplication({
    ...{ environment: 'production', thumbprints: new Set([thumbprint]), ...changes },
  })
  const { organizationId } = application
  await openWallet(
    modes.database.pool,
    { organizationId, paid },
    { newId: modes.dependencies.newId, nowMs: noon },
  )
  return modes.admitApplication(application)
}

const call = (application: Application, sent: Partial<Call>) => modes.call(application, { ...sent, headers })
const bodyOf = (svcId: string, changes = {}) =>
  kycBody({ identifier: { type: 'svc_id', value: svcId }, ...changes })
const batch = (application: Application, items: unknown[], sent: Partial<Call> = {}) =>
  call(application, {
    target: '/v1/kyc/validations/batches',
    body: { purpose: 'customer_onboarding', scopes: ['kyc.parents'], items },
    ...sent,
  })
const itemOf = (svcId: string) => ({ reference: svcId, identifier: { type: 'svc_id', value: svcId } })

/** What the calls of an application were charged, and what it and its organization have left, in millionths. */
const money = async ({ applicationId, organizationId }: Application) => {
  const { rows } = await modes.database.pool.query<{ charged: number; left: number; held: number }>(
    `select (select coalesce(sum(amount), 0)::bigint from call_charges where application_id = $1) as charged,
       (select coalesce(sum(balance), 0)::bigint from ledger_balances where organization_id = $2 and account = 'wallet')
         + (select coalesce(sum(available), 0)::bigint from billing_allowances where organization_id = $2) as left,
       (select coalesce(sum(held), 0)::bigint from billing_allowances where organization_id = $2) as held`,
    [applicationId, organizationId],
  )
  return rows[0]
}
const untouched = { charged: 0, left: 10_000_000, held: 0 }

test('a call is free, whatever code it fails with', async () => {
  const application = await payingApplication()
  const replies = await Promise.all(codes.map((code) => call(application, { body: bodyOf(svcIdOf(code)) })))
  expect(replies.map(({ json }) => json.error)).toEqual(codes)
  expect(await money(application)).toEqual(untouched)
})

test('an item of a batch is free, whatever code it fails with', async () => {
  const application = await payingApplication()
  const items = codes.filter((code) => code !== 'overloaded').map((code) => itemOf(svcIdOf(code)))
  const reply = await batch(application, items)
  const failed = (reply.json.data ?? []) as { error?: { code: string } }[]
  expect(failed.map(({ error }) => error?.code)).toEqual(codes.filter((code) => code !== 'overloaded'))
  expect(await money(application)).toEqual(untouched)
})

test('an item of an accepted batch that fails returns what was held, and so does a cancelled one', async () => {
  const application = await payingApplication()
  const failed = await batch(application, [itemOf(svcIdOf('liveness_failed'))], { prefer: 'respond-async' })
  expect(failed.json.quoted).toEqual({ value: 0.12, currency: 'USD' })
  expect(await money(application)).toMatchObject({ held: 120_000 })
  await modes.runChunks()
  expect(await money(application)).toEqual(untouched)
  const two = [itemOf(bare), { ...itemOf(bare), reference: 'second' }]
  const cancelled = await batch(application, two, { prefer: 'respond-async' })
  expect(await money(application)).toMatchObject({ held: 240_000, left: 9_760_000 })
  await call(application, { target: `/v1/batches/${cancelled.json.id}/cancel`, body: {} })
  await modes.runChunks()
  expect(await money(application)).toEqual(untouched)
})

test('a batch that is cancelled while it runs pays for its results alone, and returns the rest', async () => {
  const application = await payingApplication()
  const items = Array.from({ length: 40 }, (_, index) => ({ ...itemOf(bare), reference: `item ${index}` }))
  const { json } = await batch(application, items, { prefer: 'respond-async' })
  expect(await money(application)).toMatchObject({ held: 4_800_000 })
  let cancelled: Promise<unknown> | undefined
  onLookup = async () => {
    cancelled ??= call(application, { target: `/v1/batches/${json.id}/cancel` })
    await cancelled
  }
  await modes.runChunks()
  onLookup = async () => {}
  const ended = await call(application, { method: 'GET', target: `/v1/batches/${json.id}` })
  const { succeeded_items: succeeded, failed_items: failed } = ended.json as Record<string, number>
  expect(succeeded).toBeGreaterThan(0)
  expect(failed).toBeGreaterThan(0)
  const charged = succeeded! * 100_000
  expect(await money(application)).toEqual({ charged, left: 10_000_000 - charged, held: 0 })
})

test('the prices of an accepted batch are those of its acceptance, also when they rise before it runs', async () => {
  const application = await payingApplication({ organizationId: dearer })
  const two = [itemOf(bare), { ...itemOf(bare), reference: 'second' }]
  const { json } = await batch(application, two, { prefer: 'respond-async' })
  expect(json.quoted).toEqual({ value: 0.24, currency: 'USD' })
  modes.clock.advance(2 * hourMs)
  await modes.runChunks()
  expect(await money(application)).toEqual({ charged: 200_000, left: 9_800_000, held: 0 })
  await call(application, { body: bodyOf(bare, { scopes: [] }) })
  expect(await money(application)).toMatchObject({ charged: 1_100_000 })
  modes.clock.advance(-2 * hourMs)
})

test('a call whose base price is not covered is refused before the register is asked', async () => {
  const application = await payingApplication({}, 99_999)
  let asked = 0
  onLookup = async () => void asked++
  const refused = await call(application, { body: bodyOf(bare, { scopes: [] }) })
  onLookup = async () => {}
  expect([refused.status, asked]).toEqual([402, 0])
  expect(refused.json).toMatchObject({
    error: 'insufficient_balance',
    balance: { value: 0.099999, currency: 'USD' },
    top_up_url: 'https://pay.example/top-up',
  })
  expect(await modes.count('results', application)).toBe(0)
  expect(await money(application)).toEqual({ charged: 0, left: 99_999, held: 0 })
})

test('a call whose scopes are not covered leaves only its entry in the audit log', async () => {
  const application = await payingApplication({}, 110_000)
  const { status } = await call(application, { body: kycBody({ scopes: ['kyc.parents'] }) })
  expect(status).toBe(402)
  await modes.audit.drain()
  expect(await modes.audited(application)).toMatchObject([
    { http_status: 402, error_code: 'insufficient_balance', result_id: null, read_ids: null },
  ])
  for (const table of ['results', 'call_charges', 'usage_counters', 'events'])
    expect([table, await modes.count(table, application)]).toEqual([table, 0])
  expect(await money(application)).toEqual({ charged: 0, left: 110_000, held: 0 })
})

test('an unknown identity costs the base price, and a scope without data costs nothing', async () => {
  const application = await payingApplication()
  const scopes = ['kyc.parents', 'kyc.religion']
  const unknown = await call(application, { body: bodyOf('COD-6666-2222-0404', { scopes }) })
  expect(unknown.json.result).toBe('not_found')
  expect(await money(application)).toMatchObject({ charged: 100_000 })
  const withheld = await call(application, { body: bodyOf(bare, { scopes }) })
  expect(withheld.json.scopes_withheld).toEqual(expect.arrayContaining(scopes))
  expect(await money(application)).toMatchObject({ charged: 200_000, left: 9_800_000 })
})

test('a replay is free', async () => {
  const application = await payingApplication()
  const sent = { body: bodyOf(bare, { scopes: [] }), idempotencyKey: randomUUID() }
  for (let time = 0; time < 3; time++) expect((await call(application, sent)).status).toBe(200)
  expect(await money(application)).toMatchObject({ charged: 100_000, left: 9_900_000 })
})

test('a fraud report has no charge', () => {
  expect(createFraudReporting({} as Parameters<typeof createFraudReporting>[0]).charge).toBe('none')
})
