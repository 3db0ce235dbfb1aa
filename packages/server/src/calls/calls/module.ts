import type { Channel } from '@nani/foundation/core/index.ts'
import type { Http } from '@nani/foundation/http/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import { deriveKey, type Queue } from '@nani/foundation/storage/index.ts'
import { subjectKeyOf } from '../../app/audit/index.ts'
import type { Application } from '../../gateway/gateway/index.ts'
import { openWorkMetrics, recountOpenWork } from '../../money/metering/index.ts'
import type { Register } from '../../register/register/index.ts'
import type { Detection } from '../../risk/detection/index.ts'
import { commonEndpoints } from './declaration/endpoints.ts'
import type { Service } from './declaration/service.ts'
import { serviceEndpoints } from './declaration/service-endpoints.ts'
import type { CallsDependencies } from './dependencies.ts'
import { performJob } from './jobs/jobs.ts'
import { performChunk } from './jobs/perform-chunk.ts'
import { type LargeRequests, openLargeRequests } from './large-requests/open-large-requests.ts'
import { createCursors } from './results/cursors.ts'
import { createDeliverFiles, createFileLinks } from './results/files.ts'
import { forgetExpiredWork } from './retention.ts'

import { callsSettings } from './settings.ts'

type Needs = Pick<Platform, 'pool' | 'clock' | 'newId' | 'rootKey' | 'vaultFor' | 'log' | 'pause'> & {
  queue: Queue
  commit: CallsDependencies['commit']
  billing: CallsDependencies['billing']
  issueReceipt: CallsDependencies['issueReceipt']
  newEvents: Channel<string>
  detection: Pick<Detection, 'onLookup'>
  http: Pick<Http, 'publicUrls' | 'consolePages'>
  directory: { findById(applicationId: string): Promise<Application | null> }
  registerOfCalls: Pick<Register, 'readFile'>
  contributed: { services: readonly Service[] }
}

/** The four request modes of every service. */
export const callsModule = defineModule({
  name: 'calls',
  settings: callsSettings,
  open(needs: Needs, { maxOpenItems }) {
    const { pool, clock, newId, rootKey, vaultFor, log, pause, queue, commit, billing } = needs
    const { services } = needs.contributed
    const byName = new Map(services.map((service) => [service.name as string, service]))
    const fileLinks = createFileLinks(deriveKey(rootKey, 'file-links'))
    const calls: CallsDependencies = {
      ...{ pool, clock, newId, queue, commit, billing, maxOpenItems, pause },
      issueReceipt: needs.issueReceipt,
      resultsVault: vaultFor('results'),
      answersVault: vaultFor('answers'),
      requestsVault: vaultFor('requests'),
      subjectKey: subjectKeyOf(rootKey),
      cursors: createCursors(deriveKey(rootKey, 'cursors')),
      deliverFiles: createDeliverFiles(fileLinks, needs.registerOfCalls.readFile),
      onLookup: needs.detection.onLookup,
      baseUrl: needs.http.publicUrls.of,
      consolePages: needs.http.consolePages,
      serviceByName(name) {
        const service = byName.get(name)
        if (!service) throw new Error(`no service is called ${name}`)
        return service
      },
      applicationById: needs.directory.findById,
      wakeDeliveries: needs.newEvents.send,
      onInternalError: (detail) => log(`internal error: ${detail}`, 'error'),
    }
    return {
      provides: { calls, fileLinks },
      endpoints: services.flatMap((service) => serviceEndpoints(service, calls)),
    }
  },
})

const jobWorkers = 8
const chunkWorkers = 4

/** The endpoints of jobs and batches, and the workers that perform them. */
export const jobsModule = defineModule({
  name: 'jobs',
  open: ({ pool, queue, calls }: Pick<Platform, 'pool'> & { queue: Queue; calls: CallsDependencies }) => ({
    endpoints: commonEndpoints(calls),
    async work() {
      await queue.work('jobs', jobWorkers, (task) => performJob(task, calls))
      await queue.work('chunks', chunkWorkers, (task) => performChunk(task, calls))
    },
    // Before the modules that send what the workers still commit.
    stop: queue.stop,
    metrics: [openWorkMetrics(pool)],
    retention: [forgetExpiredWork, recountOpenWork],
  }),
})

/** The threads that open large bodies. */
export const largeRequestsModule = defineModule({
  name: 'large requests',
  open() {
    const largeRequests: LargeRequests = openLargeRequests()
    return { provides: { openLargeBody: largeRequests.open }, stop: largeRequests.stop }
  },
})
