import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { testRsaCertificate, testServerCertificate } from '@nani/server/testing/tls.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idSource, manualClock, systemRandom } from '../core/index.ts'
import { createServer } from './server.ts'

const newId = idSource(manualClock(Date.UTC(2026, 10, 21)), systemRandom())
const servers: ReturnType<typeof createServer>[] = []
const ports = { ecdsa: 0, rsa: 0 }
type Key = keyof typeof ports

beforeAll(async () => {
  const certificates = {
    ecdsa: await testServerCertificate('localhost'),
    rsa: await testRsaCertificate('localhost'),
  }
  for (const key of ['ecdsa', 'rsa'] as const) {
    const server = createServer({ tls: { ...certificates[key], ca: certificates[key].cert }, newId })
    server.get('/', async () => 'here')
    await server.listen({ host: '127.0.0.1', port: 0 })
    ports[key] = (server.server.address() as AddressInfo).port
    servers.push(server)
  }
})
afterAll(() => Promise.all(servers.map((server) => server.close())))

const open = async (key: Key, options: ConnectionOptions): Promise<TLSSocket> => {
  const socket = connect({ host: '127.0.0.1', port: ports[key], rejectUnauthorized: false, ...options })
  await once(socket, 'secureConnect')
  return socket
}

const only = (cipher: string): ConnectionOptions => ({
  maxVersion: 'TLSv1.2',
  ciphers: `${cipher}@SECLEVEL=0`,
})

const good: [Key, string][] = [
  ['ecdsa', 'ECDHE-ECDSA-AES256-GCM-SHA384'],
  ['ecdsa', 'ECDHE-ECDSA-AES128-GCM-SHA256'],
  ['ecdsa', 'ECDHE-ECDSA-CHACHA20-POLY1305'],
  ['rsa', 'ECDHE-RSA-AES128-GCM-SHA256'],
]

test.each(good)(
  'TLS 1.2 with forward secrecy and authenticated encryption is accepted (%s, %s)',
  async (key, cipher) => {
    const socket = await open(key, only(cipher))
    expect(socket.getCipher().name).toBe(cipher)
    socket.destroy()
  },
)

describe('TLS 1.2 is refused with', () => {
  test.each<[string, Key, string]>([
    ['CBC and SHA-1', 'ecdsa', 'ECDHE-ECDSA-AES128-SHA'],
    ['CBC and SHA-256', 'ecdsa', 'ECDHE-ECDSA-AES128-SHA256'],
    ['CBC and SHA-1, under an RSA key', 'rsa', 'ECDHE-RSA-AES256-SHA'],
    ['the static RSA key exchange', 'rsa', 'AES128-GCM-SHA256'],
    ['the static RSA key exchange and CBC', 'rsa', 'AES256-SHA'],
  ])('%s', async (_which, key, cipher) => {
    await expect(open(key, only(cipher))).rejects.toThrow(/handshake failure/i)
  })
})

test('TLS 1.1 is refused', async () => {
  const old: ConnectionOptions = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' }
  await expect(open('ecdsa', old)).rejects.toThrow(/protocol version/i)
})

test("TLS 1.3 is used if the client supports it, and the server's order decides", async () => {
  const newest = await open('ecdsa', {})
  expect([newest.getProtocol(), newest.getCipher().name]).toEqual(['TLSv1.3', 'TLS_AES_256_GCM_SHA384'])
  newest.destroy()
  const preferred = await open('ecdsa', {
    ...{ maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384' },
  })
  expect(preferred.getCipher().name).toBe('ECDHE-ECDSA-AES256-GCM-SHA384')
  preferred.destroy()
})

test('a client cannot renegotiate', async () => {
  const socket = await open('ecdsa', { maxVersion: 'TLSv1.2' })
  const outcome = await new Promise((resolve) => {
    socket.on('error', resolve)
    socket.renegotiate({ rejectUnauthorized: false }, resolve)
  })
  expect(String(outcome)).toMatch(/no renegotiation/i)
  socket.destroy()
})

test.each(['TLSv1.2', 'TLSv1.3'] as const)(
  'no session is resumed, so that each connection proves its certificate (%s)',
  async (version) => {
    const sessions: Buffer[] = []
    const first = connect({
      host: '127.0.0.1',
      port: ports.ecdsa,
      rejectUnauthorized: false,
      maxVersion: version,
    })
    first.on('session', (session) => sessions.push(session))
    await once(first, 'secureConnect')
    first.end('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(await text(first)).toContain('HTTP/1.1 200')
    const session = sessions.at(-1) ?? first.getSession()
    const second = await open('ecdsa', { maxVersion: version, ...(session && { session }) })
    expect(second.isSessionReused()).toBe(false)
    second.destroy()
  },
)
