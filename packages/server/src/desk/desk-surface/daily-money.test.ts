import { Refusal } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveTopUp, requestTopUp } from '../../money/invoicing/index.ts'
import { type DeskPerson, type DeskWorld, machine, startDesk } from './testing/desk-world.ts'
import { submittedReview } from './testing/submitted-review.ts'

/** The acts of money that one person does at the desk. */

const asked: { id: string }[] = []
/** The provider receives the request, and its answer is lost. */
let isAnswerLost = false
let world: DeskWorld
let officer: DeskPerson
let auditor: DeskPerson
let path: string
let invoice: string
beforeAll(async () => {
  world = await startDesk({
    paymentProvider: {
      name: 'mobile_money',
      async collect(collection) {
        asked.push(collection)
        if (isAnswerLost) throw new Refusal('payment_provider_unavailable', 'It did not answer.')
        return { reference: 'mm-1' }
      },
    },
  })
  officer = await world.enrol(['billing_officer'])
  auditor = await world.enrol(['auditor'])
  const { owner } = await submittedReview(world, await world.enrol(['reviewer']), {})
  path = `/billing/organizations/${owner.organization}`
  await officer.post(`${path}/mode`, { mode: 'prepaid', reason: 'The contract.' })
  const second = await world.enrol(['billing_officer'])
  await second.post(`${path}/mode`, { mode: 'prepaid', reason: 'The contract.' })
  const of = { organization_id: owner.organization }
  const needs = { ...world.platform, oneAccountMayBeTwo: false }
  const { id } = await requestTopUp(machine, { ...of, amount: 100_000_000 }, needs)
  const approved = await approveTopUp(machine, { ...of, id }, needs)
  invoice = String((approved as { invoice_id: string }).invoice_id)
})
afterAll(async () => {
  expect(world.logged.filter((line) => line.startsWith('internal error'))).toEqual([])
  await world.stop()
})

test('a rehearsal shows what a run would do, and changes nothing', async () => {
  const counted = async () => (await world.database.pool.query('select from billing_invoices')).rowCount
  const before = await counted()
  for (const person of [officer, auditor]) {
    const { status, json } = await person.get(`${path}/rehearsal?until=2027-06-01T00:00:00Z`)
    expect({ status, json }).toMatchObject({ status: 200, json: { object: 'billing_run' } })
  }
  expect(await counted()).toBe(before)
  expect((await officer.get(`${path}/rehearsal?until=tomorrow`)).json).toMatchObject({
    ...{ error: 'invalid_request', field: 'until' },
  })
  expect((await officer.post(`${path}/run`)).json).toMatchObject({ object: 'billing_run', actions: [] })
  expect((await auditor.post(`${path}/run`)).status).toBe(403)
})

test('a rehearsal of a time before now, or after two years, is refused', async () => {
  const answerOf = async (until: string) => {
    const { status, json } = await officer.get(`${path}/rehearsal?until=${encodeURIComponent(until)}`)
    return [status, json.error, (json as { field?: string }).field]
  }
  const now = world.platform.clock.now()
  const last = new Date(now)
  last.setUTCFullYear(last.getUTCFullYear() + 2)
  for (const until of [
    ...['+020000-01-01T00:00:00Z', '-271821-04-20T00:00:00Z', '2999-01-01T00:00:00Z'],
    ...[new Date(now - 1).toISOString(), new Date(last.getTime() + 1).toISOString()],
  ])
    expect([until, ...(await answerOf(until))]).toEqual([until, 400, 'invalid_request', 'until'])
  for (const until of [new Date(now).toISOString(), last.toISOString()])
    expect([until, ...(await answerOf(until))]).toEqual([until, 200, undefined, undefined])
})

test('a payment is asked for again after a failure, with the same id, and once for one Idempotency-Key', async () => {
  const body = { invoice, payer: '+243810000001' }
  const post = (own: object, key?: string) =>
    officer.post(`${path}/payment-requests`, own, key === undefined ? {} : { 'idempotency-key': key })
  const [key, otherKey] = ['6a1f1f0e-6f7c-4f6e-9d52-0e4d9b0a4c11', '0f0f1f0e-6f7c-4f6e-9d52-0e4d9b0a4c12']
  isAnswerLost = true
  const failed = await post(body, key)
  expect(failed).toMatchObject({
    status: 503,
    json: { error: 'payment_provider_unavailable', message: 'It did not answer.', retry_after: 60 },
  })
  expect(failed.headers.get('retry-after')).toBe('60')
  isAnswerLost = false
  const first = await post(body, key)
  expect(first).toMatchObject({
    status: 201,
    json: { object: 'payment_request', status: 'requested', reference: 'mm-1', invoice_id: invoice },
  })
  const again = await post(body, key)
  expect(again).toMatchObject({ status: 201, json: first.json })
  const collection = { id: first.json.id, payer: body.payer, amount: { value: 116, currency: 'USD' } }
  expect(asked).toMatchObject([collection, collection])
  expect(await post(body, otherKey)).toMatchObject({
    ...{ status: 409, json: { error: 'conflict', reason: 'billing_conflict' } },
  })
  expect(asked).toHaveLength(2)
  expect((await post({ ...body, payer: '081' })).status).toBe(400)
  expect((await auditor.post(`${path}/payment-requests`, body)).status).toBe(403)
})

test('without a provider of mobile money, nothing is asked for', async () => {
  const other = await startDesk()
  try {
    const person = await other.enrol(['billing_officer'])
    const { owner } = await submittedReview(other, await other.enrol(['reviewer']), {})
    const answer = await person.post(`/billing/organizations/${owner.organization}/payment-requests`, {
      ...{ invoice: 'inv_1', payer: '+243810000001' },
    })
    expect(answer).toMatchObject({ status: 409, json: { error: 'conflict' } })
  } finally {
    await other.stop()
  }
})
