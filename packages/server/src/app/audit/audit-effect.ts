import { defineEffect, type Effect } from '@nani/foundation/storage/index.ts'
import type { AuditedOutcome, RequestOrigin, systemOrigin } from './audit-entry.ts'

/** The only statement that writes audit entries. */
const entryEffect = defineEffect({
  name: 'audit',
  columns: {
    actor: 'text',
    api_key: 'text',
    request_id: 'text',
    client_address: 'text',
    method: 'text',
    path: 'text',
    http_status: 'smallint',
    error_code: 'text',
    purpose: 'text',
    makes_result: 'boolean',
    disclosed_scopes: 'text[]',
    outcome: 'text',
    subject: 'text',
    read_ids: 'text[]',
    refused_check: 'text',
    duration_ms: 'integer',
  },
  write: ({ application, changes, id, service, scopes, at, day, column }) =>
    `insert into audit_entries (application_id, entry_id, day, at, service, scopes, actor, api_key, request_id,
       client_address, method, path, http_status, error_code, purpose, result_id, outcome, subject, read_ids,
       refused_check, duration_ms)
     select ${application}, ${id}, ${day}, ${at}, ${service}, coalesce(${column.disclosed_scopes}, ${scopes}),
       ${column.actor}, ${column.api_key}, ${column.request_id},
       ${column.client_address}, ${column.method}, ${column.path}, ${column.http_status}, ${column.error_code},
       ${column.purpose}, case when ${column.makes_result} then ${id} end, ${column.outcome},
       decode(${column.subject}, 'hex'), ${column.read_ids}, ${column.refused_check}, ${column.duration_ms}
     from ${changes}`,
})

/** The entry of a change. The change itself has the application, the time, the service and the scopes. */
export type AuditedChange = (RequestOrigin | typeof systemOrigin) &
  AuditedOutcome & {
    /** The change makes a result, which has the id of the change. */
    makesResult: boolean
    /** What was disclosed, if it is not the scopes of the change: those are the ones that are charged. */
    disclosedScopes?: readonly string[]
  }

/** The audit entry of a change: it exists exactly if the change happens. */
export const auditEffect = ({ makesResult, disclosedScopes, ...given }: AuditedChange): Effect<'audit'> => {
  const { elapsedMs, ...entry } = { elapsedMs: undefined, ...given }
  return entryEffect({
    ...{ refused_check: null, ...entry, makes_result: makesResult },
    disclosed_scopes: disclosedScopes ?? null,
    // The last moment before the commit: the duration needs no further statement.
    duration_ms: elapsedMs ? Math.round(elapsedMs()) : null,
  })
}
