import type { Clock } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import { writeAuditEntry } from '../../../app/audit/index.ts'
import type { ActingCitizen } from '../../../citizens/citizen-devices/index.ts'
import type { RequestFacts } from '../dependencies.ts'
import { serviceName, signInPurpose } from '../sign-in-scopes.ts'

/** Who acts, and on which request. */
export type CitizenAct = {
  citizen: ActingCitizen
  row: { application_id: string; api_key: string; scopes: string[] }
  facts: RequestFacts
}

export type DeclinedBecause = 'declined' | 'number_wrong' | 'liveness_failed' | 'no_match'
const succeeded: readonly string[] = ['approved', 'declined', 'not_started']

/** Writes what a citizen did about a request, in the transaction of it. */
export const writeCitizenAudit = (
  client: Database,
  { citizen, row, facts }: CitizenAct,
  outcome: DeclinedBecause | 'approved' | 'not_started',
  clock: Clock,
): Promise<void> =>
  writeAuditEntry(client, {
    ...{ application_id: row.application_id, at_ms: clock.now(), service: serviceName, scopes: row.scopes },
    ...{ actor: 'citizen', purpose: signInPurpose, outcome, error_code: null, read_ids: null },
    http_status: succeeded.includes(outcome) ? 200 : 422,
    subject: citizen.citizen.toString('hex'),
    ...originOf(row, facts),
  })

export const originOf = (
  { api_key }: CitizenAct['row'],
  { requestId, clientAddress, method, path }: RequestFacts,
) => ({ api_key, request_id: requestId, client_address: clientAddress, method, path })
