import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { idSource, manualClock, rfc3339, systemRandom } from '@nani/foundation/core/index.ts'
import { openHttp } from '@nani/foundation/http/index.ts'
import { metricsText } from '@nani/foundation/platform/testing/metrics-text.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createDatabaseAtNoon, type TestDatabase } from '../../../../../../testing/database.ts'
import { openServer } from '../../../app/app/index.ts'
import { databasesOf, noPlaces } from '../../../gateway/acts/index.ts'
import {
  approveTopUp,
  changeMode,
  declaredByHand,
  mobileMoney,
  requestPayment,
  requestTopUp,
} from '../index.ts'
import { readInvoiceObject } from '../invoices/invoice-rows.ts'
import { showBilling } from '../organization-funds.ts'
import { amina, type BilledOrganization, both, openBilledOrganization, usd } from '../testing/organization.ts'
import { countCallbacks } from './callback-metric.ts'
import { callbackPath, callbackSurface } from './callback-surface.ts'

const secret = 'a secret that both sides know, 32+'
const secrets = [secret]
const callbacks = countCallbacks()
const payer = '+243810000001'
const clock = manualClock(Date.UTC(2026, 2, 15, 12))
const random = systemRandom()

/** What docs/payment-providers.md says, written a second time. */
const signed = (direction: string, body: string, { key = secret, late = 0 } = {}) => {
  const seconds = Math.floor(clock.now() / 1_000) - late
  return `t=${seconds},v1=${createHmac('sha256', key).update(`${direction}.${seconds}.${body}`).digest('hex')}`
}

type Collection = { id: string; amount: string; currency: string; payer: string; description: string }

let database: TestDatabase
let app: Awaited<ReturnType<typeof openServer>>
let callbackUrl: string
let localProvider: Server
let url: string
/** The collections that the local provider accepted, by their id. */
const collections = new Map<string, Collection>()
let answer: { status: number; body: string } | null = null
afterEach(() => {
  answer = null
})

beforeAll(async () => {
  database = await createDatabaseAtNoon()
  const newId = idSource(clock, random)
  const masterKey = randomBytes(32)
  const vaultFor = (use: string) => createVault(masterKey, use, random)
  const http = openHttp({ newId, log: () => {}, trustedProxies: [], trustsCertificate: () => false })
  const rules = {
    ...{ secrets, onSigned: callbacks.onSigned },
    ...{ places: noPlaces, databases: databasesOf(database.pool, noPlaces) },
  }
  const surface = callbackSurface({ pool: database.pool, clock, newId, vaultFor }, http, rules)
  app = await openServer(http, [surface], {
    ...{ environment: 'production', tls: null, host: '127.0.0.1', port: 0, publicUrl: null },
  })
  callbackUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${callbackPath}`
  localProvider = createServer(async (request, response) => {
    const body = await text(request)
    if (request.url !== '/api/collections' || request.headers['x-signature'] !== signed('request', body))
      return void response.writeHead(401).end()
    const collection = JSON.parse(body) as Collection
    collections.set(collection.id, collection)
    const { status, body: sent } = answer ?? { status: 202, body: `{"reference":"MM-${collection.id}"}` }
    response.writeHead(status, { 'content-type': 'application/json' }).end(sent)
  })
  await new Promise<void>((resolve) => localProvider.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(localProvider.address() as AddressInfo).port}/api`
})
afterAll(async () => {
  localProvider.close()
  await app.close()
  await database.drop()
})

/** A prepaid organization with an invoice for a top-up of this amount, in millionths. */
const withInvoice = async (amount: number) => {
  const organization = await openBilledOrganization(database.pool, clock)
  const { of, platform } = organization
  await both((actor) => changeMode(actor, { ...of, mode: 'prepaid', credit_limit: null }, platform))
  const { id } = await requestTopUp(amina, { ...of, amount }, platform)
  const approve = () => approveTopUp(amina, { ...of, id }, platform)
  const approved = await (amount > 1_000_000_000
    ? both((actor) => approveTopUp(actor, { ...of, id }, platform))
    : approve())
  return { ...organization, invoice: (approved as { invoice_id: string }).invoice_id }
}
type Invoiced = Awaited<ReturnType<typeof withInvoice>>

