import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { webhookHeaderNames } from '@nani/contract'
import { decodeKey, signWebhook } from '@nani/contract/node'
import { afterEach, describe, expect, test } from 'vitest'
import { expressReceiver } from '../examples/express-receiver.ts'
import { fastifyReceiver } from '../examples/fastify-receiver.ts'
import type { Store } from '../examples/handle-event.ts'

const key = `pek_test_${Buffer.alloc(32, 7).toString('base64url')}`

const memory = () => {
  const known = new Set<string>()
  const objects = new Map<string, { at: string; object: unknown }>()
  const writes: string[] = []
  let failing = false
  const store: Store = {
    async inTransaction(work) {
      const added: string[] = []
      try {
        await work({
          async rememberEvent(id) {
            if (known.has(id)) return false
            added.push(id)
            known.add(id)
            return true
          },
          async updateIfNewer(id, at, object) {
            if (failing) throw new Error('the receiver’s database is away')
            const stored = objects.get(id)
            if (stored && stored.at >= at) return
            writes.push(id)
            objects.set(id, { at, object })
          },
        })
      } catch (error) {
        for (const id of added) known.delete(id)
        throw error
      }
    },
  }
  const fail = (now: boolean) => {
    failing = now
  }
  return { store, objects, writes, fail }
}

let server: Server
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const listen = async (kind: 'fastify' | 'express', store: Store): Promise<string> => {
  if (kind === 'fastify') {
    const app = fastifyReceiver(key, store)
    await app.ready()
    server = createServer((request, response) => app.routing(request, response))
  } else server = createServer(expressReceiver(key, store))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}

const jobEvent = (id: string, status: string, created_at: string, type = 'job.completed') => ({
  ...{ id, object: 'event', type, livemode: false, created_at },
  data: { object: { id: 'job_1', object: 'job', status } },
})

const deliver = async (url: string, event: object, signature?: string): Promise<number> => {
  const body = JSON.stringify(event)
  const timestamp = String(Math.floor(Date.now() / 1000))
  const answer = await fetch(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      [webhookHeaderNames.timestamp]: timestamp,
      [webhookHeaderNames.signature]: signature ?? signWebhook(decodeKey(key), timestamp, body),
    },
  })
  return answer.status
}

describe.each(['fastify', 'express'] as const)('the %s receiver', (kind) => {
  const first = jobEvent('evt_1', 'completed', '2026-03-15T12:00:00.000Z')

  test('handles a repeated event once, and acknowledges both deliveries', async () => {
    const { store, writes } = memory()
    const url = await listen(kind, store)
    expect([await deliver(url, first), await deliver(url, first)]).toEqual([204, 204])
    expect(writes).toEqual(['job_1'])
  })

  test('keeps the newer state if events arrive out of order', async () => {
    const { store, objects } = memory()
    const url = await listen(kind, store)
    const older = jobEvent('evt_0', 'pending', '2026-03-15T11:00:00.000Z')
    expect([await deliver(url, first), await deliver(url, older)]).toEqual([204, 204])
    expect(objects.get('job_1')?.object).toMatchObject({ status: 'completed' })
  })

  test('requests an event again if it could not handle it', async () => {
    const { store, writes, fail } = memory()
    const url = await listen(kind, store)
    fail(true)
    expect(await deliver(url, first)).toBe(500)
    fail(false)
    expect(await deliver(url, first)).toBe(204)
    expect(writes).toEqual(['job_1'])
  })

  test('refuses deliveries with another signature, and ignores unknown events', async () => {
    const { store, writes } = memory()
    const url = await listen(kind, store)
    expect(await deliver(url, first, '0'.repeat(64))).toBe(400)
    expect(await deliver(url, jobEvent('evt_2', 'x', '2026-03-15T12:00:00.000Z', 'moon.landed'))).toBe(204)
    expect(writes).toEqual([])
  })
})
