import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { addressList, idSource, manualClock, Refusal, systemRandom } from '@nani/foundation/core/index.ts'
import {
  answerMemoryBounds,
  type BodyBudget,
  bodyBudget,
  createAnswerMemories,
  createServer,
  resolvePeer,
} from '@nani/foundation/http/index.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testApplication } from '../../testing/application.ts'
import type { Endpoint } from '../gateway/index.ts'
import { newRequestContext } from '../gateway/index.ts'
import { noCells } from './cell-router.ts'
import { signedApi } from './signed-api.ts'

const endpointOf = (path: string, bodyLimitBytes: number): Endpoint => ({
  ...{ method: 'POST', path, service: null, body: 'optional', bodyLimitBytes },
  prepare: () => ({ usesQuotaOf: null, run: () => Promise.reject(new Error('is not reached')) }),
})
const clock = manualClock(Date.UTC(2026, 10, 21))
const random = systemRandom()
const path = '/v1/things'
const largePath = '/v1/large-things'
const headers = { keyId: '', timestamp: '', nonce: '', iv: '', signature: '', idempotencyKey: '', prefer: '' }
let app: ReturnType<typeof createServer>
let port: number
let admitted: (() => void)[]
let sockets: Socket[]
let bodies: BodyBudget

beforeEach(async () => {
  admitted = []
  sockets = []
  bodies = bodyBudget(1_000, 1_000)
  app = createServer({ tls: null, newId: idSource(clock, random) })
  const shared: BodyBudget = {
    reserve: (of, bytes) => bodies.reserve(of, bytes),
    charge: (of, bytes) => bodies.charge(of, bytes),
    release: (of, bytes) => bodies.release(of, bytes),
  }
  app.register(signedApi, {
    ...{ environment: 'sandbox', clock, random, maxConcurrentCalls: 1, cells: noCells },
    endpoints: [endpointOf(path, 100), endpointOf(largePath, 10_000_000)],
    // It holds each call until the test lets it go.
    pipeline: {
      async preAuthenticate(request, endpoint) {
        if (request.headers['x-svc-key-id'] === 'unknown yet')
          await new Promise<void>((release) => admitted.push(release))
        if (request.headers['x-svc-key-id'] === 'stranger') throw new Refusal('invalid_api_key')
        return {
          ...newRequestContext(request, endpoint),
          headers,
          application: testApplication(),
          budgetKey: 'x',
        }
      },
      async handle(context) {
        await new Promise<void>((release) => admitted.push(release))
        return { context, response: new Refusal('authentication_required') }
      },
    },
    record: async () => {},
    http: {
      bodies: shared,
      answerMemories: createAnswerMemories(shared, answerMemoryBounds),
      peerOf: (message) => resolvePeer(message, addressList([]), () => false),
      onInternalError: () => {},
    },
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
afterEach(async () => {
  for (const release of admitted) release()
  for (const socket of sockets) socket.destroy()
  await app.close()
})

const send = (bytes: string): Socket => {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  // The server may end the connection while the test is still writing.
  socket.on('error', () => {})
  socket.write(bytes)
  return socket
}
const whole = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`

test('a caller that sends its body slowly takes no place from others', async () => {
  for (let dawdling = 0; dawdling < 3; dawdling++) {
    send(whole.slice(0, -1))
    await once(app.server, 'request')
  }
  const answer = text(send(whole))
  await expect.poll(() => admitted.length).toBe(1)
  admitted[0]?.()
  expect(await answer).toContain('HTTP/1.1 401')
})

const unfinished = (length: string, begun: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nX-SVC-Key-Id: stranger\r\n${length}\r\n\r\n${begun}`

test.each([
  ['Content-Length: 100', 'x'.repeat(50)],
  ['Transfer-Encoding: chunked', `32\r\n${'x'.repeat(50)}\r\n`],
])(
  'a stranger is refused before the body is read, and holds none of its memory (%s)',
  async (length, begun) => {
    const socket = send(unfinished(length, begun))
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toContain('HTTP/1.1 401')
    expect(bodies.reserve('x', 1_000)).toBe(true)
  },
)

test('a body counts against the memory until its call is answered', async () => {
  const answer = text(send(whole))
  await expect.poll(() => admitted.length).toBe(1)
  expect(bodies.reserve('x', 999)).toBe(false)
  admitted[0]?.()
  await answer
  expect(bodies.reserve('x', 1_000)).toBe(true)
})

test('beyond the maximum of running calls, the next is refused with the time to wait', async () => {
  send(whole)
  await expect.poll(() => admitted.length).toBe(1)
  const answer = await text(send(whole))
  expect(answer).toContain('HTTP/1.1 503')
  expect(answer).toContain('"retry_after":1')
  expect(admitted).toHaveLength(1)
})

test('what is no HTTP gets an X-Request-Id as well, and the body repeats it (spec/wire#request-ids)', async () => {
  const answer = await text(send('no HTTP\r\n\r\n'))
  const [, requestId] = /\r\nX-Request-Id: (req_\w+)\r\n/.exec(answer) ?? []
  expect(requestId).toBeDefined()
  expect(JSON.parse(answer.split('\r\n\r\n')[1] as string)).toMatchObject({
    error: 'malformed_body',
    request_id: requestId,
  })
})

const chunkedHead = (keyId: string) =>
  `POST ${largePath} HTTP/1.1\r\nHost: x\r\nX-SVC-Key-Id: ${keyId}\r\nTransfer-Encoding: chunked\r\n\r\n`
const megabyte = '1\r\nx\r\n'.repeat(170_000)

test('a body in one-byte chunks is refused, its connection ends, and the rest of it is not read', async () => {
  bodies = bodyBudget(10_000_000, 10_000_000)
  const socket = send(chunkedHead('x'))
  const [request] = (await once(app.server, 'request')) as [IncomingMessage]
  for (let sent = 0; sent < 20; sent++) socket.write(megabyte)
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1.1 400 .*"error":"malformed_body"/s)
  expect(answer).toMatch(/\r\nconnection: close\r\n/i)
  await expect.poll(() => request.socket.destroyed).toBe(true)
  expect(request.socket.bytesRead).toBeLessThan(1_000_000)
})

test('a caller that is not known yet is read no further than a little', async () => {
  bodies = bodyBudget(10_000_000, 10_000_000)
  const socket = send(chunkedHead('unknown yet'))
  const [request] = (await once(app.server, 'request')) as [IncomingMessage]
  const block = `40000\r\n${'x'.repeat(0x40000)}\r\n`
  for (let sent = 0; sent < 20; sent++) socket.write(block)
  await expect.poll(() => request.socket.bytesRead).toBeGreaterThan(64 * 1024)
  await expect.poll(() => request.socket.isPaused()).toBe(true)
  const { bytesRead } = request.socket
  expect(bytesRead).toBeLessThan(300_000)
  admitted[0]?.()
  await expect.poll(() => request.socket.bytesRead).toBeGreaterThan(bytesRead)
})

test('a body that no route reads stays in its socket, and the connection ends', async () => {
  const socket = send(`GET /nothing HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`)
  const [request] = (await once(app.server, 'request')) as [IncomingMessage]
  for (let sent = 0; sent < 20; sent++) socket.write(megabyte)
  expect(await text(socket)).toMatch(/^HTTP\/1.1 404 .*\r\nconnection: close\r\n/is)
  await expect.poll(() => request.socket.destroyed).toBe(true)
  expect(request.socket.bytesRead).toBeLessThan(1_000_000)
})

test('a body that no route reads stays in its socket while its caller is looked up', async () => {
  const socket = send(chunkedHead('unknown yet').replace(`POST ${largePath}`, 'GET /nothing'))
  const [request] = (await once(app.server, 'request')) as [IncomingMessage]
  for (let sent = 0; sent < 20; sent++) socket.write(megabyte)
  await expect.poll(() => request.socket.isPaused()).toBe(true)
  // node:http alone pauses only after 64 KiB of content, which are 390 kB in chunks of one byte.
  expect(request.socket.bytesRead).toBeLessThan(200_000)
  admitted[0]?.()
  expect(await text(socket)).toMatch(/\r\nconnection: close\r\n/i)
})
