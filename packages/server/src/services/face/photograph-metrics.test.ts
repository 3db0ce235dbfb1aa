import { metricsText } from '@nani/foundation/platform/testing/metrics-text.ts'
import { expect, test } from 'vitest'
import { photographMetrics } from './photograph-metrics.ts'

test('the metrics have the photographs that wait now', async () => {
  let waiting = 7
  const metrics = photographMetrics({ waiting: () => waiting })
  expect(await metricsText([metrics])).toContain('\nnani_photographs_waiting 7\n')
  waiting = 0
  expect(await metricsText([metrics])).toContain('\nnani_photographs_waiting 0\n')
})
