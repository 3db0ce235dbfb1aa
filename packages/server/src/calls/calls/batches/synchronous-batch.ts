import { type ItemError, limits } from '@nani/contract'
import { asRefusal, mapWithConcurrency, nextTurn, Refusal } from '@nani/foundation/core/index.ts'
import { writeChanges } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { quotaExceeded, timeOf } from '../../../gateway/gateway/index.ts'
import { commitWithin, FundsSpent, type NotCommitted } from '../../commit/index.ts'
import type { ResponseTarget } from '../answer-call.ts'
import type { CallsDependencies } from '../dependencies.ts'
import { refusedWorkEffects } from '../jobs/refused-work.ts'
import { checkedCall, type PerformedCall, performCall, renderJson } from '../perform.ts'
import type { BatchItem } from '../requests/batch-request.ts'
import { completeRequest } from '../requests/complete-request.ts'
import type { Invocation } from '../requests/invocation.ts'
import { spendBatchQuota } from './batch-quota.ts'
import { numbersFrom, reserveFirst } from './reserve-numbers.ts'

const defaultConcurrentItems = 16

export type ListedItem =
  | { reference: string; status: 'succeeded'; result: unknown }
  | { reference: string; status: 'failed'; error: ItemError }

export const failedItem = (reference: string, refusal: Refusal): ListedItem => ({
  reference,
  status: 'failed',
  error: refusal.itemError(),
})

/** An item of more bytes has an iteration of the event loop of its own. */
const largeItemBytes = 64 * 1024

/** Performs all items of a batch, then commits them in one transaction together with the response. */
export const answerBatch = async (
  invocation: Invocation,
  items: readonly BatchItem[],
  { lock, memory }: ResponseTarget,
  dependencies: CallsDependencies,
): Promise<string> => {
  const { service, application, origin } = invocation
  const concurrency = service.concurrentItems ?? defaultConcurrentItems
  const atMs = dependencies.clock.now()
  const numberOf = numbersFrom(await reserveFirst(invocation, items.length, atMs), atMs)
  let bytes = 0
  const performed = await mapWithConcurrency(items, concurrency, async (item, position) => {
    const outcome = await performItem({ ...invocation, ...numberOf(position) }, item, dependencies)
    const length = outcome instanceof Refusal ? 0 : outcome.json.length
    bytes += length
    // Before the commit: a response that was charged is sent.
    if (bytes > limits.synchronousBatchBytes)
      throw new Refusal('batch_too_large', { max_response_bytes: limits.synchronousBatchBytes })
    memory.hold(length)
    if (length > largeItemBytes) await nextTurn()
    return outcome
  })
  const { pool, answersVault, clock } = dependencies
  const { applicationId } = application
  const answered = { applicationId, service: service.name, origin, atMs: clock.now(), lock, status: 200 }
  const calls = performed.flatMap((outcome) => (outcome instanceof Refusal ? [] : [outcome.call]))
  const commitAll = async (client: pg.PoolClient, mayFail: Refusal | null) => {
    await spendBatchQuota(client, application, items.length, clock)
    const committed = await commitWithin(
      client,
      calls.map((call) => call.record),
    )
    if (!mayFail && committed.some((reason) => reason instanceof FundsSpent)) throw new FundsMissing()
    const refusals = new Map(
      calls.flatMap((call, index) => {
        const reason = committed[index]
        return reason ? [[call, refusalOf(reason, mayFail, invocation, dependencies)] as const] : []
      }),
    )
    const refusedItems = performed.map((outcome) =>
      outcome instanceof Refusal ? outcome : refusals.get(outcome.call),
    )
    await auditRefused(client, invocation, refusedItems, clock.now())
    const texts = performed.map((outcome, index) => {
      const reference = items[index]?.reference ?? ''
      const refusal = refusedItems[index]
      if (refusal) return JSON.stringify(failedItem(reference, refusal))
      return succeededJson(reference, outcome instanceof Refusal ? '' : outcome.json)
    })
    const disclosedIds = calls.filter((call) => !refusals.has(call)).map(({ record }) => record.resultId)
    return { body: `{"object":"list","data":[${texts.join(',')}],"next_cursor":null}`, disclosedIds }
  }
  const body = await withFunds(invocation, calls, dependencies, (mayFail) =>
    completeRequest(pool, answersVault, answered, (client) => commitAll(client, mayFail)),
  )
  if (service.createdEvent) dependencies.wakeDeliveries(applicationId)
  return body
}