const ask = ({ of, platform, invoice }: Invoiced) =>
  requestPayment(amina, { ...of, invoice, payer, provider: mobileMoney({ url, secret }, clock) }, platform)

const send = (body: string, signature: string | null) =>
  fetch(callbackUrl, {
    method: 'POST',
    body,
    headers: signature === null ? {} : { 'x-signature': signature },
  })

/** The local provider confirms a collection, as its page says. */
const confirm = async (id: string, changes: Record<string, unknown> = {}, key = secret) => {
  const { amount, currency } = collections.get(id) as Collection
  const body = JSON.stringify({
    id,
    reference: `MM-${id}`,
    status: 'completed',
    amount,
    currency,
    ...changes,
  })
  return send(body, signed('callback', body, { key }))
}

const stateOf = async ({ of, platform, invoice }: Invoiced) => {
  const { rows } = await database.pool.query<{ status: string }>(
    'select status from billing_payments where organization_id = $1 order by declared_at',
    [of.organization_id],
  )
  return {
    invoice: (await readInvoiceObject(database.pool, of.organization_id, invoice)).status,
    balance: (await showBilling(platform.pool, of.organization_id)).wallet.balance,
    payments: rows.map(({ status }) => status),
  }
}
const unpaid = { invoice: 'issued', balance: usd(0), payments: [] }
const paid = { invoice: 'paid', balance: usd(100), payments: ['approved'] }

const expectProof = async ({ proof }: Pick<BilledOrganization, 'proof'>) =>
  expect((await proof()).checks.filter(({ ok }) => !ok)).toEqual([])

test('a collection pays its invoice when it is confirmed, once, also when the callback is repeated at once', async () => {
  const invoiced = await withInvoice(100_000_000)
  const request = await ask(invoiced)
  expect(request).toMatchObject({
    object: 'payment_request',
    status: 'requested',
    reference: `MM-${request.id}`,
  })
  expect(collections.get(request.id)).toEqual({
    ...{ id: request.id, amount: '116.00', currency: 'USD', payer },
    description: expect.stringMatching(/^NANI-2026-\d{6}$/),
  })
  expect(await stateOf(invoiced)).toEqual(unpaid)
  const replies = await Promise.all(Array.from({ length: 8 }, () => confirm(request.id)))
  for (const reply of replies) expect([reply.status, await reply.json()]).toEqual([200, { received: true }])
  expect(await stateOf(invoiced)).toEqual(paid)
  expect((await confirm(request.id, { status: 'failed' })).status).toBe(200)
  expect(await stateOf(invoiced)).toEqual(paid)
  await expectProof(invoiced)
})

test('a callback whose signature, direction or time is wrong is refused alike, and changes nothing', async () => {
  const invoiced = await withInvoice(100_000_000)
  const { id } = await ask(invoiced)
  const body = JSON.stringify({
    id,
    reference: 'MM-1',
    status: 'completed',
    amount: '116.00',
    currency: 'USD',
  })
  const wrong = [
    null,
    '',
    `t=1,v1=${'0'.repeat(64)}`,
    signed('callback', `${body} `),
    signed('callback', body, { key: 'another secret of the same length!' }),
    signed('callback', body, { late: 301 }),
    signed('callback', body, { late: -301 }),
    signed('request', body),
  ]
  for (const signature of wrong) {
    const reply = await send(body, signature)
    expect([reply.status, await reply.json()]).toMatchObject([401, { error: 'invalid_signature' }])
  }
  expect(await stateOf(invoiced)).toEqual(unpaid)
  expect((await send(body, signed('callback', body, { late: 299 }))).status).toBe(200)
})

test.each<[string, Record<string, unknown>, number]>([
  ['without an amount', { amount: undefined }, 400],
  ['with an amount below zero', { amount: '-116.00' }, 400],
  ['with a third decimal', { amount: '116.001' }, 400],
  ['in another currency', { currency: 'CDF' }, 400],
  ['with an unknown status', { status: 'pending' }, 400],
  ['with an id that no database can hold', { id: 'prq_\0' }, 400],
  ['about an unknown request', { id: 'prq_unknown' }, 404],
])('a signed callback %s is refused', async (_name, changes, status) => {
  const invoiced = await withInvoice(100_000_000)
  const { id } = await ask(invoiced)
  expect((await confirm(id, changes)).status).toBe(status)
  expect(await stateOf(invoiced)).toEqual(unpaid)
})

