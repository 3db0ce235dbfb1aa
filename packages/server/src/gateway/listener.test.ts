import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { heldClock, idSource, Refusal, systemRandom } from '../core/index.ts'
import { addressList } from './address-list.ts'
import { bodyBudget } from './body.ts'
import { addSignedApi, createServer } from './listener.ts'

const clock = heldClock(Date.UTC(2026, 10, 21))
const random = systemRandom()
const path = '/v1/things'
let app: ReturnType<typeof createServer>
let port: number
let admitted: (() => void)[]
let sockets: Socket[]

beforeEach(async () => {
  admitted = []
  sockets = []
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
    pipeline: async (request, endpoint) => {
      await new Promise<void>((letGo) => admitted.push(letGo))
      return {
        visit: { request, endpoint, verified: false },
        answer: new Refusal('authentication_required'),
      }
    },
    record: () => {},
    proxies: addressList([]),
    trustsCertificate: () => false,
    bodies: bodyBudget(1_000),
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
