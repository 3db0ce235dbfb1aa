import type pg from 'pg'
import { coalesceByKey } from '../core/index.ts'
import { dayOf } from '../storage/index.ts'

/** Who asked what, when, from where, and how it ended. Holds no claim, name or identifier. */
export type AuditEntry = {
  application_id: string
  at_ms: number
  api_key: string
  request_id: string
  client_address: string
  method: string
  path: string
  http_status: number
  error_code: string | null
  service: string | null
  purpose: string | null
  scopes: string[] | null
  result_id: string | null
  outcome: string | null
  /** HMAC of the svc_id in hex, when an identity resolved. */
  subject: string | null
  /** The results that were told again: in an answer of their own, a job, a page of a batch or of events, a replay. */
  read_ids: string[] | null
}

/** The row of an entry, as `json_to_recordset` reads it. */
export const auditRow = (entry: AuditEntry) => ({
  ...entry,
  // One entry for each result, one for each request without; the items of a batch share their request.
  entry_id: entry.result_id ?? entry.request_id,
  day: dayOf(entry.at_ms),
  at: new Date(entry.at_ms).toISOString(),
})

export const auditColumns = `entry_id, day, at, api_key, request_id, client_address, method, path, http_status,
  error_code, service, purpose, scopes, result_id, outcome, subject, read_ids`

/** Column list for json_to_recordset; scopes come as a JSON array, the subject in hex. */
export const auditRecord = `entry_id text, day date, at timestamptz, api_key text, request_id text, client_address text,
  method text, path text, http_status smallint, error_code text, service text, purpose text, scopes text[],
  result_id text, outcome text, subject text, read_ids text[]`

export const auditSelection = `entry_id, day, at, api_key, request_id, client_address, method, path, http_status,
  error_code, service, purpose, scopes, result_id, outcome, decode(subject, 'hex'), read_ids`

const insertEntries = `insert into audit_entries (application_id, ${auditColumns})
  select $1, ${auditSelection} from json_to_recordset($2) as entry(${auditRecord})`

export type AuditLog = {
  /** Entries of calls that had nothing to commit: written in groups, right after the answer. */
  record(entry: AuditEntry): void
  /** Waits until everything recorded so far is written. */
  drain(): Promise<void>
}

export const createAuditLog = (pool: pg.Pool, onLost: (error: unknown) => void): AuditLog => {
  const writing = new Set<Promise<void>>()
  const write = coalesceByKey<AuditEntry, undefined>(
    async (applicationId, entries) => {
      await pool.query({
        name: 'audit',
        text: insertEntries,
        values: [applicationId, JSON.stringify(entries.map(auditRow))],
      })
      return entries.map(() => undefined)
    },
    {
      maxInFlight: 1,
      maxGroup: 500,
      maxWaiting: 20_000,
      overflow: () => new Error('the audit queue is full'),
    },
  )
  return {
    record(entry) {
      const written = write(entry.application_id, entry)
        .catch(onLost)
        .finally(() => writing.delete(written)) as Promise<void>
      writing.add(written)
    },
    async drain() {
      while (writing.size > 0) await Promise.all(writing)
    },
  }
}
