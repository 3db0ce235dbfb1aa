import type { CreditConsentStatus, Environment } from '@nani/contract'
import {
  type Actor,
  OperatorError,
  type OperatorRole,
  permits,
  rfc3339,
} from '@nani/foundation/core/index.ts'
import { type ConsentDetails, objectOf, openDetails, openReason } from './consent-record.ts'
import { dueChange } from './consent-states.ts'
import type { DecidedConsent } from './decide-consent.ts'
import type { ConsentDependencies } from './dependencies.ts'
import { findAnyRecord, listRecords } from './read-consents.ts'

/** A record in the list of operators. It names no citizen. */
export type ListedConsent = {
  id: string
  application_id: string
  application: string
  organization: string
  environment: Environment
  status: CreditConsentStatus
  product: string | null
  consent_id: string | null
  created_at: string
  changed_at: string
}

/** Everything about a record. */
export type ShownConsent = DecidedConsent & {
  application_id: string
  environment: Environment
  svc_id: string
  amount_requested: ConsentDetails['amount_requested']
  changed_at: string
  revocation_reason: string | null
  uses: number
}

const mayRead: readonly OperatorRole[] = ['supervisor', 'auditor']
const maxListed = 1_000

const requireReader = (actor: Actor): void => {
  if (!permits({ operator: mayRead }, actor))
    throw new OperatorError('not_permitted', `consents.read is not permitted to this ${actor.kind}.`)
}

export type ConsentFilter = {
  environment?: Environment
  applicationId?: string
  status?: CreditConsentStatus
  limit: number
}

/** Requests and consents of all applications or of one, the newest first. */
export const listConsents = async (
  actor: Actor,
  { environment, applicationId, status, limit }: ConsentFilter,
  { pool, clock, newId }: ConsentDependencies,
): Promise<ListedConsent[]> => {
  requireReader(actor)
  const records = await listRecords(pool, {
    environment: environment ?? null,
    applicationId: applicationId ?? null,
    citizen: null,
    status: status ?? null,
    limit: Math.min(limit, maxListed),
  })
  return records.map((record) => ({
    id: record.record_id,
    application_id: record.application_id,
    application: record.application_name,
    organization: record.organization_name,
    environment: record.environment,
    status: statusOf(dueChange(record, clock.now(), newId)?.status, record.status),
    product: record.product,
    consent_id: record.consent_id,
    created_at: rfc3339(record.created_at.getTime()),
    changed_at: rfc3339(record.changed_at.getTime()),
  }))
}

const statusOf = (due: CreditConsentStatus | undefined, status: CreditConsentStatus): CreditConsentStatus =>
  due === 'expired' ? due : status

/** A record with the data that is sealed. The caller audits the reading before it shows the record. */
export const showConsent = async (
  actor: Actor,
  id: string,
  { pool, consentsVault }: ConsentDependencies,
): Promise<ShownConsent> => {
  requireReader(actor)
  const record = await findAnyRecord(pool, id, null)
  if (!record) throw new OperatorError('consent_not_found', `There is no consent or request ${id}.`)
  const details = openDetails(consentsVault, record)
  const { rows } = await pool.query<{ uses: number }>(
    'select count(*)::integer as uses from credit_consent_uses where application_id = $1 and consent_id = $2',
    [record.application_id, record.consent_id],
  )
  return {
    ...objectOf(record, details),
    application_id: record.application_id,
    environment: record.environment,
    svc_id: details.svc_id,
    amount_requested: details.amount_requested,
    changed_at: rfc3339(record.changed_at.getTime()),
    revocation_reason: record.sealed_reason && openReason(consentsVault, record.sealed_reason, record),
    uses: rows[0]?.uses ?? 0,
  }
}
