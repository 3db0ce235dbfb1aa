import type { CreditConsent, CreditConsentStatus, CreditProduct, Environment } from '@nani/contract'
import { type Actor, OperatorError, rfc3339 } from '@nani/foundation/core/index.ts'
import { pseudonym } from '../../app/audit/index.ts'
import { type ConsentDetails, consentOf, openDetails } from './consent-record.ts'
import { dueChange } from './consent-states.ts'
import type { ConsentDependencies } from './dependencies.ts'
import { type ConsentUse, listRecords, listUsesOf, type NamedRecord } from './read-consents.ts'

/** A request or a consent as its citizen sees it. */
export type CitizenConsent = {
  /** `cnr_…`; `cns_…` for a consent of a sign-in. */
  id: string
  status: CreditConsentStatus
  organization: string
  application: string
  application_id: string
  /** Null: the application has no logo. */
  logo_hash: string | null
  /** Null: every product. The screen says so. */
  product: CreditProduct | null
  amount_requested: ConsentDetails['amount_requested']
  created_at: string
  /** Null for a consent of a sign-in. */
  answer_by: string | null
  consent: CreditConsent | null
}

const maxListed = 500

/** The pseudonym of the citizen who acts. */
export const citizenOf = (actor: Actor, subjectKey: ConsentDependencies['subjectKey']): Buffer => {
  if (actor.kind !== 'citizen')
    throw new OperatorError('not_permitted', 'Only a citizen lists the own consents.')
  return Buffer.from(pseudonym(subjectKey, actor.svcId), 'hex')
}

/** The requests and consents of a citizen, the newest first. */
export const listCitizenConsents = async (
  actor: Actor,
  {
    environment,
    status = null,
    limit = 100,
  }: { environment: Environment; status?: CreditConsentStatus | null; limit?: number },
  dependencies: ConsentDependencies,
): Promise<CitizenConsent[]> => {
  const { pool, subjectKey } = dependencies
  const records = await listRecords(pool, {
    environment,
    applicationId: null,
    citizen: citizenOf(actor, subjectKey),
    status,
    limit: Math.min(limit, maxListed),
  })
  return records.map((record) => shownToCitizen(record, dependencies))
}

export const shownToCitizen = (
  record: NamedRecord,
  { clock, newId, consentsVault }: ConsentDependencies,
): CitizenConsent => {
  const due = dueChange(record, clock.now(), newId)
  const details = openDetails(consentsVault, record)
  return {
    id: record.record_id,
    // A record whose time has come is final, also if the background work has not written it yet.
    status: due?.status === 'expired' ? 'expired' : record.status,
    organization: record.organization_name,
    application: record.application_name,
    application_id: record.application_id,
    logo_hash: record.logo_hash,
    product: record.product,
    amount_requested: details.amount_requested,
    created_at: rfc3339(record.created_at.getTime()),
    answer_by: record.answer_by && rfc3339(record.answer_by.getTime()),
    consent: consentOf(record) ?? null,
  }
}

/** The uses of the consents of a citizen, of one consent or of all, the newest first. */
export const listCitizenUses = async (
  actor: Actor,
  {
    environment,
    consentId = null,
    limit = 100,
  }: { environment: Environment; consentId?: string | null; limit?: number },
  { pool, subjectKey }: ConsentDependencies,
): Promise<ConsentUse[]> =>
  listUsesOf(pool, citizenOf(actor, subjectKey), {
    environment,
    consentId,
    limit: Math.min(limit, maxListed),
  })
