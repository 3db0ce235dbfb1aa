import { type CreditConsentStatus, idInput } from '@nani/contract'
import Type, { type Static } from 'typebox'
import { type ActContext, defineAct } from '../../../gateway/acts/index.ts'
import { ended } from '../consent-states.ts'
import type { ConsentDependencies } from '../dependencies.ts'
import { currentRecord, requireApproved, requirePending, writeDecision } from '../write-decision.ts'

/** The app shows the status alone. */
export const statusResult = <Status extends CreditConsentStatus>(status: Status) =>
  Type.Object({ status: Type.Literal(status) })

type ById = ActContext<Static<typeof idInput>, ConsentDependencies, undefined>

export const declineOwnConsent = defineAct({
  name: 'consents.decline_own',
  sentence: {
    en: 'Declines a request for the own credit consent',
    fr: 'Refuse une demande de son consentement au crédit',
  },
  actors: { citizen: true },
  input: idInput,
  output: statusResult('declined'),
  refusals: ['consent_not_found', 'consent_not_pending'],
  routes: { citizen: 'POST /consents/{id}/decline' },
  async perform({ client, actor, input: { id }, needs, nowMs }: ById) {
    const before = await currentRecord(client, actor, id, needs)
    requirePending(before)
    const written = await writeDecision(
      client,
      actor,
      { before, after: ended(before, 'declined', nowMs) },
      needs,
    )
    return { ...written, result: { status: 'declined' as const } }
  },
})

/** Ends a consent at once: the next commit of a score sees it (spec/consents#validity-of-a-consent). */
export const revokeOwnConsent = defineAct({
  name: 'consents.revoke_own',
  sentence: { en: 'Withdraws the own credit consent', fr: 'Retire son consentement au crédit' },
  actors: { citizen: true },
  input: idInput,
  output: statusResult('revoked'),
  refusals: ['consent_not_found', 'consent_not_valid'],
  routes: { citizen: 'POST /consents/{id}/revoke' },
  async perform({ client, actor, input: { id }, needs, nowMs }: ById) {
    const before = await currentRecord(client, actor, id, needs)
    requireApproved(before)
    const written = await writeDecision(
      client,
      actor,
      { before, after: ended(before, 'revoked', nowMs) },
      needs,
    )
    return { ...written, result: { status: 'revoked' as const } }
  },
})
