import { closed, creditConsentStatuses, idInput, limits } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import Type, { type Static } from 'typebox'
import { type ActContext, defineAct } from '../../gateway/acts/index.ts'
import type { ConsentRecord } from './consent-record.ts'
import { approved, ended } from './consent-states.ts'
import type { ConsentDependencies } from './dependencies.ts'
import {
  currentRecord,
  type DecidedConsent,
  requireApproved,
  requirePending,
  writeDecision,
} from './write-decision.ts'

/* The acts of operators. Those of the citizen are in on-device. */

export const decidedConsent = Type.Unsafe<DecidedConsent>(
  Type.Object({ id: Type.String(), status: Type.Enum([...creditConsentStatuses]) }),
)

/** An answer by anyone but the citizen is a forged consent. The sandbox has no citizens. */
const requireSandbox = ({ record_id: id, environment }: ConsentRecord): void => {
  if (environment !== 'sandbox')
    throw new Refusal('consent_of_citizen', `Only the citizen answers ${id}, in the app.`)
}

type Context<Input> = ActContext<Input, ConsentDependencies, undefined>
type ById = Context<Static<typeof idInput>>

export const approveConsent = defineAct({
  name: 'consents.approve',
  sentence: {
    en: 'Approves a request for a credit consent of the sandbox',
    fr: 'Approuve une demande de consentement au crédit du bac à sable',
  },
  actors: { operator: ['supervisor'] },
  input: idInput,
  output: decidedConsent,
  refusals: ['consent_not_found', 'consent_of_citizen', 'consent_not_pending'],
  async perform({ client, actor, input: { id }, needs, nowMs }: ById) {
    const before = await currentRecord(client, actor, id, needs)
    requireSandbox(before)
    requirePending(before)
    return writeDecision(client, actor, { before, after: approved(before, nowMs, needs.newId) }, needs)
  },
})

export const declineConsent = defineAct({
  name: 'consents.decline',
  sentence: {
    en: 'Declines a request for a credit consent of the sandbox',
    fr: 'Refuse une demande de consentement au crédit du bac à sable',
  },
  actors: { operator: ['supervisor'] },
  input: idInput,
  output: decidedConsent,
  refusals: ['consent_not_found', 'consent_of_citizen', 'consent_not_pending'],
  async perform({ client, actor, input: { id }, needs, nowMs }: ById) {
    const before = await currentRecord(client, actor, id, needs)
    requireSandbox(before)
    requirePending(before)
    return writeDecision(client, actor, { before, after: ended(before, 'declined', nowMs) }, needs)
  },
})

const revocation = Type.Object({ id: Type.String(), reason: Type.Optional(Type.String()) }, closed)

/** Ends a consent at once: the next commit of a score sees it (spec/consents#validity-of-a-consent). */
export const revokeConsent = defineAct({
  name: 'consents.revoke',
  sentence: { en: 'Revokes a credit consent', fr: 'Révoque un consentement au crédit' },
  actors: { operator: ['supervisor'] },
  input: revocation,
  output: decidedConsent,
  refusals: ['consent_not_found', 'consent_not_valid', 'value_invalid'],
  async perform({ client, actor, input, needs, nowMs }: Context<Static<typeof revocation>>) {
    const before = await currentRecord(client, actor, input.id, needs)
    requireApproved(before)
    const reason = requiredReason(input.reason)
    return writeDecision(client, actor, { before, after: ended(before, 'revoked', nowMs), reason }, needs)
  },
})

const requiredReason = (given = ''): string => {
  const length = given.trim().length
  if (length > 0 && length <= limits.reasonCharacters) return given
  throw new Refusal('value_invalid', `The reason must have 1 to ${limits.reasonCharacters} characters.`, {
    context: { field: 'reason' },
  })
}
