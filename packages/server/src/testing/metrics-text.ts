import type { RegisterMetrics } from '@nani/foundation/platform/index.ts'
import { Registry } from 'prom-client'

/** What `GET /metrics` says of these metrics. */
export const metricsText = (metrics: readonly RegisterMetrics[]): Promise<string> => {
  const registry = new Registry()
  for (const register of metrics) register(registry)
  return registry.metrics()
}
