import type { Environment } from '@nani/contract'
import type { Http } from '@nani/foundation/http/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import type { FastifyPluginCallback } from 'fastify'
import type { AuditLog } from '../../app/audit/index.ts'
import { auditOutcome } from '../../calls/calls/index.ts'
import type { Endpoint, Pipeline } from '../gateway/index.ts'
import { openCallMetrics } from './call-metrics.ts'
import type { CellRouter } from './cell-router.ts'
import { signedApi } from './signed-api.ts'

type Needs = Pick<Platform, 'clock' | 'random'> & {
  pipeline: Pipeline
  audit: AuditLog
  http: Http
  cellRouter: CellRouter
  contributed: { endpoints: readonly Endpoint[] }
}

/** The surface for applications: the endpoints of every module, with signed requests. */
export const signedApiModule = defineModule({
  name: 'signed API',
  open({ clock, random, pipeline, audit, http, cellRouter, contributed }: Needs) {
    const { endpoints } = contributed
    const metrics = openCallMetrics()
    const surface = (environment: Environment): FastifyPluginCallback => {
      const options = {
        ...{ environment, endpoints, pipeline, clock, random, http },
        ...{ observe: metrics.observe, cells: cellRouter },
      }
      return (app, _options, registered) =>
        signedApi(app, { ...options, record: (exchange) => auditOutcome(exchange, audit) }, registered)
    }
    return { provides: { countCall: metrics.count }, surfaces: [surface], metrics: [metrics.register] }
  },
})
