import { Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { proposalSchema, proposeOrExecute, readProposal, versionOf } from '../../../desk/proposals/index.ts'
import {
  actsWithNeeds,
  agreedProposal,
  countedRefusal,
  reasonOfOperator,
} from '../../../gateway/acts/index.ts'
import type { Mail } from '../../mail/index.ts'
import {
  type Account,
  emailKey,
  endSessionsOf,
  lockAccount,
  memberRealm as realm,
  removeFactors,
  stateOfFactors,
} from '../../people/index.ts'
import { membershipsOf } from './member-rows.ts'
import type { OversightNeeds } from './operator-acts.ts'
import { requireUninvolvedWith } from './uninvolved.ts'

/** What operators need to help a member who lost every way to sign in. */
export type MemberRecoveryNeeds = OversightNeeds & { mail: Pick<Mail, 'write' | 'wake'> }

const { act } = actsWithNeeds<MemberRecoveryNeeds>()
const closed = { additionalProperties: false }
const deciders = { operator: ['reviewer', 'supervisor'] } as const
/** The id or the e-mail address of a person. */
const id = Type.String({ minLength: 1, maxLength: 254 })

/** The account of a person by id or address, locked. */
const lockPerson = async (client: pg.PoolClient, idOrEmail: string): Promise<Account> => {
  const { rows } = await client.query<{ account_id: string }>(
    'select account_id from member_accounts where account_id = $1 or email = $2',
    [idOrEmail, emailKey(idOrEmail)],
  )
  if (!rows[0]) throw new Refusal('object_not_found', 'There is no such person.')
  return lockAccount(client, realm, rows[0].account_id)
}

/** The organization of a person, so that its people read the entry; null: there is none, or there are several. */
const soleOrganization = async (client: pg.PoolClient, personId: string): Promise<string | null> => {
  const [first, second] = await membershipsOf(client, personId)
  return first && !second ? first.organization_id : null
}

/** Ends every session of a member at once, in every process. */
export const endSessionsOfMember = act({
  name: 'members.end_sessions_by_operator',
  sentence: {
    en: 'Ends the sessions of a member of an organization',
    fr: 'Termine les sessions d’un membre',
  },
  actors: deciders,
  routes: { operator: 'POST /members/{id}/end-sessions' },
  input: Type.Object({ id, reason: reasonOfOperator }, closed),
  output: Type.Object({ id: Type.String(), sessions: Type.Integer() }),
  refusals: ['object_not_found', 'not_permitted'],
  async perform({ client, actor, input: { id: given, reason } }) {
    const { account_id: subject } = await lockPerson(client, given)
    await requireUninvolvedWith(client, actor, subject)
    const sessions = await endSessionsOf(client, realm, subject)
    return {
      result: { id: subject, sessions },
      entry: {
        ...{ subject, before: { sessions }, after: { reason } },
        organizationId: await soleOrganization(client, subject),
      },
    }
  },
})

/** Two operators remove the second factors where no Owner can help: of the only Owner, and of a member of several organizations. */
export const recoverMemberByTwo = act({
  name: 'members.recover_second_factor_by_operators',
  sentence: {
    en: 'Removes the lost second factor of a member of an organization',
    fr: 'Retire le second facteur perdu d’un membre d’une organisation',
  },
  actors: deciders,
  routes: { operator: 'POST /members/{id}/second-factor-recovery' },
  secondPerson: true,
  stepUp: true,
  input: Type.Object({ id, reason: reasonOfOperator, ...agreedProposal }, closed),
  output: Type.Object({ status: Type.Enum(['proposed', 'executed']), proposal: proposalSchema }),
  refusals: [
    ...(['object_not_found', 'state_conflict', 'not_permitted', 'changed_meanwhile'] as const),
    ...(['second_person_required', 'second_account_required'] as const),
  ],
  async perform({ client, actor, input: { id: given, reason, proposal_id: proposalId }, nowMs, needs }) {
    const account = await lockPerson(client, given)
    const { account_id: subject } = account
    await requireUninvolvedWith(client, actor, subject)
    const organizationId = await soleOrganization(client, subject)
    const step = await proposeOrExecute(
      client,
      {
        ...{ act: actName, subject, organizationId, content: { member: account.email }, reason, proposalId },
        // A person who changed the own factors in the meantime has not lost them.
        version: versionOf(await stateOfFactors(client, realm, account)),
      },
      { actor, nowMs, newId: needs.newId, rules: needs.rules },
    )
    const entry = { subject, organizationId, after: { step: step.step, reason } }
    if (step.step === 'changed') return countedRefusal(step.refusal, { entry })
    const isDone = step.step === 'execute'
    if (isDone) await removeFactors(client, subject, { realm, mail: needs.mail })
    return {
      result: {
        status: isDone ? ('executed' as const) : ('proposed' as const),
        proposal: await readProposal(client, step.proposal.proposal_id),
      },
      entry,
      afterCommit: () => needs.mail.wake(),
    }
  },
})

const actName: string = recoverMemberByTwo.declaration.name

/** The acts of operators for members who cannot help themselves. */
export const memberRecoveryActs = [endSessionsOfMember, recoverMemberByTwo] as const
