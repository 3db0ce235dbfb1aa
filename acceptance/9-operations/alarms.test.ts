import { afterAll, beforeAll, expect, test } from 'vitest'
import { get } from '../client/call.ts'
import { validate } from '../client/kyc.ts'
import { createApplication } from '../installation/applications.ts'
import { naniJson } from '../installation/nani-command.ts'
import {
  type Installation,
  removeInstallation,
  startInstallation,
} from '../installation/start-installation.ts'
import { startedDataDir } from '../installation/started-data-dir.ts'

const dataDir = startedDataDir()
const threshold = 30
let installation: Installation

beforeAll(async () => {
  installation = await startInstallation(dataDir, { NANI_ALARM_NOT_FOUND: String(threshold) })
})

afterAll(() => removeInstallation(dataDir, installation))

test('operators are shown failed authentication and enumeration', { timeout: 60_000 }, async () => {
  const base_url = installation.demo.sandbox.base_url
  const [guesser, customer] = await Promise.all(
    [1, 2].map(async () => ({ ...(await createApplication(dataDir, { burst: 1_000 })), base_url })),
  )
  const forged = { ...guesser!, secret_key: customer!.secret_key }
  for (let tries = 0; tries < 3; tries++) expect((await get(forged, '/v1/events')).status).toBe(401)
  const unknown = (number: number) => ({
    identifier: { type: 'svc_id', value: `COD-7${String(number).padStart(3, '0')}-0000-0404` },
    scopes: [],
  })
  for (let number = 0; number < 2 * threshold; number++) {
    expect((await validate(guesser!, '0404', unknown(number))).json.result).toBe('not_found')
    await validate(customer!, '0001', { scopes: [] })
  }
  // A stop writes what the running minute has counted.
  await installation.stop()
  expect(installation.output()).toContain(`alarm identifier_enumeration: ${guesser!.application_id}`)
  const { data: alarms } = await naniJson<{ data: unknown[] }>(dataDir, 'alarms', 'list')
  expect(alarms).toMatchObject([
    { application_id: guesser!.application_id, kind: 'identifier_enumeration', details: { minutes: 10 } },
  ])
  const { data: failures } = await naniJson<{ data: { failures: number }[] }>(
    dataDir,
    ...['alarms', 'authentication'],
  )
  const ofGuesser = { application_id: guesser!.application_id, api_key: guesser!.api_key }
  for (const failure of failures)
    expect(failure).toMatchObject({ ...ofGuesser, code: 'invalid_signature', client_address: '127.0.0.1' })
  expect(failures.reduce((sum, failure) => sum + failure.failures, 0)).toBe(3)
})
