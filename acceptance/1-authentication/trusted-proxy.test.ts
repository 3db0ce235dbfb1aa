import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { send, signedRequest } from '../client/call.ts'
import { selfSigned } from '../client/certificates.ts'
import { type Credentials, identityOf } from '../client/credentials.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { kycRequest, singlePath } from '../client/kyc.ts'
import { createApplication } from '../installation/applications.ts'
import { startSecondProcess } from '../installation/second-process.ts'
import { type Installation, newDataDir, removeInstallation } from '../installation/start-installation.ts'

// A server process whose configured proxy is this machine.

const { production } = inject('demo')
const dataDir = inject('dataDir')
const ownDataDir = newDataDir()
let behindProxy: Installation

beforeAll(async () => {
  behindProxy = await startSecondProcess(dataDir, ownDataDir, { NANI_TRUSTED_PROXIES: '127.0.0.1' })
})

afterAll(async () => {
  await behindProxy?.stop().catch(() => {})
  await removeInstallation(ownDataDir, behindProxy)
})

/** Calls through the proxy: without a client certificate of its own, with what the proxy says. */
const throughProxy = (credentials: Credentials, headers: Record<string, string>) => {
  const environment = credentials.api_key.startsWith('key_live_') ? 'production' : 'sandbox'
  const { base_url } = behindProxy.demo[environment]
  const call = signedRequest(credentials, 'POST', singlePath, kycRequest('0001'), { headers })
  const { ca } = identityOf(production)
  return send({ ...credentials, base_url }, call, environment === 'production' ? { ca } : {})
}

const forwarded = (pem: string) => ({ 'Client-Cert': `:${pem.replace(/-----[^-]+-----|\s/g, '')}:` })

test('the certificate that a configured proxy forwards in Client-Cert (RFC 9440) counts', async () => {
  const answer = await throughProxy(production, forwarded(String(identityOf(production).cert)))
  expect(answer.status).toBe(200)
})

test('a forwarded certificate is checked like one of the connection', async () => {
  const other = await createApplication(dataDir, { environment: 'production', approved: true })
  expectRefusal(
    await throughProxy(other, forwarded(String(identityOf(production).cert))),
    'certificate_mismatch',
  )
  const stranger = await selfSigned('stranger')
  expectRefusal(await throughProxy(production, forwarded(stranger.cert)), 'certificate_mismatch')
  expectRefusal(await throughProxy(production, {}), 'certificate_required')
})

test('the address that a configured proxy forwards is held against the allowlist', async () => {
  const application = await createApplication(dataDir, { allowIp: ['203.0.113.0/24'] })
  const from = (addresses: string) => throughProxy(application, { 'X-Forwarded-For': addresses })
  expect((await from('203.0.113.7')).status).toBe(200)
  expectRefusal(await from('198.51.100.1'), 'ip_not_allowed')
  // The caller controls all addresses to the left of the one that the proxy added.
  expectRefusal(await from('203.0.113.7, 198.51.100.1'), 'ip_not_allowed')
})
