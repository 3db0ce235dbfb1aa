import type { CreditConsent, Environment } from '@nani/contract'
import { writeChanges } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { pseudonym } from '../../app/audit/index.ts'
import { type ConsentRecord, consentOf, sealDetails } from './consent-record.ts'
import { approved } from './consent-states.ts'
import type { ConsentDependencies } from './dependencies.ts'
import { creationOf } from './write-consents.ts'

type Grant = {
  applicationId: string
  environment: Environment
  svcId: string
  /** How far the test clock of the application is ahead. */
  clockAheadMs: number
}

/**
 * The consent of a citizen who signed in with `svc:credit.score`. It covers every product
 * (spec/consents#product-of-a-consent). It is written in the transaction of the sign-in. After that transaction, call
 * `wakeDeliveries` for the application.
 */
export const grantThroughSignIn = async (
  client: pg.PoolClient,
  { applicationId, environment, svcId, clockAheadMs }: Grant,
  dependencies: ConsentDependencies,
): Promise<CreditConsent> => {
  const { clock, newId, consentsVault, subjectKey } = dependencies
  const nowMs = clock.now()
  const base: Omit<ConsentRecord, 'record_id' | 'sealed_details'> = {
    application_id: applicationId,
    environment,
    citizen: Buffer.from(pseudonym(subjectKey, svcId), 'hex'),
    status: 'approved',
    product: null,
    created_at: new Date(nowMs + clockAheadMs),
    answer_by: null,
    consent_id: null,
    granted_at: null,
    lapses_at: null,
    due_status: null,
    due_at: null,
    changed_at: new Date(nowMs + clockAheadMs),
    ahead_ms: clockAheadMs,
  }
  const granted = approved({ ...base, record_id: '', sealed_details: Buffer.alloc(0) }, nowMs, newId)
  const consent = consentOf(granted)
  if (!consent) throw new Error('a consent that was granted has no id')
  const id = { application_id: applicationId, record_id: consent.consent_id }
  const details = { svc_id: svcId, amount_requested: null, reference: null }
  const record = { ...granted, ...id, sealed_details: sealDetails(consentsVault, details, id) }
  const change = creationOf(record, { actor: 'citizen' }, dependencies, null)
  await writeChanges(client, applicationId, [change])
  dependencies.wakeAt((record.lapses_at?.getTime() ?? 0) - clockAheadMs)
  return consent
}
