import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { startReceiver } from '@nani/server/testing/receiver.ts'
import { testServerCertificate } from '@nani/server/testing/tls.ts'
import { afterEach, expect, test } from 'vitest'
import { manualClock } from '../core/index.ts'
import { type ConnectionsOptions, openConnections } from './connections.ts'
import { postGuarded } from './post-guarded.ts'

const toStop: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of toStop.splice(0).reverse()) await stop()
})

const receiver = async (...how: Parameters<typeof startReceiver>) => {
  const started = await startReceiver(...how)
  toStop.push(started.stop)
  return started
}

const connections = (options: Partial<ConnectionsOptions> = {}) => {
  const clock = manualClock(0)
  const opened = openConnections({
    policy: { allowHttp: true, allowLoopback: true },
    lookup: async () => ['127.0.0.1'],
    clock,
    ...options,
  })
  toStop.push(opened.close)
  return { opened, clock }
}

const request = {
  headers: { 'content-type': 'application/json' },
  body: '{"a":1}',
  timeoutMs: 2_000,
  answerBytes: 1_024,
}

test('a body arrives unchanged, and the beginning of the response is returned', async () => {
  const { received, url } = await receiver(() => ({ status: 201, body: 'x'.repeat(5_000) }))
  const answer = await postGuarded(connections().opened, `${url}/hook?a=b`, request)
  expect(answer.status).toBe(201)
  expect(answer.start.toString()).toBe('x'.repeat(1_024))
  expect(received).toMatchObject([
    { method: 'POST', path: '/hook?a=b', body: '{"a":1}', headers: { 'content-type': 'application/json' } },
  ])
})

test('a name is resolved once, so a second answer of the name server has no effect', async () => {
  const { received, port } = await receiver()
  const answers = [['127.0.0.1'], ['10.0.0.1']]
  let asked = 0
  const { opened, clock } = connections({ lookup: async () => answers[asked++] ?? [] })
  const url = `http://rebound.example:${port}/`
  await postGuarded(opened, url, request)
  clock.advance(59_000)
  await postGuarded(opened, url, request)
  expect({ asked, arrived: received.length }).toEqual({ asked: 1, arrived: 2 })
  // A minute later it is resolved and checked again.
  clock.advance(1_000)
  await expect(postGuarded(opened, url, request)).rejects.toMatchObject({ reason: 'address_refused' })
  expect({ asked, arrived: received.length }).toEqual({ asked: 2, arrived: 2 })
})

test('connections are reused; a name with new addresses gets new ones', async () => {
  const { port, connections: count } = await receiver()
  const answers = [['127.0.0.1'], ['127.0.0.1'], ['127.0.0.1', '127.0.0.2']]
  let asked = 0
  const { opened, clock } = connections({ lookup: async () => answers[asked++] ?? [] })
  const url = `http://kept.example:${port}/`
  for (const waitMs of [0, 0, 61_000, 0, 61_000, 0]) {
    clock.advance(waitMs)
    await postGuarded(opened, url, request)
    // The client reuses a connection one event-loop turn after the end of the response.
    await setImmediate()
  }
  expect({ asked, connections: count() }).toEqual({ asked: 3, connections: 2 })
})

test('connections unused for a minute are closed, and so are the oldest beyond the maximum', async () => {
  const first = await receiver()
  const second = await receiver()
  const { opened, clock } = connections({ maxOrigins: 1 })
  await postGuarded(opened, first.url, request)
  await postGuarded(opened, second.url, request)
  await postGuarded(opened, first.url, request)
  expect(first.connections()).toBe(2)
  clock.advance(60_000)
  await opened.sweep()
  await postGuarded(opened, first.url, request)
  expect(first.connections()).toBe(3)
})

test('TLS verifies the name, although the address is given', async () => {
  const tls = await testServerCertificate('receiver.example')
  const { received, port } = await receiver(() => ({}), tls)
  const { opened } = connections({ ca: tls.cert })
  expect((await postGuarded(opened, `https://receiver.example:${port}/`, request)).status).toBe(200)
  expect(received[0]?.headers.host).toBe(`receiver.example:${port}`)
  await expect(postGuarded(opened, `https://another.example:${port}/`, request)).rejects.toMatchObject({
    reason: 'tls_failed',
  })
  const { opened: untrusting } = connections()
  await expect(postGuarded(untrusting, `https://receiver.example:${port}/`, request)).rejects.toMatchObject({
    reason: 'tls_failed',
  })
  expect(received).toHaveLength(1)
})

test('a redirect is a normal response and is not followed', async () => {
  const elsewhere = await receiver()
  const { url } = await receiver(() => ({ status: 307, headers: { location: elsewhere.url } }))
  expect((await postGuarded(connections().opened, url, request)).status).toBe(307)
  expect(elsewhere.received).toHaveLength(0)
})

test('timeout, failed connection and invalid HTTP have different reasons', async () => {
  const hanging = await receiver(() => 'hang')
  const { opened } = connections()
  const failing = (url: string) => postGuarded(opened, url, { ...request, timeoutMs: 200 })
  await expect(failing(hanging.url)).rejects.toMatchObject({ reason: 'timeout' })
  await expect(failing('http://127.0.0.1:1/')).rejects.toMatchObject({ reason: 'port_refused' })
  const closed = await receiver()
  await closed.stop()
  toStop.pop()
  await expect(failing(closed.url)).rejects.toMatchObject({ reason: 'connection_failed' })
  const noise = createServer((socket) => socket.end('nothing of HTTP\r\n\r\n'))
  await new Promise<void>((done) => noise.listen(0, '127.0.0.1', done))
  const noisy = `http://127.0.0.1:${(noise.address() as AddressInfo).port}/`
  await expect(failing(noisy)).rejects.toMatchObject({ reason: 'invalid_answer' })
  noise.close()
})

test('a look-up counts towards the time', async () => {
  const { opened } = connections({ lookup: () => new Promise(() => {}) })
  const late = postGuarded(opened, 'https://slow.example/', { ...request, timeoutMs: 50 })
  await expect(late).rejects.toMatchObject({ reason: 'timeout' })
})

test('a reused connection that the remote side closes is not a failure', async () => {
  const { url, received } = await receiver((_received, count) => (count === 2 ? 'reset' : {}))
  const { opened } = connections()
  expect((await postGuarded(opened, url, request)).status).toBe(200)
  expect((await postGuarded(opened, url, request)).status).toBe(200)
  expect(received).toHaveLength(3)
  const resetting = await receiver(() => 'reset')
  await expect(postGuarded(opened, resetting.url, request)).rejects.toMatchObject({
    reason: 'connection_failed',
  })
  expect(resetting.received).toHaveLength(1)
})

test('the status alone acknowledges, even if the body never ends', async () => {
  const dripping = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () =>
      socket.write('HTTP/1.1 103 Early\r\n\r\nHTTP/1.1 202 Accepted\r\ncontent-length: 99\r\n\r\nbegun'),
    )
  })
  await new Promise<void>((done) => dripping.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(dripping.address() as AddressInfo).port}/`
  const { status, start } = await postGuarded(connections().opened, url, { ...request, timeoutMs: 150 })
  expect({ status, start: start.toString() }).toEqual({ status: 202, start: 'begun' })
  dripping.close()
})
