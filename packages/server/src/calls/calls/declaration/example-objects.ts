import { idTime, Refusal } from '@nani/foundation/core/index.ts'
import { batchObject } from '../batches/batches.ts'
import { failedItem, type ListedItem } from '../batches/synchronous-batch.ts'
import { jobObject } from '../jobs/read-jobs.ts'
import type { ExampleCall, ExampleRun } from './endpoint-docs.ts'

const itemsShown = 3

const firstAnswer = ({ calls }: ExampleRun): Record<string, unknown> => {
  const answered = calls.find(({ answer }) => !(answer instanceof Refusal))
  return answered ? (answered.answer as Record<string, unknown>) : {}
}

const firstRefusal = ({ calls }: ExampleRun): Refusal =>
  (calls.find(({ answer }) => answer instanceof Refusal)?.answer as Refusal | undefined) ??
  new Refusal('internal_error')

/** The random part of an example's id comes from its result, so that it never changes. */
const idLike = (run: ExampleRun, prefix: string): { id: string; createdAt: Date } => {
  const { idPrefix } = run.service
  const resultId = String(firstAnswer(run).id ?? '')
  const atMs = idTime(idPrefix, resultId) ?? 0
  return { id: `${prefix}_${resultId.slice(idPrefix.length + 1)}`, createdAt: new Date(atMs) }
}

/** A job as it is when accepted, completed or failed. */
export const exampleJob = (run: ExampleRun, status: 'pending' | 'completed' | 'failed') => {
  const { id, createdAt } = idLike(run, 'job')
  const job = jobObject(id, { service: run.service.name, status, created_at: createdAt })
  if (status === 'completed') return { ...job, result: firstAnswer(run) }
  return status === 'failed' ? { ...job, error: firstRefusal(run).body() } : job
}

const batchDurationMs = 14_000

/** A batch that was accepted, succeeded, has failed items, or was cancelled. */
export const exampleBatch = (
  run: ExampleRun,
  state: 'pending' | 'completed' | 'completed_with_errors' | 'cancelled',
) => {
  const { id, createdAt } = idLike(run, 'bat')
  const endedAt = state === 'pending' ? null : new Date(createdAt.getTime() + batchDurationMs)
  const failed = { pending: 0, completed: 0, completed_with_errors: 3, cancelled: 7_250 }[state]
  const total = 10_000
  return batchObject({
    batch_id: id,
    service: run.service.name,
    total_items: total,
    succeeded_items: state === 'pending' ? 0 : total - failed,
    failed_items: failed,
    created_at: createdAt,
    completed_at: endedAt,
    cancelled_at: state === 'cancelled' ? endedAt : null,
    quoted: 0,
    quoted_currency: 'USD',
  })
}

/** Some items of a batch with their requests. The last item failed. */
export const exampleItems = ({
  calls,
}: ExampleRun): { reference: string; request: ExampleCall['request']; entry: ListedItem }[] => {
  const answered = calls.filter(({ answer }) => !(answer instanceof Refusal))
  // A wrong field refuses the whole batch. Every other fault refuses its item alone.
  const refused = calls.filter(({ answer }) => answer instanceof Refusal && answer.code !== 'invalid_request')
  // The smallest results, because the example shows the list.
  const size = (call: ExampleCall) => JSON.stringify(call.answer).length
  const shown = [
    ...answered.toSorted((a, b) => size(a) - size(b)).slice(0, itemsShown - 1),
    ...refused.slice(0, 1),
  ]
  return shown.map(({ request, answer }, index) => {
    const reference = `item-${index + 1}`
    const entry: ListedItem =
      answer instanceof Refusal
        ? failedItem(reference, answer)
        : {
            reference,
            status: 'succeeded',
            result: { ...answer, ...('reference' in answer && { reference }) },
          }
    return { reference, request, entry }
  })
}
