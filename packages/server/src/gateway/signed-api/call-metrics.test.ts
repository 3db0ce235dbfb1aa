import { Refusal } from '@nani/foundation/core/index.ts'
import { metricsText } from '@nani/foundation/platform/testing/metrics-text.ts'
import { expect, test } from 'vitest'
import type { Exchange } from '../gateway/index.ts'
import { openCallMetrics } from './call-metrics.ts'

const exchange = (request: object, response: object): Exchange =>
  ({
    context: {
      request: { environment: 'production', method: 'POST', route: '/v1/kyc', headers: {}, ...request },
      endpoint: { service: 'kyc_validation' },
    },
    response,
  }) as unknown as Exchange

test('calls are counted by service, mode and code, with the time that each one took', async () => {
  const metrics = openCallMetrics()
  metrics.observe(exchange({}, { status: 200 }), 0.004)
  metrics.observe(exchange({ route: '/v1/kyc/batch' }, { status: 200 }), 0.3)
  metrics.observe(exchange({ headers: { prefer: 'respond-async' } }, { status: 202 }), 0.004)
  metrics.observe(exchange({ method: 'GET' }, new Refusal('not_found')), 0.001)
  const text = await metricsText([metrics.register])
  const of = (mode: string) => `environment="production",service="kyc_validation",mode="${mode}"`
  for (const [mode, code] of [
    ['single', 'ok'],
    ['batch', 'ok'],
    ['asynchronous', 'ok'],
    ['reading', 'not_found'],
  ] as const)
    expect(text).toContain(`nani_calls_total{${of(mode)},code="${code}"} 1`)
  expect(text).toContain(`nani_call_duration_seconds_bucket{le="0.002",${of('single')}} 0`)
  expect(text).toContain(`nani_call_duration_seconds_bucket{le="0.005",${of('single')}} 1`)
})
