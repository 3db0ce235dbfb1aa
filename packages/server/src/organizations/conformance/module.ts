import type { Environment } from '@nani/contract'
import { throttledErrorLog } from '@nani/foundation/core/index.ts'
import { type OutboundPolicy, openConnections, systemLookup } from '@nani/foundation/outbound/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import type { Application } from '../../gateway/gateway/index.ts'
import { forgetRuns } from './run-rows.ts'
import { startRuns } from './worker.ts'

type Needs = Pick<Platform, 'pool' | 'clock' | 'log'> & {
  webhookPolicies: Record<Environment, OutboundPolicy>
  directory: { findById(applicationId: string): Promise<Application | null> }
}

/** The worker of conformance runs in this process. */
export const conformanceModule = defineModule({
  name: 'conformance',
  open({ pool, clock, log, webhookPolicies, directory }: Needs) {
    const connections = openConnections({ policy: webhookPolicies.sandbox, lookup: systemLookup(), clock })
    const onError = throttledErrorLog('conformance', { clock, log })
    let runs: ReturnType<typeof startRuns> | null = null
    return {
      provides: { conformance: { wake: () => runs?.wake() } },
      work() {
        runs = startRuns({ pool, clock, connections, onError, applicationById: directory.findById })
      },
      async stop() {
        await runs?.stop()
        await connections.close()
      },
      retention: [forgetRuns],
    }
  },
})
