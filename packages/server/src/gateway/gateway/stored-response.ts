import { defineFence, type Fence } from '@nani/foundation/storage/index.ts'
import type { IdempotencyLock } from './call.ts'

const storedResponse = defineFence({
  name: 'response',
  columns: { key: 'uuid', claim: 'uuid', status: 'smallint', sealed: 'bytea', disclosed_ids: 'text[]' },
  opens: ({ application, changes, id, column, anyOf }) =>
    `update idempotency_keys k set http_status = ${column.status}, sealed_answer = ${column.sealed},
       disclosed_ids = ${column.disclosed_ids}
     from ${changes}
     where k.application_id = ${application} and k.key = ${column.key} and k.claim = ${column.claim}
       and k.http_status is null and k.key = ${anyOf(column.key)}
     returning ${id}`,
})

/** `disclosedIds` names the results that the response discloses, for the audit of its replays. */
export type StoredResponse = { status: number; sealed: Uint8Array; disclosedIds: readonly string[] }

/**
 * Stores the response of a request with an idempotency key, in the statement that makes it true. The change does not
 * happen when the lock was lost: another request performs the call.
 */
export const storedResponseFence = (
  { key, token }: Pick<IdempotencyLock, 'key' | 'token'>,
  { status, sealed, disclosedIds }: StoredResponse,
): Fence<'response'> => storedResponse({ key, claim: token, status, sealed, disclosed_ids: disclosedIds })
