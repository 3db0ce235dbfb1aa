import type { CreditConsentRequest, SignInCreditConsent } from '@nani/contract'
import { type Actor, Refusal } from '@nani/foundation/core/index.ts'
import { type Database, writeChanges } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { AuditedActor } from '../../app/audit/index.ts'
import type { ActResult } from '../../gateway/acts/index.ts'
import { actingCitizen } from '../citizen-devices/index.ts'
import { type ConsentRecord, objectOf, openDetails, sealReason } from './consent-record.ts'
import { dueChange } from './consent-states.ts'
import type { ConsentDependencies } from './dependencies.ts'
import { findAnyRecord } from './read-consents.ts'
import { changeOf } from './write-consents.ts'

/** The request after the act; the consent, if a sign-in gave it. */
export type DecidedConsent = CreditConsentRequest | SignInCreditConsent

/** The record that the actor may act on, in its status of now. A citizen acts on own consents of the own environment. */
export const currentRecord = async (
  client: Database,
  actor: Actor,
  id: string,
  { clock, newId, subjectKey }: ConsentDependencies,
): Promise<ConsentRecord> => {
  const own = actor.kind === 'citizen' ? actingCitizen(actor, { subjectKey }) : null
  const record = await findAnyRecord(client, id, own?.citizen ?? null)
  if (!record || (own && own.environment !== record.environment))
    throw new Refusal('consent_not_found', `There is no consent or request ${id}.`)
  // A change that is due belongs to the background work. The act is refused as if it had happened.
  const due = dueChange(record, clock.now(), newId)
  return due && due.status !== 'approved' ? due : record
}

type Change = { before: ConsentRecord; after: ConsentRecord; reason?: string | undefined }

/** Writes the change of a consent with its audit entry and its event, in the transaction of the act. */
export const writeDecision = async (
  client: pg.PoolClient,
  actor: Actor,
  { before, after, reason }: Change,
  dependencies: ConsentDependencies,
): Promise<ActResult<DecidedConsent>> => {
  const { consentsVault } = dependencies
  const sealedReason = reason === undefined ? null : sealReason(consentsVault, reason, after)
  const by = { actor: auditedActor(actor) }
  const change = changeOf(before, after, { by, sealedReason }, dependencies)
  const happened = await writeChanges(client, after.application_id, [change])
  if (happened.size === 0)
    throw new Refusal('consent_not_pending', `${after.record_id} was changed at the same time.`)
  return {
    result: objectOf(after, openDetails(consentsVault, after)),
    entry: {
      subject: after.record_id,
      before: { status: before.status },
      after: { status: after.status },
    },
    afterCommit() {
      dependencies.wakeDeliveries(after.application_id)
      if (after.due_at) dependencies.wakeAt(after.due_at.getTime() - after.ahead_ms)
    },
  }
}

const auditedActor = ({ kind }: Actor): AuditedActor =>
  kind === 'citizen' || kind === 'operator' || kind === 'application' ? kind : 'system'

export const requirePending = ({ record_id: id, status }: ConsentRecord): void => {
  if (status !== 'pending') throw new Refusal('consent_not_pending', `${id} is ${status}, not pending.`)
}

export const requireApproved = ({ record_id: id, status }: ConsentRecord): void => {
  if (status !== 'approved')
    throw new Refusal('consent_not_valid', `${id} is ${status}. It has no valid consent.`)
}
