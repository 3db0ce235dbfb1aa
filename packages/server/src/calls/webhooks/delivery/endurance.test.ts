import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Received } from '../../../testing/receiver.ts'
import { startWebhooks } from '../../../testing/webhooks.ts'
import { leaseMs } from './lease-deliveries.ts'

let webhooks: Awaited<ReturnType<typeof startWebhooks>>
beforeAll(async () => {
  webhooks = await startWebhooks()
})
afterAll(() => webhooks.stop())
afterEach(async () => expect(await webhooks.clear()).toEqual([]))

const untilReceived = (received: readonly Received[], count: number) =>
  expect.poll(() => received.length, { interval: 1, timeout: 30_000 }).toBeGreaterThanOrEqual(count)

const idsOf = (received: readonly Received[]) =>
  received.map(({ body }) => (JSON.parse(body) as { id: string }).id)

/** The latency of an endpoint, so that its attempts overlap. No condition waits for it. */
const latency = () => delay(5)

/** An attempt that its receiver holds ends when the test says so. It must not end before, however slow the machine is. */
const never = { timeoutMs: 300_000 }

describe('no delivery is lost', () => {
  test('deliveries of a dead process are sent after its lease', async () => {
    const { url, received } = await webhooks.receiver()
    const application = await webhooks.application(url)
    await webhooks.addEvents(application, 3)
    // A process with leases whose attempts do not end: its receiver does not respond.
    const late = Promise.withResolvers<{ status: number }>()
    const hanging = await webhooks.receiver(() => late.promise)
    await setUrl(application.applicationId, hanging.url)
    const dying = webhooks.dispatcher(never)
    dying.wake(application.applicationId)
    await untilReceived(hanging.received, 1)
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
    // The late failure of the first process does not change an acknowledged delivery.
    late.resolve({ status: 500 })
    await dying.settled()
    expect((await webhooks.deliveries(application)).map(({ state }) => state)).toEqual(
      Array(3).fill('delivered'),
    )
  })

  test('processes that share a database send each event once', async () => {
    const { url, received } = await webhooks.receiver()
    const application = await webhooks.application(url)
    const ids = await webhooks.addEvents(application, 300)
    const both = [webhooks.dispatcher(), webhooks.dispatcher()]
    for (const dispatcher of both) dispatcher.wake(application.applicationId)
    await Promise.all(both.map((dispatcher) => dispatcher.settled()))
    expect(received).toHaveLength(300)
    expect(new Set(idsOf(received))).toEqual(new Set(ids))
  })

  test('attempts begun before a resend do not count in its new round', async () => {
    let answerFirst = () => {}
    const answered = new Promise<void>((resolve) => {
      answerFirst = resolve
    })
    const { url, received } = await webhooks.receiver(async (_received, count) => {
      if (count === 1) await answered
      return {}
    })
    const application = await webhooks.application(url)
    await webhooks.addEvents(application, 1)
    const dispatcher = webhooks.dispatcher()
    dispatcher.wake(application.applicationId)
    await untilReceived(received, 1)
    await webhooks.pool.query(
      'update webhook_deliveries set round = 2, leased_until = null, next_attempt_at = $2 where application_id = $1',
      [application.applicationId, new Date(webhooks.clock.now() + 1_000)],
    )
    answerFirst()
    await dispatcher.settled()
    expect(await webhooks.deliveries(application)).toMatchObject([{ state: 'scheduled', attempts: 0 }])
    webhooks.clock.advance(1_000)
    await dispatcher.poll()
    await dispatcher.settled()
    expect(received).toHaveLength(2)
    expect(await webhooks.deliveries(application)).toMatchObject([{ state: 'delivered', attempts: 1 }])
  })

  test('a stop waits for running attempts and releases the others', async () => {
    let answerAll = () => {}
    const answered = new Promise<void>((resolve) => {
      answerAll = resolve
    })
    const { url, received } = await webhooks.receiver(async (_received, count) => {
      if (count > 3) await answered
      return {}
    })
    const application = await webhooks.application(url)
    await webhooks.addEvents(application, 100)
    const stopping = webhooks.dispatcher()
    stopping.wake(application.applicationId)
    await untilReceived(received, 6)
    let ended = false
    const stopped = stopping.stop().then(() => {
      ended = true
    })
    // The statement takes longer than a stop without a wait.
    await webhooks.deliveries(application)
    expect(ended).toBe(false)
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

  test('a failing database is reported, and unrecorded events are sent again', async () => {
    const { url, received } = await webhooks.receiver()
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

describe('a failing endpoint', () => {
  test('delays no other: events of others leave while it hangs', async () => {
    const answered = Promise.withResolvers<{ status: number }>()
    const hanging = await webhooks.receiver(() => answered.promise)
    const healthy = await webhooks.receiver()
    const others = []
    for (let index = 0; index < 20; index++)
      others.push(await webhooks.application(`${hanging.url}/${index}`))
    const application = await webhooks.application(healthy.url)
    for (const other of others) await webhooks.addEvents(other, 50)
    await webhooks.addEvents(application, 200)
    const dispatcher = webhooks.dispatcher(never)
    await dispatcher.poll()
    // None of the attempts at the others has ended.
    await untilReceived(healthy.received, 200)
    // None of them is healthy yet: each has one attempt and no leased delivery.
    expect(hanging.received.length).toBeLessThanOrEqual(20)
    const stopped = dispatcher.stop()
    answered.resolve({ status: 500 })
    await stopped
  })

  test('gets one attempt at a time after failures, and many again after a success', async () => {
    let failing = false
    let concurrent = 0
    let most = 0
    const { url } = await webhooks.receiver(async () => {
      most = Math.max(most, ++concurrent)
      await latency()
      concurrent--
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

  test('is not called after its removal', async () => {
    const { url, received } = await webhooks.receiver(() => ({ status: 500 }))
    const application = await webhooks.application(url)
    await webhooks.addEvents(application, 1)
    const dispatcher = webhooks.dispatcher()
    await dispatcher.poll()
    await dispatcher.settled()
    await webhooks.pool.query('delete from webhook_endpoints where application_id = $1', [
      application.applicationId,
    ])
    dispatcher.forget(application.applicationId)
    webhooks.clock.advance(60_000)
    dispatcher.wake(application.applicationId)
    await dispatcher.poll()
    await dispatcher.settled()
    expect(received).toHaveLength(1)
  })
})

const setUrl = (applicationId: string, url: string) =>
  webhooks.pool.query('update webhook_endpoints set url = $2 where application_id = $1', [applicationId, url])
