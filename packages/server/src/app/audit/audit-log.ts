import { createKeyedBatcher, Refusal } from '@nani/foundation/core/index.ts'
import { type Change, type Database, writeChanges } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { auditEffect } from './audit-effect.ts'
import type { AuditEntry } from './audit-entry.ts'

/** An entry as a change without a condition. The items of a batch share their request, which has one entry. */
const changeOf = ({ application_id: _, at_ms: atMs, service, scopes, ...entry }: AuditEntry): Change => ({
  id: entry.request_id,
  service,
  scopes,
  atMs,
  fence: null,
  effects: [auditEffect({ ...entry, makesResult: false })],
})

/** Writes the entry of a request inside the transaction that performs it. */
export const writeAuditEntry = async (client: Database, entry: AuditEntry): Promise<void> => {
  await writeChanges(client, entry.application_id, [changeOf(entry)])
}

export type AuditLog = {
  /** Commits the entry of a read. A read is answered only after this resolves; it rejects when nothing was written. */
  commit(entry: AuditEntry): Promise<void>
  /** Writes the entry of a refusal, which discloses nothing, after the response. */
  record(entry: AuditEntry): void
  /** Waits until everything recorded so far is written. */
  drain(): Promise<void>
}

const maxWaitingReads = 5_000
const maxUnwrittenRefusals = 20_000

/**
 * Entries of calls that have nothing else to commit. Entries of one application that arrive together share a
 * statement. Reads and refusals have separate queues, so that a flood of refusals delays no read.
 */
export const createAuditLog = (pool: pg.Pool, onLost: (error: unknown) => void): AuditLog => {
  const writing = new Set<Promise<void>>()
  const grouped = (maxWaiting: number) =>
    createKeyedBatcher<AuditEntry, undefined>(
      async (applicationId, entries) => {
        await writeChanges(pool, applicationId, entries.map(changeOf))
        return entries.map(() => undefined)
      },
      {
        maxInFlight: 1,
        maxGroup: 500,
        maxWaiting,
        overflow: () => new Refusal('overloaded', { retry_after: 1 }, { detail: 'the audit queue is full' }),
      },
    )
  const commitGrouped = grouped(maxWaitingReads)
  const recordGrouped = grouped(maxUnwrittenRefusals)
  return {
    async commit(entry) {
      await commitGrouped(entry.application_id, entry)
    },
    record(entry) {
      if (writing.size >= maxUnwrittenRefusals) {
        onLost(new Error('The audit queue of refusals is full; an entry was not written.'))
        return
      }
      const written = recordGrouped(entry.application_id, entry)
        .catch(onLost)
        .finally(() => writing.delete(written)) as Promise<void>
      writing.add(written)
    },
    async drain() {
      while (writing.size > 0) await Promise.all(writing)
    },
  }
}
