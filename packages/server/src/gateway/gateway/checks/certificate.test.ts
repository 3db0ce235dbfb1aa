import { Agent, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { addressList, dayMs, idSource, manualClock, systemRandom } from '@nani/foundation/core/index.ts'
import { createServer, resolvePeer } from '@nani/foundation/http/index.ts'
import { afterEach, expect, test } from 'vitest'
import { testApplication } from '../../../testing/application.ts'
import { testServerCertificate } from '../../../testing/tls.ts'
import type { IncomingRequest } from '../call.ts'
import { checkCertificate } from './certificate.ts'

const proxies = addressList([])
let stop: (() => Promise<unknown>) | undefined
afterEach(() => stop?.())

/** A TLS port that answers each request with the verdict of the check, and one connection to it. */
const openConnection = async () => {
  const clock = manualClock(Date.now())
  const certificate = await testServerCertificate('localhost')
  // The certificate of the test is its own authority, so that it counts as issued by it.
  const app = createServer({
    tls: { ...certificate, ca: certificate.cert },
    newId: idSource(clock, systemRandom()),
  })
  const sockets = new Set<unknown>()
  app.get('/', async ({ raw }) => {
    const peer = resolvePeer(raw, proxies, () => false)
    sockets.add(raw.socket)
    const request = { environment: 'production', peer } as IncomingRequest
    const thumbprints = new Set([String(peer.thumbprint)])
    const application = testApplication({ environment: 'production', thumbprints })
    checkCertificate({ request, application }, { clock })
    return 'accepted'
  })
  app.setErrorHandler((error, _request, reply) => reply.send((error as Error & { code: string }).code))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ ...certificate, keepAlive: true, maxSockets: 1, rejectUnauthorized: false })
  stop = () => {
    agent.destroy()
    return app.close()
  }
  const ask = () =>
    new Promise<string>((resolve, reject) => {
      const outgoing = request({ host: '127.0.0.1', port, agent }, (answer) => resolve(text(answer)))
      outgoing.on('error', reject).end()
    })
  return { clock, ask, connections: () => sockets.size }
}

test('a certificate that expires while its connection is open is accepted no longer', async () => {
  const { clock, ask, connections } = await openConnection()
  expect(await ask()).toBe('accepted')
  clock.advance(dayMs - 60_000)
  expect(await ask()).toBe('accepted')
  clock.advance(120_000)
  expect(await ask()).toBe('certificate_mismatch')
  expect(connections()).toBe(1)
})
