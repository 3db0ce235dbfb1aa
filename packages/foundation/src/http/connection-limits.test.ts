import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import { testServerCertificate } from '@nani/server/testing/tls.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { idSource, manualClock, systemRandom } from '../core/index.ts'
import { type ConnectionLimits, connectionLimits } from './connection-limits.ts'
import { createServer, type TlsOptions } from './server.ts'

let app: ReturnType<typeof createServer> | undefined
afterEach(() => app?.close())

const start = async (limits: Partial<ConnectionLimits>, tls: TlsOptions | null = null) => {
  const newId = idSource(manualClock(Date.UTC(2026, 10, 21)), systemRandom())
  app = createServer({ tls, newId, limits: { ...connectionLimits, checkEveryMs: 50, ...limits } })
  app.get('/', async () => 'here')
  app.get('/large', async () => Buffer.alloc(16 * 1024 * 1024))
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

describe('a connection is closed', () => {
  test.each([
    ['that says nothing', ''],
    ['whose headers never end', 'GET / HTTP/1.1\r\nHost: x\r\n'],
  ])('%s', async (_which, begun) => {
    const socket = connect(await start({ headersMs: 100, requestMs: 200 }), '127.0.0.1')
    socket.write(begun)
    expect(await text(socket)).toMatch(/^$|^HTTP\/1\.1 408 /)
  })

  test('whose other end does not read the response', async () => {
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
    const given = once(app?.server as NonNullable<typeof app>['server'], 'tlsClientError')
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    const closed = once(socket, 'close')
    // It is accepted first, and closed only after its time.
    expect((await given)[0]).toMatchObject({ code: 'ERR_TLS_HANDSHAKE_TIMEOUT' })
    await closed
    expect(socket.bytesRead).toBe(0)
  })

  test('that sent no HTTP and never ends', async () => {
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

const whole = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
const opened = async (port: number, from = '127.0.0.1') => {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  socket.on('error', () => {})
  const [accepted] = await once(app?.server as NonNullable<typeof app>['server'], 'connection')
  return { socket, accepted: accepted as Socket }
}

test('beyond the limit of a port the oldest connection without a call is closed for a new one', async () => {
  const port = await start({ maxConnections: 1 })
  const { socket: first } = await opened(port)
  const { socket: second } = await opened(port)
  await once(first, 'close')
  second.write(whole)
  expect(await text(second)).toContain('HTTP/1.1 200')
  await expect.poll(() => connectionsOf()).toBe(0)
})

test('beyond the limit of an address only its own connections are closed', async () => {
  const port = await start({ maxPerAddress: 2 })
  const { socket: neighbour } = await opened(port, '127.0.0.2')
  const flood = [await opened(port), await opened(port), await opened(port), await opened(port)]
  await Promise.all(flood.slice(0, 2).map(({ socket }) => once(socket, 'close')))
  expect(await connectionsOf()).toBe(3)
  neighbour.write(whole)
  expect(await text(neighbour)).toContain('HTTP/1.1 200')
  for (const { socket } of flood) socket.destroy()
})

describe('on a TLS port', () => {
  const certified = async (maxConnections: number) => {
    const server = await testServerCertificate('localhost')
    const port = await start({ maxConnections, certifiedShare: 0.5 }, { ...server, ca: server.cert })
    return { server, port }
  }
  const handshake = async (port: number, identity: object) => {
    const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ...identity })
    socket.on('error', () => {})
    await once(socket, 'secureConnect')
    return socket
  }

  test('a flood without certificates does not close a caller with one, and ended connections are not counted', async () => {
    const { server, port } = await certified(4)
    // The certificate of the test is self-signed, so that it counts as issued by its authority.
    const caller = await handshake(port, server)
    const strangers: Socket[] = []
    for (let count = 0; count < 8; count++) strangers.push((await opened(port)).socket)
    await expect.poll(() => connectionsOf()).toBe(3)
    const newcomer = await handshake(port, server)
    newcomer.write(whole)
    expect(await text(newcomer)).toContain('HTTP/1.1 200')
    caller.write(whole)
    expect(await text(caller)).toContain('HTTP/1.1 200')
    for (const socket of strangers) socket.destroy()
    await expect.poll(() => connectionsOf()).toBe(0)
  })
})

test('a connection without a valid call is closed early, and its answers announce it', async () => {
  const socket = connect(await start({ unprovenIdleMs: 1_000, idleMs: 60_000 }), '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  const answer = await text(socket)
  expect(answer).toContain('HTTP/1.1 200')
  expect(answer.toLowerCase()).toContain('keep-alive: timeout=1\r\n')
})

const connectionsOf = () =>
  new Promise<number>((resolve) => app?.server.getConnections((_error, count) => resolve(count)))
