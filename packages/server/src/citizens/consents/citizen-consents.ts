import type { CreditConsent, CreditConsentStatus, CreditProduct } from '@nani/contract'
import { rfc3339 } from '@nani/foundation/core/index.ts'
import { type ConsentDetails, consentOf, openDetails } from './consent-record.ts'
import { dueChange } from './consent-states.ts'
import type { ConsentDependencies } from './dependencies.ts'
import type { NamedRecord } from './read-consents.ts'

/** A request or a consent with the names of those who asked, as its citizen sees it. */
export type TitledConsent = {
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

export const shownToCitizen = (
  record: NamedRecord,
  { clock, newId, consentsVault }: ConsentDependencies,
): TitledConsent => {
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
