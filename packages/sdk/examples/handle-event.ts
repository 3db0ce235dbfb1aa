import type { NaniEvent } from '@nani/sdk'

/** What a receiver does in its own database. Two statements are all that duplicates and disorder ask for. */
export type Transaction = {
  /** Remembers the id and answers true, or answers false when it is known: `insert … on conflict do nothing`. */
  rememberEvent(id: string): Promise<boolean>
  /** Writes only what is newer than what stands: `update … where updated_at < $at`. */
  updateIfNewer(id: string, at: string, object: unknown): Promise<void>
}

export type Store = { inTransaction(work: (transaction: Transaction) => Promise<void>): Promise<void> }

/**
 * Handles an event once. It may come more than once and out of order: its `id` tells the one, its `created_at`
 * the other. The id is remembered in the transaction of what it leads to, so that a crash in between loses
 * nothing. What throws here must answer 5xx: then the event is sent again.
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
