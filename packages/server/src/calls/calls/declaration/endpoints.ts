import { limits } from '@nani/contract'
import type { EndpointResponse, OpenCall } from '../../../gateway/gateway/index.ts'
import { readBatchResults, readPage } from '../batches/batch-results.ts'
import { batchObject, cancelBatch, findBatch } from '../batches/batches.ts'
import type { CallsDependencies } from '../dependencies.ts'
import { readJob } from '../jobs/read-jobs.ts'
import { originOf } from '../requests/origin.ts'
import { committed, disclosing, disclosingPage, paramOf } from './endpoint-answers.ts'
import type { DescribedEndpoint, EndpointDocs } from './endpoint-docs.ts'
import { docsOfBatchResults, docsOfBatchState, docsOfCancel, docsOfJob } from './jobs-and-batches.docs.ts'

/** What is common to all services: jobs, batches, their results and cancelling (spec/request-modes#endpoints). */
export const commonEndpoints = (dependencies: CallsDependencies): DescribedEndpoint[] => [
  reading('/v1/jobs/:job_id', docsOfJob, async (call) => {
    const { job, disclosedIds } = await readJob(paramOf(call, 'job_id'), call.application, dependencies)
    return disclosing(job, disclosedIds)
  }),
  reading('/v1/batches/:batch_id', docsOfBatchState, async (call) => {
    const { pool, clock } = dependencies
    const batchId = paramOf(call, 'batch_id')
    return disclosing(batchObject(await findBatch(pool, call.application, batchId, clock)), [])
  }),
  {
    ...common('/v1/batches/:batch_id/results', docsOfBatchResults),
    prepare: (call) => {
      const batchId = paramOf(call, 'batch_id')
      readPage(call.request.query, batchId, call.application, dependencies)
      return {
        usesQuotaOf: null,
        async run() {
          return disclosingPage(await readBatchResults(batchId, call.request.query, call, dependencies))
        },
      }
    },
  },
  {
    method: 'POST',
    path: '/v1/batches/:batch_id/cancel',
    service: null,
    bodyLimitBytes: limits.singleBodyBytes,
    body: 'optional',
    docs: docsOfCancel,
    prepare: (call) => ({
      usesQuotaOf: null,
      async run(lock) {
        const from = { origin: originOf(call.request, call.application), lock }
        const batchId = paramOf(call, 'batch_id')
        return committed(200, await cancelBatch(batchId, call.application, from, dependencies))
      },
    }),
  },
]

const common = (path: string, docs: EndpointDocs) =>
  ({
    method: 'GET',
    path,
    service: null,
    bodyLimitBytes: limits.singleBodyBytes,
    body: 'none',
    docs,
  }) as const

const reading = (
  path: string,
  docs: EndpointDocs,
  read: (call: OpenCall) => Promise<EndpointResponse>,
): DescribedEndpoint => ({
  ...common(path, docs),
  prepare: (call) => ({ usesQuotaOf: null, run: () => read(call) }),
})
