import {
  type CreditAmount,
  type CreditConsent,
  type CreditConsentRequest,
  type CreditConsentStatus,
  type CreditProduct,
  consentMethod,
  type Environment,
  type SignInCreditConsent,
} from '@nani/contract'
import { rfc3339 } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'

/** A row of `credit_consents`: a request, with its consent after the approval, or the consent of a sign-in. */
export type ConsentRecord = {
  application_id: string
  record_id: string
  environment: Environment
  citizen: Buffer
  status: CreditConsentStatus
  product: CreditProduct | null
  sealed_details: Buffer
  created_at: Date
  answer_by: Date | null
  consent_id: string | null
  granted_at: Date | null
  lapses_at: Date | null
  due_status: 'approved' | 'declined' | 'expired' | null
  due_at: Date | null
  changed_at: Date
  /** How far the test clock of the application is ahead. All times above are of that clock. */
  ahead_ms: number
}

export const recordColumns = `c.application_id, c.record_id, c.environment, c.citizen, c.status, c.product,
  c.sealed_details, c.created_at, c.answer_by, c.consent_id, c.granted_at, c.lapses_at, c.due_status, c.due_at,
  c.changed_at,
  (select t.test_clock_ms::float8 from applications t where t.application_id = c.application_id) as ahead_ms`

/** What is sealed of a record. */
export type ConsentDetails = {
  svc_id: string
  amount_requested: CreditAmount | null
  reference: string | null
}

type RecordId = Pick<ConsentRecord, 'application_id' | 'record_id'>

const contextOf = (what: 'details' | 'reason', { application_id, record_id }: RecordId): string =>
  `consent ${what}:${application_id}:${record_id}`

export const sealDetails = (vault: Vault, details: ConsentDetails, record: RecordId): Buffer =>
  vault.seal(Buffer.from(JSON.stringify(details)), contextOf('details', record))

export const openDetails = (vault: Vault, record: ConsentRecord): ConsentDetails =>
  JSON.parse(vault.open(record.sealed_details, contextOf('details', record)).toString('utf8'))

export const sealReason = (vault: Vault, reason: string, record: RecordId): Buffer =>
  vault.seal(Buffer.from(reason), contextOf('reason', record))

export const openReason = (vault: Vault, sealed: Buffer, record: RecordId): string =>
  vault.open(sealed, contextOf('reason', record)).toString('utf8')

/** The consent as callers see it (spec/consents#consent-object); undefined before the approval. */
export const consentOf = ({
  consent_id,
  granted_at,
  lapses_at,
}: GrantedColumns): CreditConsent | undefined =>
  consent_id !== null && granted_at && lapses_at
    ? {
        method: consentMethod,
        consent_id,
        granted_at: rfc3339(granted_at.getTime()),
        expires_at: rfc3339(lapses_at.getTime()),
      }
    : undefined

type GrantedColumns = Pick<ConsentRecord, 'consent_id' | 'granted_at' | 'lapses_at'>

/** The object of a record: a request (spec/consents#consent-request), or the consent of a sign-in. */
export const objectOf = (
  record: ConsentRecord,
  details: ConsentDetails,
): CreditConsentRequest | SignInCreditConsent => {
  const consent = consentOf(record)
  if (record.answer_by === null) {
    if (!consent) throw new Error(`${record.record_id} has neither a request nor a consent`)
    return { id: record.record_id, object: 'credit_consent', status: record.status, ...consent }
  }
  return requestOf(record, record.answer_by, details)
}

export const requestOf = (
  record: ConsentRecord,
  answerBy: Date,
  { reference }: ConsentDetails,
): CreditConsentRequest => {
  const consent = consentOf(record)
  return {
    id: record.record_id,
    object: 'credit_consent_request',
    status: record.status,
    product: record.product ?? 'other',
    reference,
    created_at: rfc3339(record.created_at.getTime()),
    expires_at: rfc3339(answerBy.getTime()),
    ...(consent && { consent }),
  }
}
