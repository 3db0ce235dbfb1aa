import { type CreditConsentRequest, type Environment, limits, type SignInCreditConsent } from '@nani/contract'
import {
  type Actor,
  OperatorError,
  type OperatorErrorCode,
  type Permission,
  permits,
} from '@nani/foundation/core/index.ts'
import { inTransaction, writeChanges } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { type AuditedActor, pseudonym, writeAct } from '../../app/audit/index.ts'
import { type ConsentRecord, objectOf, openDetails, sealReason } from './consent-record.ts'
import { approved, dueChange, ended } from './consent-states.ts'
import type { ConsentDependencies } from './dependencies.ts'
import { findAnyRecord } from './read-consents.ts'
import { changeOf } from './write-consents.ts'

/** The request after the act; the consent, if a sign-in gave it. */
export type DecidedConsent = CreditConsentRequest | SignInCreditConsent

/** Checks what proves an answer. Returns how the proof is written, in the transaction of the act. */
export type ProveAnswer = (record: ConsentRecord) => Promise<(client: pg.PoolClient) => Promise<void>>

/**
 * `id` is the id of the request or of its consent. An operator who revokes states the reason. A citizen acts on the
 * consents of one environment only.
 */
export type ConsentDecision = { id: string; environment?: Environment; reason?: string; prove?: ProveAnswer }

export type ConsentAct = {
  (actor: Actor, decision: ConsentDecision, dependencies: ConsentDependencies): Promise<DecidedConsent>
  readonly action: string
  readonly permission: Permission
}

type Definition = {
  action: string
  permission: Permission
  /** Refuses an actor or a record to which the act does not apply. */
  check(actor: Actor, record: ConsentRecord, decision: ConsentDecision): void
  next(record: ConsentRecord, nowMs: number, dependencies: ConsentDependencies): ConsentRecord
}

/**
 * An act on one consent: its status, its audit entry and its event change in one transaction, with the act of an operator. A
 * citizen acts on own consents only. Throws an OperatorError with a code.
 */
const consentAct = ({ action, permission, check, next }: Definition): ConsentAct => {
  const run = async (actor: Actor, decision: ConsentDecision, dependencies: ConsentDependencies) => {
    if (!permits(permission, actor))
      throw new OperatorError('not_permitted', `${action} is not permitted to this ${actor.kind}.`)
    const before = await currentRecord(actor, decision, dependencies)
    check(actor, before, decision)
    const writeProof = await decision.prove?.(before)
    const after = next(before, dependencies.clock.now(), dependencies)
    await write(actor, decision, { action, before, after, writeProof }, dependencies)
    dependencies.wakeDeliveries(after.application_id)
    if (after.due_at) dependencies.wakeAt(after.due_at.getTime())
    return objectOf(after, openDetails(dependencies.consentsVault, after))
  }
  return Object.assign(run, { action, permission })
}

/** The record that the actor may act on, in its status of now. */
const currentRecord = async (
  actor: Actor,
  { id, environment }: ConsentDecision,
  { pool, clock, newId, subjectKey }: ConsentDependencies,
): Promise<ConsentRecord> => {
  const citizen = actor.kind === 'citizen' ? Buffer.from(pseudonym(subjectKey, actor.svcId), 'hex') : null
  const record = await findAnyRecord(pool, id, citizen)
  if (!record || (environment && environment !== record.environment))
    throw new OperatorError('consent_not_found', `There is no consent or request ${id}.`)
  // A change that is due belongs to the background work. The act is refused as if it had happened.
  const due = dueChange(record, clock.now(), newId)
  return due && due.status !== 'approved' ? due : record
}

type Written = {
  action: string
  before: ConsentRecord
  after: ConsentRecord
  writeProof: ((client: pg.PoolClient) => Promise<void>) | undefined
}

const write = async (
  actor: Actor,
  { reason }: ConsentDecision,
  { action, before, after, writeProof }: Written,
  dependencies: ConsentDependencies,
): Promise<void> => {
  const { pool, consentsVault } = dependencies
  const by = { actor: auditedActor(actor) }
  const sealedReason = reason === undefined ? null : sealReason(consentsVault, reason, after)
  await inTransaction(pool, async (client) => {
    const change = changeOf(before, after, { by, sealedReason }, dependencies)
    const happened = await writeChanges(client, after.application_id, [change])
    if (happened.size === 0)
      throw new OperatorError('consent_not_pending', `${after.record_id} was changed at the same time.`)
    await writeProof?.(client)
    if (actor.kind !== 'operator') return
    await writeAct(client, {
      actor,
      action,
      atMs: after.changed_at.getTime(),
      subject: after.record_id,
      before: { status: before.status },
      after: { status: after.status },
    })
  })
}

const auditedActor = ({ kind }: Actor): AuditedActor =>
  kind === 'citizen' || kind === 'operator' || kind === 'application' ? kind : 'system'

const refuse = (code: OperatorErrorCode, message: string): never => {
  throw new OperatorError(code, message)
}

/** An approval by anyone but the citizen is a forged consent. The sandbox has no citizens. */
const checkAnswer = (actor: Actor, record: ConsentRecord): void => {
  if (actor.kind === 'operator' && record.environment !== 'sandbox')
    refuse('consent_of_citizen', `Only the citizen answers ${record.record_id}, in the app.`)
  if (record.status !== 'pending')
    refuse('consent_not_pending', `${record.record_id} is ${record.status}, not pending.`)
}

const answering: Permission = { citizen: true, operator: ['supervisor'] }

export const approveConsent = consentAct({
  action: 'consents.approve',
  permission: answering,
  check: checkAnswer,
  next: (record, nowMs, { newId }) => approved(record, nowMs, newId),
})

export const declineConsent = consentAct({
  action: 'consents.decline',
  permission: answering,
  check: checkAnswer,
  next: (record, nowMs) => ended(record, 'declined', nowMs),
})

/** Ends a consent at once: the next commit of a score sees it (spec/consents#validity-of-a-consent). */
export const revokeConsent = consentAct({
  action: 'consents.revoke',
  permission: { citizen: true, operator: ['supervisor'] },
  check(actor, record, { reason }) {
    if (record.status !== 'approved')
      refuse('consent_not_valid', `${record.record_id} is ${record.status}. It has no valid consent.`)
    const given = reason?.trim() ?? ''
    if (actor.kind === 'operator' && (given === '' || given.length > limits.reasonCharacters))
      refuse('value_invalid', `The reason must have 1 to ${limits.reasonCharacters} characters.`)
  },
  next: (record, nowMs) => ended(record, 'revoked', nowMs),
})
