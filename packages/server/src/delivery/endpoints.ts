import { limits } from '@nani/contract'
import type pg from 'pg'
import type { Answer, OpenCall } from '../gateway/index.ts'
import type { About, DescribedEndpoint } from './about.ts'
import { aboutBatchResults, aboutBatchState, aboutCancel, aboutJob } from './about-jobs-and-batches.ts'
import { aboutBatch, aboutPart, aboutResult, aboutSingle } from './about-service.ts'
import type { AsynchronousDependencies } from './asynchronous.ts'
import { readBatch } from './batch-request.ts'
import { readBatchResults, readPage } from './batch-results.ts'
import { batchObject, cancelBatch, createBatch, findBatch } from './batches.ts'
import { aboutEvents } from './events/about-events.ts'
import { listEvents } from './events/list-events.ts'
import { createJob, readJob } from './jobs.ts'
import { originOf, performAndAnswer } from './perform.ts'
import type { ResultPart } from './result-parts.ts'
import { type ResultDependencies, readPart, readResult } from './results.ts'
import type { Service } from './service.ts'
import { answerBatch } from './synchronous-batch.ts'
import { validateRequest } from './validate.ts'

export type DeliveryDependencies = AsynchronousDependencies &
  ResultDependencies & { pool: pg.Pool; onInternalError(detail: string): void }

const answer = (status: number, body: string, audited = false): Answer => ({ status, body, audited })
const answerJson = async (value: Promise<unknown>): Promise<Answer> =>
  answer(200, JSON.stringify(await value))

const paramOf = (call: OpenCall, name: string): string => call.request.params[name] ?? ''

/** The single endpoint, its batches, and reading a result back: the same four modes for every service. */
export const serviceEndpoints = (
  service: Service,
  dependencies: DeliveryDependencies,
): DescribedEndpoint[] => [
  {
    method: 'POST',
    path: service.path,
    service: service.name,
    bodyLimitBytes: limits.singleBodyBytes,
    body: 'required',
    about: aboutSingle(service),
    prepare: (call) => prepareSingle(service, call, dependencies),
  },
  {
    method: 'POST',
    path: `${service.path}/batches`,
    service: service.name,
    bodyLimitBytes: limits.batchBodyBytes,
    body: 'required',
    about: aboutBatch(service),
    prepare: (call) => prepareBatch(service, call, dependencies),
  },
  {
    method: 'GET',
    path: `${service.path}/:id`,
    service: service.name,
    bodyLimitBytes: limits.singleBodyBytes,
    body: 'none',
    about: aboutResult(service),
    prepare: (call) => {
      const id = paramOf(call, 'id')
      return {
        usesQuotaOf: null,
        run: () => answerJson(readResult(service, id, call.application, dependencies)),
      }
    },
  },
  ...(service.parts ?? []).map((part) => partEndpoint(service, part, dependencies)),
]

const partEndpoint = (
  service: Service,
  part: ResultPart,
  dependencies: DeliveryDependencies,
): DescribedEndpoint => ({
  method: 'GET',
  path: `${service.path}/:id${part.path}`,
  service: service.name,
  bodyLimitBytes: limits.singleBodyBytes,
  body: 'none',
  about: aboutPart(service, part),
  prepare: ({ request: { params }, application }) => ({
    usesQuotaOf: null,
    run: () => answerJson(readPart(service, part, params, application, dependencies)),
  }),
})

const prepareSingle = (service: Service, call: OpenCall, dependencies: DeliveryDependencies) => {
  const { application } = call
  const valid = validateRequest(service, call.body, application)
  const origin = originOf(call.request, application)
  return {
    usesQuotaOf: service.name,
    run: async (claim: Parameters<typeof performAndAnswer>[4]) =>
      call.prefersAsync
        ? answer(202, await createJob(service, valid, application, origin, claim, dependencies))
        : answer(200, await performAndAnswer(service, valid, application, origin, claim, dependencies), true),
  }
}

const prepareBatch = (service: Service, call: OpenCall, dependencies: DeliveryDependencies) => {
  const { application } = call
  const maxItems = call.prefersAsync ? limits.asynchronousBatchItems : limits.synchronousBatchItems
  const items = readBatch(service, call.body as Record<string, unknown>, application, maxItems)
  const origin = originOf(call.request, application)
  return {
    usesQuotaOf: service.name,
    run: async (claim: Parameters<typeof performAndAnswer>[4]) =>
      call.prefersAsync
        ? answer(202, await createBatch(service, items, application, origin, claim, dependencies))
        : answer(200, await answerBatch(service, items, application, origin, claim, dependencies)),
  }
}

/** What is common to all services: jobs, batches, their results, cancelling, and events (spec 1 § Endpoints). */
export const commonEndpoints = (dependencies: DeliveryDependencies): DescribedEndpoint[] => [
  reading('/v1/jobs/:job_id', aboutJob, (call) =>
    readJob(paramOf(call, 'job_id'), call.application, dependencies),
  ),
  reading('/v1/batches/:batch_id', aboutBatchState, async (call) => {
    const { pool, clock } = dependencies
    return batchObject(
      await findBatch(pool, call.application.applicationId, paramOf(call, 'batch_id'), clock),
    )
  }),
  {
    ...reading('/v1/batches/:batch_id/results', aboutBatchResults, () => Promise.resolve()),
    prepare: (call) => {
      readPage(call.request.query)
      const batchId = paramOf(call, 'batch_id')
      return {
        usesQuotaOf: null,
        run: () => answerJson(readBatchResults(batchId, call.request.query, call.application, dependencies)),
      }
    },
  },
  reading('/v1/events', aboutEvents, (call) =>
    listEvents(call.request.query, call.application, dependencies),
  ),
  {
    method: 'POST',
    path: '/v1/batches/:batch_id/cancel',
    service: null,
    bodyLimitBytes: limits.singleBodyBytes,
    body: 'optional',
    about: aboutCancel,
    prepare: (call) => ({
      usesQuotaOf: null,
      run: async (claim) =>
        answer(200, await cancelBatch(paramOf(call, 'batch_id'), call.application, claim, dependencies)),
    }),
  },
]

const reading = (
  path: string,
  about: About,
  read: (call: OpenCall) => Promise<unknown>,
): DescribedEndpoint => ({
  method: 'GET',
  path,
  service: null,
  bodyLimitBytes: limits.singleBodyBytes,
  body: 'none',
  about,
  prepare: (call) => ({
    usesQuotaOf: null,
    run: () => answerJson(read(call)),
  }),
})