/** The entries of items whose fault only the audit contains. */
const auditRefused = async (
  client: pg.PoolClient,
  { service, application, origin }: Invocation,
  refusals: readonly (Refusal | undefined)[],
  atMs: number,
): Promise<void> => {
  const changes = refusals.flatMap((refusal, index) => {
    const effects = refusal ? refusedWorkEffects(refusal, origin) : []
    const id = `${origin.request_id} ${index}`
    return effects.length > 0 ? [{ id, service: service.name, scopes: null, atMs, fence: null, effects }] : []
  })
  if (changes.length > 0) await writeChanges(client, application.applicationId, changes)
}

/** The allowance does not cover all items. The transaction is rolled back. */
class FundsMissing extends Error {}

/**
 * Commits the items. When the allowance does not cover them, money of the organization is looked for first. What it does
 * not cover either fails alone.
 */
const withFunds = async (
  { application: { applicationId, organizationId } }: Invocation,
  calls: readonly PerformedCall[],
  { billing }: CallsDependencies,
  complete: (mayFail: Refusal | null) => Promise<string>,
): Promise<string> => {
  const payer = { applicationId, organizationId }
  const amount = calls.reduce((sum, { record }) => sum + (record.charge?.amount ?? 0), 0)
  try {
    const body = await complete(null)
    if (amount > 0) billing.onSpent(payer)
    return body
  } catch (error) {
    if (!(error instanceof FundsMissing)) throw error
  }
  const refusal = await billing.cover({ ...payer, amount, spends: true, partial: true })
  const body = await complete(refusal ?? new Refusal('insufficient_balance'))
  billing.onSpent(payer)
  return body
}

type PerformedItem = { call: PerformedCall; json: string }

/** A file that cannot be read fails its item alone, before anything is charged. */
const performItem = async (
  invocation: Invocation,
  batchItem: BatchItem,
  dependencies: CallsDependencies,
): Promise<PerformedItem | Refusal> => {
  if ('refusal' in batchItem) return batchItem.refusal
  const { valid, reference } = batchItem
  const { service, application } = invocation
  try {
    const authorised = await service.authorise?.(
      checkedCall(invocation, valid, timeOf(invocation.application, dependencies.clock)),
    )
    const item = { ...invocation, itemReference: reference }
    const call = await performCall(item, { ...valid, authorised }, dependencies)
    return { call, json: await renderJson(call, application, dependencies) }
  } catch (error) {
    const refusal = asRefusal(error)
    if (refusal.code === 'internal_error') dependencies.onInternalError(refusal.detail ?? '')
    return refusal
  }
}

/** A succeeded item, around the JSON of its result. */
const succeededJson = (reference: string, resultJson: string): string =>
  `{"reference":${JSON.stringify(reference)},"status":"succeeded","result":${resultJson}}`

/** `mayFail` is the refusal of an item that the funds do not cover. */
const refusalOf = (
  reason: NotCommitted,
  mayFail: Refusal | null,
  { service, application }: Invocation,
  { clock, consolePages }: CallsDependencies,
): Refusal => {
  if (reason instanceof Refusal) return reason
  if (reason instanceof FundsSpent && mayFail) return mayFail
  const used = application.quotas.get(service.name)?.limit ?? 0
  return quotaExceeded({ application, service: service.name, used, nowMs: clock.now() }, consolePages)
}
