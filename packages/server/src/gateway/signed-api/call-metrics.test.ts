import { Refusal } from '@nani/foundation/core/index.ts'
import { metricsText } from '@nani/foundation/platform/testing/metrics-text.ts'
import { expect, test } from 'vitest'
import { serviceEndpoints } from '../../calls/calls/index.ts'
import { createNoticeService } from '../../testing/notice-service.ts'
import type { Exchange } from '../gateway/index.ts'
import { openCallMetrics } from './call-metrics.ts'

/** The real endpoints of a service, by method and path. */
const endpoints = serviceEndpoints(createNoticeService({} as never), {} as never)
const endpointOf = (method: string, path: RegExp) => {
  const found = endpoints.find((one) => one.method === method && path.test(one.path))
  if (!found) throw new Error(`no endpoint ${method} ${path}`)
  return found
}

const exchange = (endpoint: object, response: object, prefer = ''): Exchange =>
  ({
    context: { request: { environment: 'production' }, endpoint, headers: { prefer } },
    response,
  }) as unknown as Exchange

test('calls are counted by service, mode and code, with the time that each one took', async () => {
  const metrics = openCallMetrics()
  const single = endpointOf('POST', /^(?!.*batches)/)
  metrics.observe(exchange(single, { status: 200 }), 0.004)
  metrics.observe(exchange(endpointOf('POST', /\/batches$/), { status: 200 }), 0.3)
  metrics.observe(exchange(single, { status: 202 }, 'wait=5, Respond-Async'), 0.004)
  metrics.observe(exchange(endpointOf('GET', /:id$/), new Refusal('not_found')), 0.001)
  metrics.count({ environment: 'sandbox', service: 'sso_login', mode: 'token', code: 'invalid_grant' }, 0.02)
  const text = await metricsText([metrics.register])
  const of = (mode: string) => `environment="production",service="${single.service}",mode="${mode}"`
  for (const [mode, code] of [
    ['single', 'ok'],
    ['batch', 'ok'],
    ['asynchronous', 'ok'],
    ['other', 'not_found'],
  ] as const)
    expect(text).toContain(`nani_calls_total{${of(mode)},code="${code}"} 1`)
  const ofSignIn = 'environment="sandbox",service="sso_login",mode="token"'
  expect(text).toContain(`nani_calls_total{${ofSignIn},code="invalid_grant"} 1`)
  expect(text).toContain(`nani_call_duration_seconds_count{${ofSignIn}} 1`)
  expect(text).toContain(`nani_call_duration_seconds_bucket{le="0.002",${of('single')}} 0`)
  expect(text).toContain(`nani_call_duration_seconds_bucket{le="0.005",${of('single')}} 1`)
})
