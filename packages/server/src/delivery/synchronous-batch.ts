import type { ItemError } from '@nani/contract'
import type pg from 'pg'
import { asRefusal, Refusal } from '../core/index.ts'
import { type Application, type Claim, quotaExceeded } from '../gateway/index.ts'
import { commitWithin } from '../ledger/index.ts'
import { spendBatchQuota } from './batch-quota.ts'
import type { BatchItem } from './batch-request.ts'
import { mapBounded } from './bounded.ts'
import { type Origin, type PerformDependencies, performCall, tell } from './perform.ts'
import type { Service } from './service.ts'
import { settledTransaction } from './settled.ts'
import { validateRequest } from './validate.ts'

const concurrentItems = 16

export type ListedItem =
  | { reference: string; status: 'succeeded'; result: unknown }
  | { reference: string; status: 'failed'; error: ItemError }

export const failedItem = (reference: string, refusal: Refusal): ListedItem => ({
  reference,
  status: 'failed',
  error: refusal.itemError(),
})

/** Up to 50 items at once: all are performed, then committed in one transaction together with the answer. */
export const answerBatch = async (
  service: Service,
  items: readonly BatchItem[],
  application: Application,
  origin: Origin,
  claim: Claim | null,
  dependencies: PerformDependencies & { pool: pg.Pool; onInternalError(detail: string): void },
): Promise<string> => {
  const atOnce = service.concurrentItems ?? concurrentItems
  const performed = await mapBounded(items, atOnce, async (item) => {
    try {
      if (item.refusal) return item.refusal
      const valid = validateRequest(service, item.request, application)
      const call = await performCall(service, valid, application, origin, dependencies)
      // A file that cannot be read fails its item alone, and before anything is charged.
      return { call, told: await tell(call, application, dependencies) }
    } catch (error) {
      const refusal = asRefusal(error)
      if (refusal.code === 'internal_error') dependencies.onInternalError(refusal.detail ?? '')
      return refusal
    }
  })
  return settledTransaction(dependencies.pool, dependencies.answersVault, claim, 200, async (client) => {
    await spendBatchQuota(client, application, items.length, dependencies.clock)
    const calls = performed.flatMap((outcome) => (outcome instanceof Refusal ? [] : [outcome.call]))
    const committed = await commitWithin(
      client,
      calls.map((call) => call.record),
    )
    const spent = new Set(calls.filter((_call, index) => committed[index]))
    const overQuota = quotaRefusal(service, application, dependencies.clock.now())
    const data = performed.map((outcome, index): ListedItem => {
      const { reference } = items[index] as BatchItem
      if (outcome instanceof Refusal) return failedItem(reference, outcome)
      if (spent.has(outcome.call)) return failedItem(reference, overQuota())
      return { reference, status: 'succeeded', result: outcome.told }
    })
    return JSON.stringify({ object: 'list', data, next_cursor: null })
  })
}

const quotaRefusal = (service: Service, application: Application, nowMs: number) => () =>
  quotaExceeded(application, service.name, application.quotas.get(service.name)?.limit ?? 0, nowMs)
