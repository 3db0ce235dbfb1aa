import { randomBytes, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { dayMs, hourMs, idSource, manualClock, systemRandom } from '@nani/foundation/core/index.ts'
import { createServer, replaceCertificate } from '@nani/foundation/http/index.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import {
  type CertificateDependencies,
  openAuthority,
  openServerCertificate,
  renewServerCertificate,
} from '../../organizations/organizations/index.ts'
import { keepCertificateFresh } from './keep-certificate-fresh.ts'

const random = systemRandom()
let database: TestDatabase
let app: ReturnType<typeof createServer>
let sockets: TLSSocket[]

beforeEach(async () => {
  database = await createTestDatabase()
  sockets = []
})
afterEach(async () => {
  vi.useRealTimers()
  for (const socket of sockets) socket.destroy()
  await app?.close()
  await database.drop()
})

/** A listener whose certificate is renewed by a clock that the test controls. */
const start = async (renew = renewServerCertificate) => {
  const clock = manualClock(Date.UTC(2026, 10, 22))
  const newId = idSource(clock, random)
  const vault = createVault(randomBytes(32), 'test', random)
  const dependencies: CertificateDependencies = {
    ...{ pool: database.pool, clock, random, newId, credentialsVault: vault, authorityVault: vault },
  }
  const authority = await openAuthority(dependencies)
  const tlsOf = (certificate: typeof inUse) => ({
    ...{ key: certificate.privateKeyPem, cert: certificate.certificatePem, ca: authority.certificatePem },
  })
  const inUse = await openServerCertificate(authority, ['localhost'], dependencies)
  app = createServer({ tls: tlsOf(inUse), newId })
  app.get('/', async () => 'here')
  await app.listen({ host: '127.0.0.1', port: 0 })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const used: string[] = []
  const onError = vi.fn()
  const renewal = keepCertificateFresh({
    inUse,
    renew: (certificate) => renew(certificate, authority, ['localhost'], dependencies),
    use(certificate) {
      replaceCertificate(app, tlsOf(certificate))
      used.push(certificate.certificatePem)
    },
    onError,
  })
  return { clock, dependencies, authority, inUse, used, onError, renewal }
}

const open = async (options: ConnectionOptions = {}): Promise<TLSSocket> => {
  const { port } = app.server.address() as AddressInfo
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...options })
  sockets.push(socket)
  await once(socket, 'secureConnect')
  return socket
}

const fingerprint = (socket: TLSSocket) => socket.getPeerX509Certificate()?.fingerprint256
const fingerprintOf = (pem: string | undefined) => pem && new X509Certificate(pem).fingerprint256

test('a certificate near its end is renewed while the process runs, and open connections continue', async () => {
  const { clock, inUse, used } = await start()
  const before = await open()
  clock.advance(334 * dayMs)
  await vi.advanceTimersByTimeAsync(hourMs)
  expect(fingerprint(await open())).toBe(fingerprintOf(inUse.certificatePem))

  clock.advance(2 * dayMs)
  await vi.advanceTimersByTimeAsync(hourMs)
  await vi.waitFor(() => expect(used).toHaveLength(1))
  const after = await open()
  expect(fingerprint(after)).toBe(fingerprintOf(used[0]))
  expect(fingerprint(after)).not.toBe(fingerprint(before))
  const end = new X509Certificate(used[0] as string).validToDate.getTime()
  expect(end).toBeGreaterThan(clock.now() + 364 * dayMs)

  before.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(String((await once(before, 'data'))[0])).toContain('HTTP/1.1 200')
  // The renewed context keeps the policy of the first.
  const weak = { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA@SECLEVEL=0' } as const
  await expect(open(weak)).rejects.toThrow(/handshake failure/i)
})

test('a process whose certificate ends uses the one that another process has renewed', async () => {
  const { clock, dependencies, authority, used } = await start()
  clock.advance(340 * dayMs)
  const others = await openServerCertificate(authority, ['localhost'], dependencies)
  await vi.advanceTimersByTimeAsync(hourMs)
  await vi.waitFor(() => expect(used).toEqual([others.certificatePem]))
})

test('a renewal that fails is reported and repeated an hour later; a stopped one is not', async () => {
  let failures = 1
  const renew: typeof renewServerCertificate = (...given) =>
    failures-- > 0 ? Promise.reject(new Error('away')) : renewServerCertificate(...given)
  const { clock, used, onError, renewal } = await start(renew)
  clock.advance(340 * dayMs)
  await vi.advanceTimersByTimeAsync(hourMs)
  expect([onError.mock.calls.length, used.length]).toEqual([1, 0])
  await vi.advanceTimersByTimeAsync(hourMs)
  await vi.waitFor(() => expect(used).toHaveLength(1))
  renewal.stop()
  clock.advance(340 * dayMs)
  await vi.advanceTimersByTimeAsync(hourMs)
  expect(used).toHaveLength(1)
})
