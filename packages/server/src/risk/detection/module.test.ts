import { randomBytes } from 'node:crypto'
import { manualClock } from '@nani/foundation/core/index.ts'
import { metricsText } from '@nani/foundation/platform/testing/metrics-text.ts'
import { expect, test } from 'vitest'
import { detectionModule } from './index.ts'

test('the metric of alarms has each kind, and counts those of other modules', async () => {
  const opened = await detectionModule.open(
    {
      ...{ pool: {} as never, clock: manualClock(0) as never, log: () => {} },
      rootKey: randomBytes(32),
    },
    { alarmNotFound: 1_000, alarmIdentifiers: 20_000 },
  )
  opened.provides.detection.onAlarm('budget_exceeded')
  const text = await metricsText(opened.metrics)
  await opened.stop()
  for (const line of ['identifier_enumeration"} 0', 'identifier_volume"} 0', 'budget_exceeded"} 1'])
    expect(text).toContain(`nani_alarms_total{kind="${line}`)
})
