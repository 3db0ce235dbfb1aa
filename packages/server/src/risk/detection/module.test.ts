import { randomBytes } from 'node:crypto'
import { manualClock } from '@nani/foundation/core/index.ts'
import { metricsText } from '@nani/foundation/platform/testing/metrics-text.ts'
import { expect, test } from 'vitest'
import { type Detection, detectionModule } from './index.ts'

/** `homeDetection`: it is that of a cell. */
const open = (homeDetection?: Detection) =>
  detectionModule.open(
    {
      ...{ pool: {} as never, clock: manualClock(0) as never, log: () => {} },
      ...{ rootKey: randomBytes(32), ...(homeDetection && { homeDetection }) },
    },
    { alarmNotFound: 1_000, alarmIdentifiers: 20_000 },
  )

test('what is detected in a cell is counted in the metrics of home', async () => {
  const home = await open()
  const cell = await open(home.provides.detection)
  const { detection } = cell.provides
  detection.onAlarm('identifier_volume')
  detection.onIvReused('sandbox')
  const failure = { keyId: 'key', clientAddress: '192.0.2.1', applicationId: null }
  detection.onAuthenticationFailure({ ...failure, code: 'invalid_signature' })
  const text = await metricsText(home.metrics)
  await cell.stop()
  for (const line of [
    'nani_alarms_total{kind="identifier_volume"} 1',
    'nani_iv_reused_total{environment="sandbox"} 1',
    'nani_authentication_failures_total{code="invalid_signature"} 1',
  ])
    expect(text).toContain(line)
})

test('the metric of alarms has each kind, and counts those of other modules', async () => {
  const opened = await open()
  opened.provides.detection.onAlarm('budget_exceeded')
  const text = await metricsText(opened.metrics)
  await opened.stop()
  for (const line of ['identifier_enumeration"} 0', 'identifier_volume"} 0', 'budget_exceeded"} 1'])
    expect(text).toContain(`nani_alarms_total{kind="${line}`)
})
