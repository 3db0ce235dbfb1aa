import type { KeyObject } from 'node:crypto'
import { verifySignature } from '@nani/contract/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Received } from '../../../testing/receiver.ts'
import { startWebhooks } from '../../../testing/webhooks.ts'
import { forgetExpiredDeliveries } from '../../outbox/index.ts'
import { answerContext } from './attempt-delivery.ts'

let webhooks: Awaited<ReturnType<typeof startWebhooks>>
beforeAll(async () => {
  webhooks = await startWebhooks()
})
afterAll(() => webhooks.stop())

afterEach(async () => expect(await webhooks.clear()).toEqual([]))

const minutes = (count: number) => count * 60_000
const idsOf = (received: readonly Received[]) =>
  received.map(({ body }) => (JSON.parse(body) as { id: string }).id)

describe('a delivery', () => {
  test('has the event, its id, and a signature under the payload key', async () => {
    const { url, received } = await webhooks.receiver()
    const application = await webhooks.application(`${url}/hook`)
    const [eventId] = await webhooks.addEvents(application, 1)
    const dispatcher = webhooks.dispatcher()
    dispatcher.wake(application.applicationId)
    await dispatcher.settled()
    const { headers, body, method, path } = received[0] as Received
    expect({ method, path }).toEqual({ method: 'POST', path: '/hook' })
    expect(JSON.parse(body)).toMatchObject({
      id: eventId,
      object: 'event',
      type: 'job.completed',
      livemode: false,
    })
    expect(headers['content-type']).toBe('application/json')
    expect(headers['x-svc-webhook-id']).toBe(eventId)
    const timestamp = headers['x-svc-webhook-timestamp'] as string
    expect(timestamp).toBe(String(webhooks.clock.now() / 1000))
    const signature = headers['x-svc-webhook-signature'] as string
    expect(verifySignature(application.payloadKey, `${timestamp}.${body}`, signature)).toBe(true)
    expect(await webhooks.deliveries(application)).toMatchObject([
      { state: 'delivered', attempts: 1, leased_until: null },
    ])
  })

  test.each([200, 201, 202, 204, 299])('is acknowledged by %i', async (status) => {
    const { url } = await webhooks.receiver(() => ({ status, body: '' }))
    const application = await webhooks.application(url)
    await webhooks.addEvents(application, 1)
    const dispatcher = webhooks.dispatcher()
    await dispatcher.poll()
    await dispatcher.settled()
    expect(await webhooks.deliveries(application)).toMatchObject([{ state: 'delivered' }])
  })

  test.each([301, 302, 307, 308, 400, 401, 404, 410, 429, 500, 503])(
    'is not acknowledged by %i',
    async (status) => {
      const elsewhere = await webhooks.receiver()
      const { url } = await webhooks.receiver(() => ({ status, headers: { location: elsewhere.url } }))
      const application = await webhooks.application(url)
      await webhooks.addEvents(application, 1)
      const dispatcher = webhooks.dispatcher()
      await dispatcher.poll()
      await dispatcher.settled()
      expect(await webhooks.deliveries(application)).toMatchObject([{ state: 'scheduled', attempts: 1 }])
      expect(elsewhere.received).toEqual([])
    },
  )

  test('is recorded with its status, its duration, and the first kilobyte of the response', async () => {
    const { url } = await webhooks.receiver(() => ({ status: 500, body: `no${'x'.repeat(2_000)}` }))
    const application = await webhooks.application(url)
    await webhooks.addEvents(application, 1)
    const dispatcher = webhooks.dispatcher()
    await dispatcher.poll()
    await dispatcher.settled()
    const [attempt] = await webhooks.attempts(application)
    expect(attempt).toMatchObject({ attempt: 1, http_status: 500, failure: null, url, latency_ms: 0 })
    const context = answerContext(application.applicationId, attempt?.attempt_id as string)
    const answer = webhooks.answersVault.open(attempt?.sealed_answer as Buffer, context).toString()
    expect(answer).toBe(`no${'x'.repeat(1_022)}`)
  })

  test.each([
    ['timeout', () => 'hang' as const],
    ['connection_failed', () => 'reset' as const],
  ])('without a response records the reason: %s', async (failure, answer) => {
    const { url } = await webhooks.receiver(answer)
    const application = await webhooks.application(url)
    await webhooks.addEvents(application, 1)
    const dispatcher = webhooks.dispatcher({ timeoutMs: 60 })
    await dispatcher.poll()
    await dispatcher.settled()
    expect(await webhooks.attempts(application)).toMatchObject([
      { http_status: null, failure, sealed_answer: null },
    ])
  })

  test('is never sent to this machine in production, nor in a sandbox that does not allow it', async () => {
    const { url, received } = await webhooks.receiver()
    const live = await webhooks.application(url, { environment: 'production' })
    const trial = await webhooks.application(url)
    await webhooks.addEvents(live, 1)
    await webhooks.addEvents(trial, 1)
    const dispatcher = webhooks.dispatcher({ sandboxAllowsLoopback: false })
    await dispatcher.poll()
    await dispatcher.settled()
    for (const application of [live, trial]) {
      expect(await webhooks.attempts(application)).toMatchObject([
        { http_status: null, failure: 'address_refused' },
      ])
    }
    expect(received).toEqual([])
  })
})

