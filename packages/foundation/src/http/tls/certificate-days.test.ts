import { X509Certificate } from 'node:crypto'
import { testServerCertificate } from '@nani/server/testing/tls.ts'
import { expect, test } from 'vitest'
import { dayMs, manualClock } from '../../core/index.ts'
import { metricsText } from '../../platform/testing/metrics-text.ts'
import { openHttp } from '../open-http.ts'
import { certificateOf, replaceCertificate } from '../server.ts'
import { certificateMetrics } from './certificate-days.ts'

test('a surface with TLS reports the days of its certificate, also after its renewal', async () => {
  const http = openHttp({
    newId: (prefix) => `${prefix}_1`,
    ...{ log: () => {}, trustsCertificate: () => false, trustedProxies: [] },
  })
  const [first, renewed] = [
    await testServerCertificate('localhost'),
    await testServerCertificate('localhost'),
  ]
  const production = http.createServer(first, 'production')
  http.createServer(null, 'sandbox')
  const endMs = new X509Certificate(first.cert).validToDate.getTime()
  const text = await metricsText([certificateMetrics(http.servers, manualClock(endMs - 20 * dayMs))])
  const lines = text.split('\n').filter((line) => line.startsWith('nani_'))
  expect(lines).toEqual(['nani_certificate_days{surface="production"} 20'])
  replaceCertificate(production, renewed)
  expect(certificateOf(production)).toBe(renewed.cert)
})
