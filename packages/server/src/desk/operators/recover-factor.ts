import { bareName, operatorRoles, personOf, Refusal } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { agreedProposal, countedRefusal, reasonOfOperator } from '../../gateway/acts/index.ts'
import { lockAccount, removeFactors, stateOfFactors } from '../../organizations/people/index.ts'
import { proposalObject, proposalSchema, proposeOrExecute, versionOf } from '../proposals/index.ts'
import { recoveryAct } from './needs.ts'
import { lockOperator } from './operator-rows.ts'

/** Two other operators remove the second factors of a person who lost them. The person signs in and adds a new one. */
export const recoverSecondFactor = recoveryAct({
  name: 'operators.recover_second_factor',
  sentence: {
    en: 'Removes the lost second factor of an operator',
    fr: 'Retire le second facteur perdu d’un opérateur',
  },
  // An auditor changes nothing.
  actors: { operator: operatorRoles.filter((role) => role !== 'auditor') },
  routes: { operator: 'POST /operators/{id}/second-factor-recovery' },
  secondPerson: true,
  stepUp: true,
  input: Type.Object(
    {
      id: Type.String({ minLength: 1, maxLength: 254 }),
      reason: reasonOfOperator,
      ...agreedProposal,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ status: Type.Enum(['proposed', 'executed']), proposal: proposalSchema }),
  refusals: [
    ...(['object_not_found', 'state_conflict', 'not_permitted', 'changed_meanwhile'] as const),
    ...(['second_person_required', 'second_account_required'] as const),
  ],
  async perform({ client, actor, input: { id, reason, proposal_id: proposalId }, nowMs, needs }) {
    const operator = await lockOperator(client, id)
    const { operator_id: subject } = operator
    if (bareName(personOf(actor).name) === bareName(operator.name))
      throw new Refusal('second_person_required', 'Two other operators remove a second factor.', {
        context: { subject },
      })
    if (!operator.enrolled_at || operator.disabled_at)
      throw new Refusal('state_conflict', 'The operator has no account that can sign in.')
    const account = await lockAccount(client, needs.realm, subject)
    const step = await proposeOrExecute(
      client,
      {
        ...{ act: actName, subject, content: { operator: operator.name }, reason, proposalId },
        // A person who changed the own factors in the meantime has not lost them.
        version: versionOf(await stateOfFactors(client, needs.realm, account)),
      },
      { actor, nowMs, newId: needs.newId, rules: needs.rules },
    )
    const entry = { subject, after: { step: step.step, reason } }
    if (step.step === 'changed') return countedRefusal(step.refusal, { entry })
    const isDone = step.step === 'execute'
    if (isDone) await removeFactors(client, subject, needs)
    return {
      result: {
        status: isDone ? ('executed' as const) : ('proposed' as const),
        proposal: proposalObject(step.proposal),
      },
      entry,
      afterCommit: () => needs.mail.wake(),
    }
  },
})

const actName: string = recoverSecondFactor.declaration.name