describe('the schedule', () => {
  test('five attempts: at once, +1 min, +10 min, +1 h, +6 h, each freshly signed; then exhausted', async () => {
    const { url, received } = await webhooks.receiver(() => ({ status: 500 }))
    const application = await webhooks.application(url)
    await webhooks.addEvents(application, 1)
    const dispatcher = webhooks.dispatcher()
    const attemptsAfterPoll = async () => {
      await dispatcher.poll()
      await dispatcher.settled()
      return received.length
    }
    expect(await attemptsAfterPoll()).toBe(1)
    for (const [index, delayMs] of [minutes(1), minutes(10), minutes(60), minutes(360)].entries()) {
      webhooks.clock.advance(delayMs - 1)
      expect(await attemptsAfterPoll()).toBe(index + 1)
      webhooks.clock.advance(1)
      expect(await attemptsAfterPoll()).toBe(index + 2)
    }
    expect(await webhooks.deliveries(application)).toMatchObject([{ state: 'exhausted', attempts: 5 }])
    webhooks.clock.advance(minutes(60 * 24))
    expect(await attemptsAfterPoll()).toBe(5)
    const timestamps = received.map(({ headers }) => Number(headers['x-svc-webhook-timestamp']))
    expect(timestamps.map((time, index) => time - (timestamps[index - 1] ?? time))).toEqual([
      0, 60, 600, 3_600, 21_600,
    ])
    expect(new Set(received.map(({ headers }) => headers['x-svc-webhook-signature'])).size).toBe(5)
    expect(new Set(idsOf(received)).size).toBe(1)
    expect((await webhooks.attempts(application)).map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5])
  })

  test('ends with the first acknowledgement', async () => {
    const { url, received } = await webhooks.receiver((_received, count) => ({
      status: count < 3 ? 500 : 200,
    }))
    const application = await webhooks.application(url)
    await webhooks.addEvents(application, 1)
    const dispatcher = webhooks.dispatcher()
    for (const delayMs of [0, minutes(1), minutes(10), minutes(60), minutes(360)]) {
      webhooks.clock.advance(delayMs)
      await dispatcher.poll()
      await dispatcher.settled()
    }
    expect(received).toHaveLength(3)
    expect(await webhooks.deliveries(application)).toMatchObject([{ state: 'delivered', attempts: 3 }])
  })

  const verifies = ({ headers, body }: Received, key: KeyObject) =>
    verifySignature(
      key,
      `${headers['x-svc-webhook-timestamp']}.${body}`,
      headers['x-svc-webhook-signature'] as string,
    )

  test('an attempt is signed under the current webhook key of the application', async () => {
    const { url, received } = await webhooks.receiver(() => ({ status: 500 }))
    const application = await webhooks.application(url)
    await webhooks.addEvents(application, 1)
    const dispatcher = webhooks.dispatcher()
    await dispatcher.poll()
    await dispatcher.settled()
    const { webhookKey } = await webhooks.application(url)
    webhooks.applications.set(application.applicationId, { ...application, webhookKey })
    webhooks.clock.advance(minutes(1))
    await dispatcher.poll()
    await dispatcher.settled()
    expect(received.map((one) => verifies(one, webhookKey))).toEqual([false, true])
    expect(verifies(received[0] as Received, application.webhookKey)).toBe(true)
  })

  test('when an overlap of keys ends, the next attempt is signed under the new key', async () => {
    const { url, received } = await webhooks.receiver()
    const application = await webhooks.application(url)
    const { webhookKey } = await webhooks.application(url)
    const dispatcher = webhooks.dispatcher()
    const send = async () => {
      await webhooks.addEvents(application, 1)
      await dispatcher.poll()
      await dispatcher.settled()
    }
    const endsMs = webhooks.clock.now() + 5_000
    webhooks.applications.set(application.applicationId, { ...application, webhookKey, keysEndAtMs: endsMs })
    await send()
    webhooks.applications.set(application.applicationId, application)
    webhooks.clock.advance(4_999)
    await send()
    webhooks.clock.advance(1)
    await send()
    expect(received.map((one) => verifies(one, webhookKey))).toEqual([true, true, false])
    expect(verifies(received[2] as Received, application.webhookKey)).toBe(true)
  })

  test('an event without remaining data ends at once', async () => {
    const { url, received } = await webhooks.receiver()
    const application = await webhooks.application(url)
    await webhooks.addEvents(application, 2)
    await webhooks.pool.query('delete from events where application_id = $1 and position = 1', [
      application.applicationId,
    ])
    const dispatcher = webhooks.dispatcher({ renderEvents: async () => new Map() })
    await dispatcher.poll()
    await dispatcher.settled()
    expect(received).toEqual([])
    expect(await webhooks.deliveries(application)).toMatchObject([
      { state: 'exhausted' },
      { state: 'exhausted' },
    ])
    expect((await webhooks.attempts(application)).map(({ failure }) => failure)).toEqual([
      'event_expired',
      'event_expired',
    ])
  })
})

test('deliveries past their retention are deleted', async () => {
  const application = await webhooks.application('https://receiver.example/')
  const [old, kept] = await webhooks.addEvents(application, 2)
  await webhooks.pool.query(
    "update webhook_deliveries set state = 'delivered', event_day = event_day - case event_id when $1 then 31 else 29 end",
    [old],
  )
  await forgetExpiredDeliveries(webhooks.pool, webhooks.clock.now())
  const { rows } = await webhooks.pool.query('select event_id from webhook_deliveries')
  expect(rows).toEqual([{ event_id: kept }])
})

test('events of other processes are found by polling', async () => {
  const { url, received } = await webhooks.receiver()
  const application = await webhooks.application(url)
  const dispatcher = webhooks.dispatcher()
  dispatcher.start()
  await webhooks.addEvents(application, 3)
  await expect.poll(() => received, { timeout: 10_000 }).toHaveLength(3)
  await dispatcher.stop()
  expect(await webhooks.deliveries(application)).toMatchObject(Array(3).fill({ state: 'delivered' }))
})
