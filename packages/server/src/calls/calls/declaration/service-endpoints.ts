import { limits } from '@nani/contract'
import type Type from 'typebox'
import {
  type Application,
  type Authorise,
  type IdempotencyLock,
  type OpenCall,
  type PreparedCall,
  timeOf,
} from '../../../gateway/gateway/index.ts'
import { answerInvocation } from '../answer-call.ts'
import { createBatch } from '../batches/create-batch.ts'
import { answerBatch } from '../batches/synchronous-batch.ts'
import { costOfBatch, costOfCall, quotesOfItems } from '../call-price.ts'
import type { CallsDependencies } from '../dependencies.ts'
import { createJob } from '../jobs/jobs.ts'
import { LargeBatch } from '../large-requests/large-batch.ts'
import { checkedCall } from '../perform.ts'
import { type BatchItem, readBatch, readLargeBatch } from '../requests/batch-request.ts'
import { checkShape } from '../requests/check-shape.ts'
import type { Invocation } from '../requests/invocation.ts'
import { originOf } from '../requests/origin.ts'
import { batchForm, singleForm } from '../requests/request-form.ts'
import { isObject, stripUnknownFields } from '../requests/strip-unknown-fields.ts'
import { validateRequest } from '../requests/validate.ts'
import { resultsOf } from '../results/disclosed-results.ts'
import { readForReceipt, readLiving, readResult, readSubResource } from '../results/results.ts'
import { type Alias, aliasRequest } from './alias.ts'
import { committed, disclosing, paramOf } from './endpoint-answers.ts'
import type { DescribedEndpoint } from './endpoint-docs.ts'
import { docsOfReceipt } from './receipt.docs.ts'
import {
  docsOfAlias,
  docsOfBatch,
  docsOfLiving,
  docsOfResult,
  docsOfSingle,
  docsOfSubResource,
} from './service.docs.ts'
import type { Service } from './service.ts'
import type { SubResource } from './sub-resource.ts'

/** The endpoints of a service: a single call, its batches, reading a result, its parts, and its aliases. */
export const serviceEndpoints = (service: Service, dependencies: CallsDependencies): DescribedEndpoint[] => [
  singleEndpoint(service, dependencies),
  batchEndpoint(service, dependencies),
  resultEndpoint(service, dependencies),
  receiptEndpoint(service, dependencies),
  ...(service.subResources ?? []).map((part) => subResourceEndpoint(service, part, dependencies)),
  ...(service.aliases ?? []).map((alias) => aliasEndpoint(service, alias, dependencies)),
]

const posting = { method: 'POST', body: 'required', disclosedBy: resultsOf } as const
const reading = { method: 'GET', body: 'none', bodyLimitBytes: limits.singleBodyBytes } as const

const singleEndpoint = (service: Service, dependencies: CallsDependencies): DescribedEndpoint => ({
  ...posting,
  path: service.path,
  service: service.name,
  bodyLimitBytes: limits.singleBodyBytes,
  docs: docsOfSingle(service),
  form: singleForm(service.path, service.request),
  prepare: (call) => prepareSingle(service, call.body, call, dependencies),
})

const batchEndpoint = (service: Service, dependencies: CallsDependencies): DescribedEndpoint => ({
  ...posting,
  path: `${service.path}/batches`,
  service: service.name,
  bodyLimitBytes: limits.batchBodyBytes,
  docs: docsOfBatch(service),
  form: batchForm(service),
  prepare: (call) => prepareBatch(service, call, dependencies),
})

const resultEndpoint = (service: Service, dependencies: CallsDependencies): DescribedEndpoint => ({
  ...reading,
  path: `${service.path}/:id`,
  service: service.name,
  docs: service.readCurrent ? docsOfLiving(service) : docsOfResult(service),
  prepare: (call) => {
    const id = paramOf(call, 'id')
    const read = service.readCurrent ? readLiving : readResult
    return {
      usesQuotaOf: null,
      run: async () => disclosing(await read(service, id, call.application, dependencies), [id]),
    }
  },
})

/** The receipt is made when it is asked for. The path of a call has no part in it. */
const receiptEndpoint = (service: Service, dependencies: CallsDependencies): DescribedEndpoint => ({
  ...reading,
  path: `${service.path}/:id/receipt`,
  service: service.name,
  docs: docsOfReceipt({
    ...{ path: service.path, tag: service.title, idPrefix: service.idPrefix, result: service.actions.result },
    refusals: ['not_found', 'register_unavailable'],
  }),
  prepare: (call) => ({
    usesQuotaOf: null,
    async run() {
      const { applicationId, environment } = call.application
      const id = paramOf(call, 'id')
      const result = await readForReceipt(service, id, call.application, dependencies)
      return disclosing(await dependencies.issueReceipt({ applicationId, environment, result }), [id])
    },
  }),
})

