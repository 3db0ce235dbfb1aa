import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until, validate } from '../client/kyc.ts'
import { fetchPlainly } from '../client/transport.ts'
import { createApplication } from '../installation/applications.ts'
import {
  type Installation,
  removeInstallation,
  startInstallation,
} from '../installation/start-installation.ts'
import { startedDataDir } from '../installation/started-data-dir.ts'

const dataDir = startedDataDir()
let installation: Installation

beforeAll(async () => {
  // Long enough for a call between the signal and the end.
  installation = await startInstallation(dataDir, { NANI_DRAIN_SECONDS: '5' })
})
afterAll(() => removeInstallation(dataDir, installation))

const ask = async (path: string, environment: 'sandbox' | 'production' = 'sandbox') => {
  const { base_url, ca_file } = installation.demo[environment]
  const identity = ca_file ? { ca: readFileSync(ca_file) } : {}
  const { status, headers, body } = await fetchPlainly(base_url + path, identity)
  expect(headers['cache-control']).toBe('no-store')
  return { status, json: JSON.parse(body.toString()) }
}

test('SIGTERM ends readiness first; calls are answered until balancers have noticed', async () => {
  for (const path of ['/livez', '/readyz', '/health'])
    for (const environment of ['sandbox', 'production'] as const)
      expect(await ask(path, environment)).toEqual({ status: 200, json: { status: 'ok' } })

  const application = {
    ...(await createApplication(dataDir)),
    base_url: installation.demo.sandbox.base_url,
  }
  const stopped = installation.stop()
  const unready = { status: 503, json: { status: 'unavailable', not_ready: ['process'] } }
  expect(
    await until(
      () => ask('/readyz'),
      ({ status }) => status === 503,
      { everyMs: 50 },
    ),
  ).toEqual(unready)
  expect(await ask('/health')).toEqual(unready)
  expect((await ask('/livez')).status).toBe(200)
  expect((await validate(application, '0001')).status).toBe(200)
  expect(await stopped).toBe(0)
})
