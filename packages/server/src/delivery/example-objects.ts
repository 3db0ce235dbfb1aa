import { idTime, Refusal } from '../core/index.ts'
import { batchObject } from './batches.ts'
import { jobObject } from './jobs.ts'
import type { Rehearsal, RehearsedCall } from './rehearse.ts'
import { failedItem, type ListedItem } from './synchronous-batch.ts'

const itemsShown = 3

const firstAnswer = ({ calls }: Rehearsal): Record<string, unknown> => {
  const answered = calls.find(({ answer }) => !(answer instanceof Refusal))
  return answered ? (answered.answer as Record<string, unknown>) : {}
}

const firstRefusal = ({ calls }: Rehearsal): Refusal =>
  (calls.find(({ answer }) => answer instanceof Refusal)?.answer as Refusal | undefined) ??
  new Refusal('internal_error')

/** The random part of an example's id comes from the result it belongs to, so that it never changes. */
const idLike = (rehearsal: Rehearsal, prefix: string): { id: string; createdAt: Date } => {
  const { idPrefix } = rehearsal.service
  const resultId = String(firstAnswer(rehearsal).id ?? '')
  const atMs = idTime(idPrefix, resultId) ?? 0
  return { id: `${prefix}_${resultId.slice(idPrefix.length + 1)}`, createdAt: new Date(atMs) }
}

/** A job as it is when accepted, completed or failed. */
export const exampleJob = (rehearsal: Rehearsal, status: 'pending' | 'completed' | 'failed') => {
  const { id, createdAt } = idLike(rehearsal, 'job')
  const job = jobObject(id, { service: rehearsal.service.name, status, created_at: createdAt })
  if (status === 'completed') return { ...job, result: firstAnswer(rehearsal) }
  return status === 'failed' ? { ...job, error: firstRefusal(rehearsal).body() } : job
}

const batchDurationMs = 14_000

/** A batch as it is when accepted, when all is well, when an item failed, and when it was cancelled. */
export const exampleBatch = (
  rehearsal: Rehearsal,
  state: 'pending' | 'completed' | 'completed_with_errors' | 'cancelled',
) => {
  const { id, createdAt } = idLike(rehearsal, 'bat')
  const endedAt = state === 'pending' ? null : new Date(createdAt.getTime() + batchDurationMs)
  const failed = { pending: 0, completed: 0, completed_with_errors: 3, cancelled: 7_250 }[state]
  const total = 10_000
  return batchObject({
    batch_id: id,
    service: rehearsal.service.name,
    total_items: total,
    succeeded_items: state === 'pending' ? 0 : total - failed,
    failed_items: failed,
    created_at: createdAt,
    completed_at: endedAt,
    cancelled_at: state === 'cancelled' ? endedAt : null,
  })
}

/** A few items of a batch, the last one failed, each with the request that it came of. */
export const exampleItems = ({
  calls,
}: Rehearsal): { reference: string; request: RehearsedCall['request']; entry: ListedItem }[] => {
  const answered = calls.filter(({ answer }) => !(answer instanceof Refusal))
  // A field that is wrong refuses the whole batch; everything else, the item alone.
  const refused = calls.filter(({ answer }) => answer instanceof Refusal && answer.code !== 'invalid_request')
  // The smallest answers: a list is read for its frame.
  const size = (call: RehearsedCall) => JSON.stringify(call.answer).length
  const shown = [
    ...answered.toSorted((a, b) => size(a) - size(b)).slice(0, itemsShown - 1),
    ...refused.slice(0, 1),
  ]
  return shown.map(({ request, answer }, index) => {
    const reference = `item-${index + 1}`
    const entry: ListedItem =
      answer instanceof Refusal
        ? failedItem(reference, answer)
        : { reference, status: 'succeeded', result: { ...answer, reference } }
    return { reference, request, entry }
  })
}