test('a body that is too large or no JSON is refused', async () => {
  const large = 'x'.repeat(9_000)
  expect((await send(large, signed('callback', large))).status).toBe(413)
  expect((await send('{', signed('callback', '{'))).status).toBe(400)
})

test('a collection that failed pays nothing', async () => {
  const invoiced = await withInvoice(100_000_000)
  const { id } = await ask(invoiced)
  expect((await confirm(id, { status: 'failed' })).status).toBe(200)
  expect(await stateOf(invoiced)).toEqual(unpaid)
})

test('while the secret is exchanged, callbacks of both secrets are accepted and counted, and no other one', async () => {
  const next = 'the next secret of both sides, 32+'
  const counts = async () => {
    const text = await metricsText([callbacks.register])
    return ['first', 'second'].map((label) =>
      Number(new RegExp(`nani_payment_callbacks_total{secret="${label}"} (\\d+)`).exec(text)?.[1]),
    )
  }
  const [one, other] = [await withInvoice(100_000_000), await withInvoice(100_000_000)]
  const ids = [(await ask(one)).id, (await ask(other)).id] as const
  expect((await confirm(ids[1], {}, next)).status).toBe(401)
  const before = await counts()
  secrets.push(next)
  expect((await confirm(ids[0], {}, secret)).status).toBe(200)
  expect((await confirm(ids[1], {}, next)).status).toBe(200)
  expect((await confirm(ids[1], {}, 'a secret of neither side, 32 or more')).status).toBe(401)
  secrets.pop()
  expect((await confirm(ids[1], {}, next)).status).toBe(401)
  expect([await stateOf(one), await stateOf(other)]).toEqual([paid, paid])
  expect(await counts()).toEqual(before.map((count) => count + 1))
})

test('money that was collected after a failure is not lost: it waits for the billing officers, once', async () => {
  const invoiced = await withInvoice(100_000_000)
  const { id } = await ask(invoiced)
  await confirm(id, { status: 'failed' })
  await Promise.all(Array.from({ length: 8 }, () => confirm(id)))
  expect(await stateOf(invoiced)).toEqual({ ...unpaid, payments: ['declared'] })
})

test('a confirmation with the reference of another collection waits for the billing officers', async () => {
  const invoiced = await withInvoice(100_000_000)
  await confirm((await ask(invoiced)).id, { reference: 'MM-of-another' })
  expect(await stateOf(invoiced)).toEqual({ ...unpaid, payments: ['declared'] })
})

test('another amount, and more than one person may approve, wait for the billing officers', async () => {
  const part = await withInvoice(100_000_000)
  await confirm((await ask(part)).id, { amount: '100.00' })
  expect(await stateOf(part)).toEqual({ ...unpaid, payments: ['declared'] })
  const large = await withInvoice(2_000_000_000)
  await confirm((await ask(large)).id)
  expect(await stateOf(large)).toEqual({ ...unpaid, payments: ['declared'] })
})

test('a confirmation that arrives before the answer of the provider counts', async () => {
  const invoiced = await withInvoice(100_000_000)
  answer = { status: 500, body: '' }
  await expect(ask(invoiced)).rejects.toMatchObject({ code: 'payment_provider_unavailable' })
  const [id = ''] = [...collections.keys()].slice(-1)
  expect((await confirm(id)).status).toBe(200)
  expect(await stateOf(invoiced)).toEqual(paid)
})

test.each([
  { status: 202, body: '{}' },
  { status: 202, body: 'x'.repeat(20_000) },
  { status: 200, body: '{"reference":"MM-1"}' },
  { status: 302, body: '' },
])('an answer of the provider that is not the documented one is an error: $status', async (given) => {
  const invoiced = await withInvoice(100_000_000)
  answer = given
  await expect(ask(invoiced)).rejects.toMatchObject({ code: 'payment_provider_unavailable' })
})

test('a payment that is declared by hand is asked for by the number of its invoice', async () => {
  const { of, platform, invoice } = await withInvoice(100_000_000)
  const request = await requestPayment(
    amina,
    { ...of, invoice, payer: null, provider: declaredByHand },
    platform,
  )
  expect(request).toMatchObject({
    provider: 'declared_by_hand',
    reference: expect.stringMatching(/^NANI-/),
    amount: usd(116),
  })
})

