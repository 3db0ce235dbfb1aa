import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { heldClock, idSource, systemRandom } from '../core/index.ts'
import { testServerCertificate } from '../testing/tls.ts'
import { type ConnectionLimits, connectionLimits } from './connection-limits.ts'
import { createServer, type TlsOptions } from './listener.ts'

let app: ReturnType<typeof createServer> | undefined
afterEach(() => app?.close())

const start = async (limits: Partial<ConnectionLimits>, tls: TlsOptions | null = null) => {
  const newId = idSource(heldClock(Date.UTC(2026, 10, 21)), systemRandom())
  app = createServer(tls, newId, { ...connectionLimits, checkEveryMs: 50, ...limits })
  app.get('/', async () => 'here')
  app.get('/large', async () => Buffer.alloc(16 * 1024 * 1024))
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

describe('a connection is given up', () => {
  test.each([
    ['that says nothing', ''],
    ['whose headers never end', 'GET / HTTP/1.1\r\nHost: x\r\n'],
  ])('%s', async (_which, begun) => {
    const socket = connect(await start({ headersMs: 100, requestMs: 200 }), '127.0.0.1')
    socket.write(begun)
    expect(await text(socket)).toMatch(/^$|^HTTP\/1\.1 408 /)
  })

  test('whose other end does not read what it asked for', async () => {
    const port = await start({ stalledMs: 200 })
    const socket = connect(port, '127.0.0.1')
    socket.pause()
    for (let asked = 0; asked < 20; asked++) socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(app?.server as NonNullable<typeof app>['server'], 'request')
    await expect.poll(() => connectionsOf(), { timeout: 5_000 }).toBe(0)
    socket.destroy()
  })

  test('whose TLS handshake never ends', async () => {
    const certificate = await testServerCertificate('localhost')
    const port = await start({ handshakeMs: 100 }, { ...certificate, ca: certificate.cert })
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'close')
  })

  test('that spoke no HTTP and never ends', async () => {
    const port = await start({})
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.write('no HTTP\r\n\r\n')
    expect(await text(socket)).toContain('HTTP/1.1 400')
    await expect.poll(() => connectionsOf(), { timeout: 5_000 }).toBe(0)
    socket.destroy()
  })

  test('that has been idle', async () => {
    const socket = connect(await start({ idleMs: 100 }), '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(await text(socket)).toContain('HTTP/1.1 200')
  })
})

test('past the bound a connection is closed as it is opened, and there is room when one ends', async () => {
  const port = await start({ maxConnections: 1 })
  const first = connect(port, '127.0.0.1')
  await once(app?.server as NonNullable<typeof app>['server'], 'connection')
  const second = connect(port, '127.0.0.1')
  second.on('error', () => {})
  await once(second, 'close')
  first.end('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  expect(await text(first)).toContain('HTTP/1.1 200')
  await expect.poll(() => connectionsOf()).toBe(0)
  const third = connect(port, '127.0.0.1')
  third.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  expect(await text(third)).toContain('HTTP/1.1 200')
})

const connectionsOf = () =>
  new Promise<number>((resolve) => app?.server.getConnections((_error, count) => resolve(count)))
