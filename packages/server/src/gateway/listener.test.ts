import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { heldClock, idSource, Refusal, systemRandom } from '../core/index.ts'
import { testApplication } from '../testing/application.ts'
import { addressList } from './address-list.ts'
import { type BodyBudget, bodyBudget } from './body.ts'
import { addSignedApi, createServer } from './listener.ts'
import { newVisit } from './visit.ts'

const clock = heldClock(Date.UTC(2026, 10, 21))
const random = systemRandom()
const path = '/v1/things'
let app: ReturnType<typeof createServer>
let port: number
let admitted: (() => void)[]
let sockets: Socket[]
let bodies: BodyBudget

beforeEach(async () => {
  admitted = []
  sockets = []
  bodies = bodyBudget(1_000, 1_000)
  app = createServer(null, idSource(clock, random))
  addSignedApi(app, {
    ...{ environment: 'sandbox', clock, random, tls: null, maxConcurrentCalls: 1 },
    endpoints: [
      {
        ...{ method: 'POST', path, service: null, body: 'optional', bodyLimitBytes: 100 },
        prepare: () => ({ usesQuotaOf: null, run: () => Promise.reject(new Error('is not reached')) }),
      },
    ],
    // It holds each call until the test lets it go.
    pipeline: {
      async recognise(request, endpoint) {
        if (request.headers['x-svc-key-id'] === 'stranger') throw new Refusal('invalid_api_key')
        return { ...newVisit(request, endpoint), application: testApplication(), holder: 'x' }
      },
      async pass(visit) {
        await new Promise<void>((letGo) => admitted.push(letGo))
        return { visit, answer: new Refusal('authentication_required') }
      },
    },
    record: () => {},
    proxies: addressList([]),
    trustsCertificate: () => false,
    bodies,
    onInternalError: () => {},
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
afterEach(async () => {
  for (const letGo of admitted) letGo()
  for (const socket of sockets) socket.destroy()
  await app.close()
})

const send = (bytes: string): Socket => {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.write(bytes)
  return socket
}
const whole = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`

test('who dawdles with a body takes no place from others', async () => {
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

test('a declared length over the limit answers first of all (decisions §3)', async () => {
  const [answer] = await once(send(unfinished('Content-Length: 101', '')), 'data')
  expect(String(answer)).toContain('HTTP/1.1 413')
})

test('a body counts against the memory until its call is answered', async () => {
  const answer = text(send(whole))
  await expect.poll(() => admitted.length).toBe(1)
  expect(bodies.reserve('x', 999)).toBe(false)
  admitted[0]?.()
  await answer
  expect(bodies.reserve('x', 1_000)).toBe(true)
})

test('past the bound of calls that run, the next is told to wait', async () => {
  send(whole)
  await expect.poll(() => admitted.length).toBe(1)
  const answer = await text(send(whole))
  expect(answer).toContain('HTTP/1.1 503')
  expect(answer).toContain('"retry_after":1')
  expect(admitted).toHaveLength(1)
})

test('what is no HTTP gets an X-Request-Id as well, and the body repeats it (decisions §2)', async () => {
  const answer = await text(send('no HTTP\r\n\r\n'))
  const [, requestId] = /\r\nX-Request-Id: (req_\w+)\r\n/.exec(answer) ?? []
  expect(requestId).toBeDefined()
  expect(JSON.parse(answer.split('\r\n\r\n')[1] as string)).toMatchObject({
    error: 'malformed_body',
    request_id: requestId,
  })
})
