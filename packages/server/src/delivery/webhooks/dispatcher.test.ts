import { setTimeout as pause } from 'node:timers/promises'
import { verifySignature } from '@nani/contract/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Received, startReceiver } from '../../testing/receiver.ts'
import { startWebhooks } from '../../testing/webhooks.ts'
import { answerContext } from './attempt-delivery.ts'
import { leaseMs } from './claim-for-lane.ts'

let webhooks: Awaited<ReturnType<typeof startWebhooks>>
beforeAll(async () => {
  webhooks = await startWebhooks()
})
afterAll(() => webhooks.stop())

const toStop: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of toStop.splice(0)) await stop()
  // What a test leaves due would be sent by the next one's poll.
  await webhooks.pool.query('delete from webhook_deliveries')
  expect(webhooks.errors.splice(0)).toEqual([])
})

const receiver = async (answer?: Parameters<typeof startReceiver>[0]) => {
  const started = await startReceiver(answer)
  toStop.push(started.stop)
  return started
}

const minutes = (count: number) => count * 60_000
const idsOf = (received: readonly Received[]) =>
  received.map(({ body }) => (JSON.parse(body) as { id: string }).id)

describe('a delivery', () => {
  test('carries the event, its id, and a signature under the payload key', async () => {
    const { url, received } = await receiver()
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
    const { url } = await receiver(() => ({ status, body: '' }))
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
      const elsewhere = await receiver()
      const { url } = await receiver(() => ({ status, headers: { location: elsewhere.url } }))
      const application = await webhooks.application(url)
      await webhooks.addEvents(application, 1)
      const dispatcher = webhooks.dispatcher()
      await dispatcher.poll()
      await dispatcher.settled()
      expect(await webhooks.deliveries(application)).toMatchObject([{ state: 'scheduled', attempts: 1 }])
      expect(elsewhere.received).toEqual([])
    },
  )

  test('is written down with its status, how long it took, and the first kilobyte of the answer', async () => {
    const { url } = await receiver(() => ({ status: 500, body: `no${'x'.repeat(2_000)}` }))
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
  ])('without an answer says why: %s', async (failure, answer) => {
    const { url } = await receiver(answer)
    const application = await webhooks.application(url)
    await webhooks.addEvents(application, 1)
    const dispatcher = webhooks.dispatcher({ timeoutMs: 60 })
    await dispatcher.poll()
    await dispatcher.settled()
    expect(await webhooks.attempts(application)).toMatchObject([
      { http_status: null, failure, sealed_answer: null },
    ])
  })

  test('never leaves for an address of this machine in production, nor in a sandbox that does not allow it', async () => {
    const { url, received } = await receiver()
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
    const { url, received } = await receiver(() => ({ status: 500 }))
    const application = await webhooks.application(url)
    await webhooks.addEvents(application, 1)
    const dispatcher = webhooks.dispatcher()
    const look = async () => {
      await dispatcher.poll()
      await dispatcher.settled()
      return received.length
    }
    expect(await look()).toBe(1)
    for (const [index, delayMs] of [minutes(1), minutes(10), minutes(60), minutes(360)].entries()) {
      webhooks.clock.advance(delayMs - 1)
      expect(await look()).toBe(index + 1)
      webhooks.clock.advance(1)
      expect(await look()).toBe(index + 2)
    }
    expect(await webhooks.deliveries(application)).toMatchObject([{ state: 'exhausted', attempts: 5 }])
    webhooks.clock.advance(minutes(60 * 24))
    expect(await look()).toBe(5)
    const timestamps = received.map(({ headers }) => Number(headers['x-svc-webhook-timestamp']))
    expect(timestamps.map((time, index) => time - (timestamps[index - 1] ?? time))).toEqual([
      0, 60, 600, 3_600, 21_600,
    ])
    expect(new Set(received.map(({ headers }) => headers['x-svc-webhook-signature'])).size).toBe(5)
    expect(new Set(idsOf(received)).size).toBe(1)
    expect((await webhooks.attempts(application)).map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5])
  })

  test('ends with the first acknowledgement', async () => {
    const { url, received } = await receiver((_received, count) => ({ status: count < 3 ? 500 : 200 }))
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

  test('an attempt is signed under the key that the application has by then', async () => {
    const { url, received } = await receiver(() => ({ status: 500 }))
    const application = await webhooks.application(url)
    await webhooks.addEvents(application, 1)
    const dispatcher = webhooks.dispatcher()
    await dispatcher.poll()
    await dispatcher.settled()
    const { payloadKey } = await webhooks.application(url)
    webhooks.applications.set(application.applicationId, { ...application, payloadKey })
    webhooks.clock.advance(minutes(1))
    await dispatcher.poll()
    await dispatcher.settled()
    const verifies = ({ headers, body }: Received, key = payloadKey) =>
      verifySignature(
        key,
        `${headers['x-svc-webhook-timestamp']}.${body}`,
        headers['x-svc-webhook-signature'] as string,
      )
    expect(received.map((one) => verifies(one))).toEqual([false, true])
    expect(verifies(received[0] as Received, application.payloadKey)).toBe(true)
  })

  test('an event of which nothing is left is given up at once', async () => {
    const { url, received } = await receiver()
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

describe('nothing is lost', () => {
  test('what a dead process held is sent once its lease has passed', async () => {
    const { url, received } = await receiver()
    const application = await webhooks.application(url)
    await webhooks.addEvents(application, 3)
    // A process that claims and never ends what it began: its receiver hangs, and nobody waits for it.
    const hanging = await receiver(() => 'hang')
    await setUrl(application.applicationId, hanging.url)
    const dying = webhooks.dispatcher({ timeoutMs: 1_500 })
    dying.wake(application.applicationId)
    while (hanging.received.length === 0) await pause(5)
    await setUrl(application.applicationId, url)
    await webhooks.pool.query('update webhook_deliveries set leased_until = $2 where application_id = $1', [
      application.applicationId,
      new Date(webhooks.clock.now() + leaseMs),
    ])
    const next = webhooks.dispatcher()
    await next.poll()
    await next.settled()
    expect(received).toEqual([])
    webhooks.clock.advance(leaseMs)
    await next.poll()
    await next.settled()
    expect(new Set(idsOf(received)).size).toBe(3)
    expect((await webhooks.deliveries(application)).map(({ state }) => state)).toEqual(
      Array(3).fill('delivered'),
    )
    // The late failure of the first process moves nothing that was acknowledged since.
    await dying.settled()
    expect((await webhooks.deliveries(application)).map(({ state }) => state)).toEqual(
      Array(3).fill('delivered'),
    )
  })

  test('processes that share a database send each event once', async () => {
    const { url, received } = await receiver()
    const application = await webhooks.application(url)
    const ids = await webhooks.addEvents(application, 300)
    const both = [webhooks.dispatcher(), webhooks.dispatcher()]
    for (const dispatcher of both) dispatcher.wake(application.applicationId)
    await Promise.all(both.map((dispatcher) => dispatcher.settled()))
    expect(received).toHaveLength(300)
    expect(new Set(idsOf(received))).toEqual(new Set(ids))
  })

  test('a stop waits for what was begun and gives back the rest', async () => {
    let answerAll = () => {}
    const answered = new Promise<void>((resolve) => {
      answerAll = resolve
    })
    const { url, received } = await receiver(async (_received, count) => {
      if (count > 3) await answered
      return {}
    })
    const application = await webhooks.application(url)
    await webhooks.addEvents(application, 100)
    const stopping = webhooks.dispatcher()
    stopping.wake(application.applicationId)
    while (received.length < 6) await pause(5)
    const stopped = stopping.stop()
    await pause(20)
    answerAll()
    await stopped
    const sent = received.length
    expect(sent).toBeLessThan(100)
    const rows = await webhooks.deliveries(application)
    expect(rows.filter(({ state }) => state === 'delivered')).toHaveLength(sent)
    expect(rows.filter(({ leased_until }) => leased_until !== null)).toEqual([])
    const next = webhooks.dispatcher()
    next.wake(application.applicationId)
    await next.settled()
    expect(received).toHaveLength(100)
  })

  test('a failing database is reported, and what was not written down is sent again', async () => {
    const { url, received } = await receiver()
    const application = await webhooks.application(url)
    await webhooks.addEvents(application, 1)
    const { pool } = webhooks
    let broken = true
    const breaking = new Proxy(pool, {
      get: (target, name) =>
        name === 'query'
          ? (statement: { name?: string }, ...rest: unknown[]) => {
              if (broken && statement.name === 'record-attempts')
                return Promise.reject(new Error('database away'))
              return (target.query as (...args: unknown[]) => unknown).call(target, statement, ...rest)
            }
          : Reflect.get(target, name),
    })
    const dispatcher = webhooks.dispatcher({ pool: breaking })
    await dispatcher.poll()
    await dispatcher.settled()
    expect(webhooks.errors.splice(0)).toHaveLength(1)
    expect(await webhooks.deliveries(application)).toMatchObject([{ state: 'scheduled', attempts: 0 }])
    broken = false
    webhooks.clock.advance(leaseMs)
    await dispatcher.poll()
    await dispatcher.settled()
    expect(received).toHaveLength(2)
    expect(await webhooks.deliveries(application)).toMatchObject([{ state: 'delivered', attempts: 1 }])
  })
})

describe('an endpoint that is in trouble', () => {
  test('delays nobody else: events of others leave while it hangs', async () => {
    const hanging = await receiver(() => 'hang')
    const healthy = await receiver()
    const others = []
    for (let index = 0; index < 20; index++)
      others.push(await webhooks.application(`${hanging.url}/${index}`))
    const application = await webhooks.application(healthy.url)
    for (const other of others) await webhooks.addEvents(other, 50)
    await webhooks.addEvents(application, 200)
    const dispatcher = webhooks.dispatcher({ timeoutMs: 2_000 })
    await dispatcher.poll()
    const begun = performance.now()
    while (healthy.received.length < 200) await pause(5)
    expect(performance.now() - begun).toBeLessThan(1_500)
    // Unproven, each of them holds one attempt and nothing more.
    expect(hanging.received.length).toBeLessThanOrEqual(20)
    await dispatcher.stop()
  })

  test('gets one attempt at a time after failures, and many again after a success', async () => {
    let failing = false
    let atOnce = 0
    let most = 0
    const { url } = await receiver(async () => {
      most = Math.max(most, ++atOnce)
      await pause(5)
      atOnce--
      return { status: failing ? 500 : 200 }
    })
    const application = await webhooks.application(url)
    const dispatcher = webhooks.dispatcher()
    const send = async (count: number) => {
      most = 0
      await webhooks.addEvents(application, count)
      dispatcher.wake(application.applicationId)
      await dispatcher.settled()
      return most
    }
    expect(await send(60)).toBe(8)
    failing = true
    await send(20)
    expect(await send(20)).toBe(1)
    failing = false
    expect(await send(60)).toBe(8)
  })

  test('and is removed, is called no more', async () => {
    const { url, received } = await receiver(() => ({ status: 500 }))
    const application = await webhooks.application(url)
    await webhooks.addEvents(application, 1)
    const dispatcher = webhooks.dispatcher()
    await dispatcher.poll()
    await dispatcher.settled()
    await webhooks.pool.query('delete from webhook_endpoints where application_id = $1', [
      application.applicationId,
    ])
    dispatcher.forget(application.applicationId)
    webhooks.clock.advance(minutes(1))
    dispatcher.wake(application.applicationId)
    await dispatcher.poll()
    await dispatcher.settled()
    expect(received).toHaveLength(1)
  })
})

const setUrl = (applicationId: string, url: string) =>
  webhooks.pool.query('update webhook_endpoints set url = $2 where application_id = $1', [applicationId, url])

test('events of other processes are found without being told', async () => {
  const { url, received } = await receiver()
  const application = await webhooks.application(url)
  const dispatcher = webhooks.dispatcher()
  dispatcher.start()
  await webhooks.addEvents(application, 3)
  while (received.length < 3) await pause(20)
  await dispatcher.stop()
  expect(await webhooks.deliveries(application)).toMatchObject(Array(3).fill({ state: 'delivered' }))
})
