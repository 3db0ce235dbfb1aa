import { Registry } from 'prom-client'
import type { RegisterMetrics } from '../metrics.ts'

/** What `GET /metrics` says of these metrics. */
export const metricsText = (metrics: readonly RegisterMetrics[]): Promise<string> => {
  const registry = new Registry()
  for (const register of metrics) register(registry)
  return registry.metrics()
}
