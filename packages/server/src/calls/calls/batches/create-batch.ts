import { Refusal } from '@nani/foundation/core/index.ts'
import type { ChunkTask, Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { type IdempotencyLock, quotaExceeded } from '../../../gateway/gateway/index.ts'
import { holdFunds } from '../../../money/billing/index.ts'
import type { CallsDependencies } from '../dependencies.ts'
import { acceptWork, checkOpenWork } from '../jobs/accept-work.ts'
import type { BatchItem } from '../requests/batch-request.ts'
import { completeRequest } from '../requests/complete-request.ts'
import type { Invocation } from '../requests/invocation.ts'
import { sealJson, sealLargeJson } from '../results/sealed-json.ts'
import { spendBatchQuota } from './batch-quota.ts'
import { acceptedMs, type BatchRow, batchContext, batchDay, batchObject, itemContext } from './batches.ts'
import { failItems } from './fail-items.ts'
import { insertItems, type StoredItem, sealInSlices } from './insert-items.ts'
import { reserveFirst } from './reserve-numbers.ts'
import { failedItem } from './synchronous-batch.ts'

/** Items of one task. A small number repeats little work after a crash; a large number keeps the queue short. */
export const chunkItems = 250

/** A batch that a caller offers, and the most that each of its items may cost. */
export type OfferedBatch = {
  invocation: Invocation
  items: readonly BatchItem[]
  quotes: readonly number[]
}

/** Accepts an asynchronous batch. One transaction writes the rows of all items, the tasks and the stored response. */
export const createBatch = async (
  offered: OfferedBatch,
  lock: IdempotencyLock | null,
  dependencies: CallsDependencies,
): Promise<string> => {
  const { invocation, items, quotes } = offered
  const { service, application, origin } = invocation
  const { pool, queue, requestsVault, answersVault, newId, maxOpenItems } = dependencies
  const { applicationId } = application
  const batchId = newId('bat')
  const open = items.flatMap((item, position) => ('valid' in item ? [position] : []))
  const row = newBatch(batchId, offered, dependencies)
  await checkOpenWork(pool, application, open.length, maxOpenItems)
  const stored = await sealInSlices(items.length, async (position) => ({
    ...(await sealItem(
      items[position] as BatchItem,
      itemContext(applicationId, batchId, position),
      requestsVault,
    )),
    quoted: quotes[position] ?? 0,
  }))
  // Real time: the audit log and the numbers of cases do not follow a test clock.
  const atMs = acceptedMs(batchId)
  // Before the transaction: other callers do not wait for its end to get a number.
  const firstNumber = await reserveFirst(invocation, items.length, atMs)
  const accepted = { applicationId, service: service.name, origin, atMs, lock, status: 202 }
  const accept = async (client: pg.PoolClient) => {
    await spendBatchQuota(client, application, items.length, dependencies.clock)
    await insertBatch(client, invocation, { ...row, firstNumber }, requestsVault)
    await insertItems(client, { applicationId, batchId, day: batchDay(batchId) }, stored)
    // Other calls of the application wait for these counters, so they are locked last.
    const { granted, openBefore } = await acceptWork(
      client,
      application,
      { kind: 'items', service: service.name, count: open.length, acceptedMs: acceptedMs(batchId) },
      dependencies,
    )
    const failed = await failBeyondQuota(
      client,
      { invocation, batchId, items },
      open.slice(granted),
      dependencies,
    )
    // What the quota refuses is never performed, so that nothing is held for it.
    const refused = open.slice(granted).reduce((sum, position) => sum + (quotes[position] ?? 0), 0)
    if (!(await holdFunds(client, applicationId, (row.quoted ?? 0) - refused))) throw new FundsMissing()
    const turnsBefore = Math.floor(openBefore / chunkItems)
    await queue.enqueue('chunks', chunksOf(applicationId, batchId, items.length), client, turnsBefore)
    const failedItems = items.length - open.length + failed
    return { body: JSON.stringify(batchObject({ ...row, failed_items: failedItems })), disclosedIds: [] }
  }
  const body = await untilHeld(offered, dependencies, () =>
    completeRequest(pool, answersVault, accepted, accept),
  )
  queue.wake('chunks')
  return body
}

/** The allowance does not cover the quote. The transaction that accepts the batch is rolled back. */
class FundsMissing extends Error {}

const maxHolds = 20

/** Looks for money of the organization when the allowance does not cover the quote, and accepts the batch again. */
const untilHeld = async (
  { invocation: { application }, quotes }: OfferedBatch,
  { billing }: CallsDependencies,
  accept: () => Promise<string>,
): Promise<string> => {
  const { applicationId, organizationId } = application
  const amount = quotes.reduce((sum, quote) => sum + quote, 0)
  for (let attempt = 0; attempt < maxHolds; attempt++) {
    try {
      return await accept()
    } catch (error) {
      if (!(error instanceof FundsMissing)) throw error
      const refusal = await billing.cover({ applicationId, organizationId, amount, spends: true })
      if (refusal) throw refusal
    }
  }
  throw new Refusal(
    'overloaded',
    { retry_after: 1 },
    { detail: 'other calls spent the money in every attempt' },
  )
}

const newBatch = (
  batchId: string,
  { invocation: { service, application }, items, quotes }: OfferedBatch,
  { billing }: CallsDependencies,
): BatchRow => {
  const createdMs = acceptedMs(batchId)
  return {
    batch_id: batchId,
    service: service.name,
    total_items: items.length,
    succeeded_items: 0,
    failed_items: 0,
    created_at: new Date(createdMs + application.clockAheadMs),
    completed_at: null,
    cancelled_at: null,
    quoted: quotes.reduce((sum, quote) => sum + quote, 0),
    quoted_currency: billing.priceList(application.organizationId, createdMs).currency,
  }
}

const insertBatch = async (
  client: pg.PoolClient,
  { service, application: { applicationId }, origin }: Invocation,
  row: BatchRow & { firstNumber: number | null },
  requestsVault: Vault,
): Promise<void> => {
  const { batch_id: batchId, total_items: totalItems, created_at: createdAt } = row
  const sealedContext = sealJson(requestsVault, origin, batchContext(applicationId, batchId))
  await client.query({
    name: 'create-batch',
    text: `insert into batches (application_id, batch_id, service, total_items, created_at, sealed_context, reserved,
             quoted, quoted_currency, first_number)
           values ($1, $2, $3, $4, $5, $6, true, $7, $8, $9)`,
    values: [
      ...[applicationId, batchId, service.name, totalItems, createdAt, sealedContext],
      ...[row.quoted, row.quoted_currency, row.firstNumber],
    ],
  })
}

const chunksOf = (applicationId: string, batchId: string, items: number): ChunkTask[] => {
  const tasks: ChunkTask[] = []
  for (let from = 0; from < items; from += chunkItems) {
    tasks.push({ applicationId, batchId, from, to: Math.min(from + chunkItems, items) })
  }
  return tasks
}

/** Fails the items beyond the quota together. No task performs them. */
const failBeyondQuota = async (
  client: pg.PoolClient,
  batch: { invocation: Invocation; batchId: string; items: readonly BatchItem[] },
  positions: readonly number[],
  { requestsVault, clock, consolePages }: CallsDependencies,
): Promise<number> => {
  if (positions.length === 0) return 0
  const { batchId, items } = batch
  const { service, application } = batch.invocation
  const limit = application.quotas.get(service.name)?.limit ?? 0
  const spent = { application, service: service.name, used: limit, nowMs: clock.now() }
  const refusal = quotaExceeded(spent, consolePages)
  const failures = positions.map((position) => ({
    position,
    refusal,
    quoted: 0,
    sealedError: sealJson(
      requestsVault,
      failedItem((items[position] as BatchItem).reference, refusal),
      itemContext(application.applicationId, batchId, position),
    ),
  }))
  // Their usage was not reserved, so nothing is released.
  const target = { applicationId: application.applicationId, batchId, service: service.name, reserved: false }
  return failItems(client, target, failures)
}

/** An item that cannot succeed is stored as failed, with its reference. It is never performed. */
const sealItem = async (
  item: BatchItem,
  context: string,
  requestsVault: Vault,
): Promise<Omit<StoredItem, 'quoted'>> => {
  const sealed = (value: unknown) => sealLargeJson(requestsVault, value, context)
  return 'valid' in item
    ? { sealedRequest: await sealed(item.valid.request), sealedError: null }
    : { sealedRequest: null, sealedError: await sealed(failedItem(item.reference, item.refusal)) }
}
