import { Refusal } from '@nani/foundation/core/index.ts'
import type { RegisterMetrics } from '@nani/foundation/platform/index.ts'
import { Counter, Histogram } from 'prom-client'
import { type CountCall, type Exchange, prefersAsync } from '../gateway/index.ts'

/** Seconds. A single call takes milliseconds, and a batch or a large body seconds. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** `seconds`: from the arrival of the head to the answer. */
export type CallMetrics = {
  register: RegisterMetrics
  observe(exchange: Exchange, seconds: number): void
  /** A call of another surface, which has no signed exchange. */
  count: CountCall
}

/** How the service was asked. `other`: readings, and acts on a job or a batch. */
const modeOf = ({ context: { endpoint, headers } }: Exchange): string => {
  const form = 'form' in endpoint ? endpoint.form : undefined
  if (!form) return 'other'
  if (form.batch) return 'batch'
  return prefersAsync(headers.prefer) ? 'asynchronous' : 'single'
}

/** Calls of one process. Every label has few values: no caller and no path is one. */
export const openCallMetrics = (): CallMetrics => {
  const labels = ['environment', 'service', 'mode'] as const
  const calls = new Counter({
    name: 'nani_calls_total',
    help: 'Answered calls, signed ones of known callers and those of sign-in, by service, mode and the code of the refusal. The code of an answer is "ok".',
    labelNames: [...labels, 'code'],
    registers: [],
  })
  const duration = new Histogram({
    name: 'nani_call_duration_seconds',
    help: 'Time from the arrival of a call to its answer.',
    ...{ labelNames: labels, buckets, registers: [] },
  })
  const count: CountCall = ({ code, ...of }, seconds) => {
    calls.inc({ ...of, code })
    duration.observe(of, seconds)
  }
  return {
    count,
    register(registry) {
      registry.registerMetric(calls)
      registry.registerMetric(duration)
    },
    observe(exchange, seconds) {
      const { context, response } = exchange
      const { environment } = context.request
      const of = { environment, service: context.endpoint.service ?? 'none', mode: modeOf(exchange) }
      count({ ...of, code: response instanceof Refusal ? response.code : 'ok' }, seconds)
    },
  }
}