const hourMs = 3_600_000
const idOfLast = () => [...collections.keys()].at(-1) ?? ''

test('what the provider did not accept is asked for again with its id, also by several people', async () => {
  const invoiced = await withInvoice(100_000_000)
  answer = { status: 500, body: '' }
  await expect(ask(invoiced)).rejects.toMatchObject({ code: 'payment_provider_unavailable' })
  const id = idOfLast()
  const before = collections.size
  await expect(ask(invoiced)).rejects.toMatchObject({ code: 'payment_provider_unavailable' })
  answer = null
  const outcomes = await Promise.allSettled([ask(invoiced), ask(invoiced), ask(invoiced)])
  for (const outcome of outcomes)
    expect(outcome).toMatchObject(
      outcome.status === 'fulfilled'
        ? { value: { id, status: 'requested', reference: `MM-${id}` } }
        : { reason: { code: 'billing_conflict' } },
    )
  expect(outcomes.map(({ status }) => status)).toContain('fulfilled')
  // The local provider has one collection for each id.
  expect(collections.size).toBe(before)
  await confirm(id)
  expect(await stateOf(invoiced)).toEqual(paid)
  await expectProof(invoiced)
})

/** Makes a request older. Returns when the provider accepted it, by the clock of the database. */
const askedEarlier = async (id: string, interval: string): Promise<number> => {
  const { rows } = await database.pool.query<{ asked_at: Date | null }>(
    `update billing_payment_requests set asked_at = asked_at - $2::interval, created_at = created_at - $2::interval
     where request_id = $1 returning asked_at`,
    [id, interval],
  )
  return rows[0]?.asked_at?.getTime() ?? Number.NaN
}

test('the payment of an invoice is not asked for twice in two hours, unless the first request failed', async () => {
  const invoiced = await withInvoice(100_000_000)
  const { id } = await ask(invoiced)
  const askedMs = await askedEarlier(id, '0 s')
  await expect(ask(invoiced)).rejects.toMatchObject({
    code: 'billing_conflict',
    next: `Wait for its outcome, or repeat after ${rfc3339(askedMs + 2 * hourMs)}.`,
  })
  await confirm(id, { status: 'failed' })
  const second = await ask(invoiced)
  expect(second.id).not.toBe(id)
  await askedEarlier(second.id, '1 hour 59 minutes')
  // The clock of one process decides nothing.
  clock.advance(3 * hourMs)
  await expect(ask(invoiced)).rejects.toMatchObject({ code: 'billing_conflict' })
})

test('a request that was accepted long ago and has no outcome is repeated with its id, so that it is paid once', async () => {
  const invoiced = await withInvoice(100_000_000)
  const { id } = await ask(invoiced)
  await askedEarlier(id, '40 days')
  const before = collections.size
  answer = { status: 500, body: '' }
  await expect(ask(invoiced)).rejects.toMatchObject({ code: 'payment_provider_unavailable' })
  answer = null
  expect(await ask(invoiced)).toMatchObject({ id, status: 'requested', reference: `MM-${id}` })
  expect(collections.size).toBe(before)
  await expect(ask(invoiced)).rejects.toMatchObject({ code: 'billing_conflict' })
  await confirm(id)
  expect(await stateOf(invoiced)).toEqual(paid)
})

test('an attempt that failed long ago keeps its id: the provider may have received it', async () => {
  const invoiced = await withInvoice(100_000_000)
  answer = { status: 500, body: '' }
  await expect(ask(invoiced)).rejects.toMatchObject({ code: 'payment_provider_unavailable' })
  const id = idOfLast()
  answer = null
  await askedEarlier(id, '40 days')
  expect((await ask(invoiced)).id).toBe(id)
})

test('an attempt that failed is not repeated for another amount', async () => {
  const invoiced = await withInvoice(100_000_000)
  answer = { status: 500, body: '' }
  await expect(ask(invoiced)).rejects.toMatchObject({ code: 'payment_provider_unavailable' })
  const id = idOfLast()
  answer = null
  await database.pool.query('update billing_payment_requests set amount = 1 where request_id = $1', [id])
  expect(await ask(invoiced)).toMatchObject({ id: expect.not.stringMatching(id), amount: usd(116) })
})