const subResourceEndpoint = (
  service: Service,
  subResource: SubResource,
  dependencies: CallsDependencies,
): DescribedEndpoint => ({
  ...reading,
  path: `${service.path}/:id${subResource.path}`,
  service: service.name,
  docs: docsOfSubResource(service, subResource),
  prepare: (call) => ({
    usesQuotaOf: null,
    async run() {
      const address = { service, subResource, parameters: call.request.params }
      return disclosing(await readSubResource(address, call.application, dependencies), [paramOf(call, 'id')])
    },
  }),
})

const aliasEndpoint = (
  service: Service,
  alias: Alias,
  dependencies: CallsDependencies,
): DescribedEndpoint => {
  const request: Type.TObject = aliasRequest(service.request, alias)
  return {
    ...posting,
    path: alias.path,
    service: service.name,
    bodyLimitBytes: limits.singleBodyBytes,
    docs: docsOfAlias(service, alias, request),
    form: singleForm(alias.path, request),
    prepare(call) {
      const sent = stripUnknownFields(request, call.body)
      checkShape(request, sent)
      return prepareSingle(service, { ...(isObject(sent) && sent), ...alias.fixed }, call, dependencies)
    },
  }
}

const prepareSingle = (
  service: Service,
  body: unknown,
  { application, request, prefersAsync, memory }: OpenCall,
  dependencies: CallsDependencies,
): PreparedCall => {
  const valid = validateRequest(service, body, application)
  const invocation: Invocation = { service, application, origin: originOf(request, application) }
  const { clock, billing } = dependencies
  const cost = costOfCall({ service, application, atMs: clock.now() }, valid, billing)
  let authorised: unknown
  return {
    usesQuotaOf: service.name,
    cost,
    authorise: {
      ...(service.authorise && {
        async consent(signal) {
          authorised = await service.authorise?.(
            checkedCall(invocation, valid, timeOf(application, clock)),
            signal,
          )
        },
      }),
      funds: askFunds(application, cost, billing),
    },
    run: async (lock: IdempotencyLock | null) =>
      prefersAsync
        ? committed(202, await createJob(invocation, valid, lock, dependencies))
        : committed(
            200,
            await answerInvocation(invocation, { ...valid, authorised }, { lock, memory }, dependencies),
          ),
  }
}

/** Looks for money of the organization, when the allowance of the application does not suffice. */
const askFunds =
  (
    { applicationId, organizationId }: Application,
    amount: number,
    { cover }: CallsDependencies['billing'],
  ): Authorise =>
  async () => {
    const refusal = await cover({ applicationId, organizationId, amount, spends: false })
    if (refusal) throw refusal
  }

const prepareBatch = (service: Service, call: OpenCall, dependencies: CallsDependencies) => {
  const { application, body } = call
  const maxItems = call.prefersAsync ? limits.asynchronousBatchItems : limits.synchronousBatchItems
  if (body instanceof LargeBatch) {
    return readLargeBatch(service, body, application, maxItems).then((items) =>
      preparedBatch(service, items, call, dependencies),
    )
  }
  const items = readBatch(service, isObject(body) ? body : {}, application, maxItems)
  return preparedBatch(service, items, call, dependencies)
}

const preparedBatch = (
  service: Service,
  items: readonly BatchItem[],
  { application, request, prefersAsync, memory }: OpenCall,
  dependencies: CallsDependencies,
): PreparedCall => {
  const invocation: Invocation = { service, application, origin: originOf(request, application) }
  const { billing, clock } = dependencies
  const asked = { service, application, atMs: clock.now() }
  // An accepted batch holds the most that it may cost.
  const quotes = prefersAsync ? quotesOfItems(asked, items, billing) : []
  const cost = prefersAsync
    ? quotes.reduce((sum, quote) => sum + quote, 0)
    : costOfBatch(asked, items, billing)
  return {
    usesQuotaOf: service.name,
    cost,
    authorise: { funds: askFunds(application, cost, billing) },
    run: async (lock: IdempotencyLock | null) =>
      prefersAsync
        ? committed(202, await createBatch({ invocation, items, quotes }, lock, dependencies))
        : committed(200, await answerBatch(invocation, items, { lock, memory }, dependencies)),
  }
}
