import { expect, inject, test } from 'vitest'
import { person, screen } from '../15-aml-screening/screening.ts'
import { get, post, send, signedRequest } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { until } from '../client/kyc.ts'
import { createApplication } from '../installation/applications.ts'
import { naniJson } from '../installation/nani-command.ts'

const dataDir = inject('dataDir')

type AlertEvent = {
  type: string
  created_at: string
  data: { object: { screening_id: string; reason: string; previous_risk_level: string; risk_level: string } }
}

const alertsOf = async (application: Credentials) => {
  const { json } = await get<{ data: AlertEvent[] }>(application, '/v1/events')
  return json.data.filter(({ type }) => type === 'aml_screening.alert')
}
const monitorsOf = async ({ application_id }: Credentials) => {
  const { data } = await naniJson<{ data: { screened_at: string }[] }>(
    dataDir,
    ...['monitors', 'list', '--application', application_id],
  )
  return data
}

test('a monitor and its cycle follow it: what time changes is an alert, at its time, and of no other application', async () => {
  const [moved, present] = [
    await createApplication(dataDir, { services: ['aml_screening'] }),
    await createApplication(dataDir, { services: ['aml_screening'] }),
  ]
  // A confirmed fraud case weighs less with each year.
  for (const application of [moved, present]) {
    const { json } = await screen(application, person('0011'), { monitoring: true })
    expect(json.risk_level).toBe('medium')
  }

  const { json: clock } = await post<{ now: string }>(moved, '/sandbox/clock', { advance: 'P9Y11M' })

  const [alert] = await until(
    () => alertsOf(moved),
    (alerts) => alerts.length > 0,
    { timeoutMs: 60_000 },
  )
  expect(alert?.data.object).toMatchObject({
    ...{ reason: 'risk_level_changed', previous_risk_level: 'medium', risk_level: 'low' },
  })
  expect(Date.parse(alert?.created_at ?? '')).toBeGreaterThanOrEqual(Date.parse(clock.now))
  const screening = await get<{ created_at: string }>(
    moved,
    `/v1/aml/screenings/${alert?.data.object.screening_id}`,
  )
  expect(Date.parse(screening.json.created_at)).toBeGreaterThanOrEqual(Date.parse(clock.now))
  expect(screening.headers['nani-test-clock']).toBeDefined()
  expect(Date.parse((await monitorsOf(moved))[0]?.screened_at ?? '')).toBeGreaterThanOrEqual(
    Date.parse(clock.now),
  )
  expect(await alertsOf(present)).toEqual([])
  expect(Date.parse((await monitorsOf(present))[0]?.screened_at ?? '')).toBeLessThanOrEqual(Date.now())

  await send(moved, signedRequest(moved, 'DELETE', '/sandbox/clock'))

  expect([await monitorsOf(moved), await alertsOf(moved)]).toEqual([[], []])
})
