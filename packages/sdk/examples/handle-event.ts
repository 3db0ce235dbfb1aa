import type { NaniEvent } from '@nani/sdk'

/** The statements of a receiver in its own database. Two suffice for repeated and unordered events. */
export type Transaction = {
  /** Stores the id and returns true. Returns false if it is known: `insert … on conflict do nothing`. */
  rememberEvent(id: string): Promise<boolean>
  /** Writes only newer data than the stored one: `update … where updated_at < $at`. */
  updateIfNewer(id: string, at: string, object: unknown): Promise<void>
}

export type Store = { inTransaction(work: (transaction: Transaction) => Promise<void>): Promise<void> }

/**
 * Handles an event once. An event may arrive more than once and out of order: `id` identifies a repetition, and
 * `created_at` gives the order. The id is stored in the transaction of its effects, so that a crash loses no event. A
 * receiver must answer 5xx if this throws: then the event is sent again.
 */
export const handleEvent = (event: NaniEvent, store: Store): Promise<void> =>
  store.inTransaction(async (transaction) => {
    if (!(await transaction.rememberEvent(event.id))) return
    switch (event.type) {
      case 'job.completed':
      case 'job.failed':
      case 'batch.completed':
      case 'batch.completed_with_errors':
        await transaction.updateIfNewer(event.data.object.id, event.created_at, event.data.object)
        break
      default:
      // A type that this receiver has no use for, or that a later release added.
    }
  })
