import { singleFlight } from '@nani/foundation/core/index.ts'
import { listen } from '@nani/foundation/http/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import fastify, { type FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import type { Contributed } from './composition.ts'
import { addHealthRoutes } from './health-routes.ts'
import { processMetrics } from './process-metrics.ts'
import { metricsSettings } from './process-settings.ts'
import type { Readiness } from './readiness.ts'

/**
 * `GET /metrics` for operators, on a separate port that callers do not reach. Concurrent requests share one query of
 * the database.
 */
export const createMetrics = (metrics: Contributed['metrics']): FastifyInstance => {
  const app = fastify()
  const registry = new Registry()
  for (const register of metrics) register(registry)
  const read = singleFlight(() => registry.metrics())
  app.get('/metrics', async (_request, reply) => {
    const text = await read().catch(() => null)
    return text === null
      ? reply.code(503).send('the database does not answer\n')
      : reply.type(registry.contentType).send(text)
  })
  return app
}

/** The metrics of every module and of the process, on their own port. A worker has no other one, so that its health is here too. */
export const metricsModule = defineModule({
  name: 'metrics',
  settings: metricsSettings,
  async open(
    {
      pool,
      registerPool,
      host,
      readiness,
      contributed,
    }: Pick<Platform, 'pool' | 'registerPool' | 'host'> & {
      readiness: Readiness
      contributed: Pick<Contributed, 'metrics'>
    },
    { metricsPort },
  ) {
    if (metricsPort === null) return {}
    const ofProcess = processMetrics([...new Set([pool, registerPool])])
    const app = createMetrics([...contributed.metrics, ofProcess.register])
    addHealthRoutes(app, readiness)
    await listen(app, host, metricsPort)
    return {
      async stop() {
        await app.close()
        ofProcess.stop()
      },
    }
  },
})
