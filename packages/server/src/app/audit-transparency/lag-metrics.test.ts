import { metricsText } from '@nani/foundation/platform/testing/metrics-text.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noon } from '../../../../../testing/noon.ts'
import { lagMetrics } from './lag-metrics.ts'
import { type LogWorld, openLogWorld } from './testing/log-world.ts'

let world: LogWorld
beforeEach(async () => {
  world = await openLogWorld()
})
afterEach(() => world.database.drop())

const lagAfter = async (seconds: number) => {
  const clock = { now: () => noon + seconds * 1_000 }
  const text = await metricsText([lagMetrics({ pool: world.database.pool, clock })])
  return Number(/^nani_audit_lag_seconds\{environment="production"\} (\S+)$/m.exec(text)?.[1])
}

test('the lag is the age of the oldest entry that is not in the log, and 0 when all are', async () => {
  await world.write(2)
  await world.sequence()
  expect(await lagAfter(90)).toBe(0)
  await world.write(1)
  expect(await lagAfter(90)).toBe(90)
  await world.sequence()
  expect(await lagAfter(90)).toBe(0)
})
