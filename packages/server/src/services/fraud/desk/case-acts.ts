import { type Permission, Refusal } from '@nani/foundation/core/index.ts'
import Type, { type Static, type TProperties } from 'typebox'
import {
  type ActContext,
  type ActEntry,
  type ActResult,
  agreedProposal,
  defineAct,
  needsOf,
} from '../../../gateway/acts/index.ts'
import type { FraudCase } from '../case-row.ts'
import { outcomes } from '../case-states.ts'
import { type VictimName, victimAtPlace } from '../listing-choice.ts'
import { type Act, objectionDecisions, priorities } from './case-act-types.ts'
import { type CaseNamed, caseInput, findNamedCase, namedCaseRefusals } from './case-named.ts'
import { type Desk, investigators } from './desk-needs.ts'
import { personOf } from './desk-person.ts'
import { type CaseChange, lastOf, performActsWithin, wakeAfter } from './perform-act.ts'
import { type CaseObject, caseObject, caseSchema } from './reading/case-object.ts'

/** Performs an act on a case in the transaction of the declared act. */
export const onCase = async (
  { client, input, needs: desk, actor }: ActContext<CaseNamed, Desk>,
  act: Act,
): Promise<ActResult<CaseObject>> => {
  const person = personOf(actor)
  const { environment, caseId: fraudCase } = await findNamedCase(client, input)
  const changes = await performActsWithin(client, person, { environment, fraudCase, acts: [act] }, desk)
  return {
    result: caseObject(lastOf(changes), new Date(desk.clock.now())),
    entry: entryOf(changes, person.account, desk),
    afterCommit: () => wakeAfter(changes, desk),
  }
}

const text = Type.String()
export const caseRefusals = [
  ...namedCaseRefusals,
  ...(['case_status_not_allowed', 'case_erased'] as const),
] as const
export const caseAct = {
  actors: { operator: investigators } satisfies Permission,
  output: caseSchema,
  needs: needsOf<Desk>(),
}
export const inputWith = <Properties extends TProperties>(properties: Properties) =>
  Type.Object({ ...caseInput, ...properties }, { additionalProperties: false })

/** The entry of acts in the audit log: the parts of the case that they may change, and the account. */
export const entryOf = (
  changes: readonly CaseChange[],
  account: string,
  { rules }: Pick<Desk, 'rules'>,
): ActEntry => {
  const [first] = changes
  const last = lastOf(changes)
  return {
    subject: last.caseNumber,
    before: first ? partsOf(first.before) : null,
    after: { ...partsOf(last), account, two_people: rules.twoPeople },
  }
}

const partsOf = ({ environment, state }: FraudCase): Record<string, unknown> => ({
  environment,
  status: state.status,
  assignee: state.assignee,
  priority: state.priority,
  proposal: state.proposal,
  duplicate_of: state.duplicateOf,
  listed_victims: state.choice?.victims.map(victimAtPlace) ?? null,
  despite_mismatch: state.choice?.despiteMismatch ?? false,
  objection: state.objection,
  false_report: state.falseReport,
})

/** Moves a received case to `under_review`. A case without an assignee gets the actor. */
export const startFraudCase = defineAct({
  ...caseAct,
  name: 'cases.start',
  routes: { operator: 'POST /cases/{fraud_case}/start' },
  sentence: { en: 'Starts the review of a case', fr: 'Commence l’examen d’un dossier' },
  input: inputWith({}),
  refusals: caseRefusals,
  perform: (context) => onCase(context, { act: 'start' }),
})

/** Makes the actor the assignee. */
export const claimFraudCase = defineAct({
  ...caseAct,
  name: 'cases.claim',
  routes: { operator: 'POST /cases/{fraud_case}/claim' },
  sentence: { en: 'Takes a case', fr: 'Prend un dossier' },
  input: inputWith({}),
  refusals: caseRefusals,
  perform: (context) => onCase(context, { act: 'claim' }),
})

export const assignFraudCase = defineAct({
  ...caseAct,
  name: 'cases.assign',
  routes: { operator: 'POST /cases/{fraud_case}/assign' },
  sentence: { en: 'Assigns a case', fr: 'Attribue un dossier' },
  input: inputWith({ to: text }),
  refusals: caseRefusals,
  perform: (context) => onCase(context, { act: 'assign', to: context.input.to }),
})

export const prioritiseFraudCase = defineAct({
  ...caseAct,
  name: 'cases.priority',
  routes: { operator: 'POST /cases/{fraud_case}/priority' },
  sentence: { en: 'Sets the priority of a case', fr: 'Définit la priorité d’un dossier' },
  input: inputWith({ priority: Type.Number() }),
  refusals: [...caseRefusals, 'value_invalid'],
  perform(context) {
    const { priority } = context.input
    const count = priorities.most - priorities.least + 1
    const allowed = Array.from({ length: count }, (_, at) => at + priorities.least)
    if (!allowed.includes(priority))
      throw new Refusal('value_invalid', `The priority is one of ${allowed.join(', ')}.`, {
        context: { field: 'priority', allowed },
      })
    return onCase(context, { act: 'prioritise', priority })
  },
})

export const noteFraudCase = defineAct({
  ...caseAct,
  name: 'cases.note',
  routes: { operator: 'POST /cases/{fraud_case}/note' },
  sentence: { en: 'Adds a note to a case', fr: 'Ajoute une note à un dossier' },
  input: inputWith({ text }),
  refusals: [...caseRefusals, 'reason_required', 'text_too_long'],
  // What waits about the case gets another id: its second person reads the note before.
  perform: (context) => onCase(context, { act: 'note', text: context.input.text }),
})

/** Records a contact with the reporter. */
export const contactReporter = defineAct({
  ...caseAct,
  name: 'cases.contact',
  routes: { operator: 'POST /cases/{fraud_case}/contact' },
  sentence: { en: 'Records a contact with the reporter', fr: 'Note un contact avec le déclarant' },
  input: inputWith({ text }),
  refusals: [...caseRefusals, 'reason_required', 'text_too_long'],
  perform: (context) => onCase(context, { act: 'contact', text: context.input.text }),
})

const proposalMembers = {
  status: Type.Enum([...outcomes]),
  reason: text,
  /** The victims that the network would list. Absent: none. */
  victims: Type.Optional(Type.Unsafe<'all' | readonly VictimName[]>({})),
  /** Why the case is right although a party does not match the register. */
  despite_mismatch: Type.Optional(text),
}

const proposalInput = Type.Object(proposalMembers)
export type Proposal = Static<typeof proposalInput>
export type Decision = { decision: 'accept' | 'reject'; reason?: string; despite_mismatch?: string }

export const proposeDecision = defineAct({
  ...caseAct,
  name: 'cases.propose',
  routes: { operator: 'POST /cases/{fraud_case}/propose' },
  sentence: { en: 'Proposes a decision about a case', fr: 'Propose une décision sur un dossier' },
  input: inputWith(proposalMembers),
  secondPerson: true,
  refusals: [...caseRefusals, 'proposal_exists', 'identity_unclear', 'victim_not_found', 'reason_required'],
  perform(context) {
    const { status, reason, victims, despite_mismatch: despiteMismatch } = context.input
    return onCase(context, { act: 'propose', status, reason, victims, despiteMismatch })
  },
})

/** Accepts or rejects the proposed decision (spec/fraud#two-people). */
export const decideProposal = defineAct({
  ...caseAct,
  name: 'cases.decide',
  routes: { operator: 'POST /cases/{fraud_case}/decide' },
  sentence: { en: 'Decides about the proposal of a case', fr: 'Tranche la proposition d’un dossier' },
  input: inputWith({
    decision: Type.Enum(['accept', 'reject']),
    reason: Type.Optional(text),
    despite_mismatch: Type.Optional(text),
    ...agreedProposal,
  }),
  secondPerson: true,
  refusals: [
    ...caseRefusals,
    ...([
      'no_proposal',
      'changed_meanwhile',
      'second_person_required',
      'second_account_required',
      'identity_unclear',
    ] as const),
    ...(['reason_required', 'text_too_long'] as const),
  ],
  perform(context) {
    const { decision, reason, despite_mismatch: despiteMismatch, proposal_id: proposalId } = context.input
    return onCase(
      context,
      decision === 'accept'
        ? { act: 'accept', reason, despiteMismatch, proposalId }
        : { act: 'reject', reason, proposalId },
    )
  },
})

/** Records that a person says the case is wrong (spec/fraud#objections). */
export const recordObjection = defineAct({
  ...caseAct,
  name: 'cases.objection',
  routes: { operator: 'POST /cases/{fraud_case}/objection' },
  sentence: { en: 'Records an objection to a case', fr: 'Note une contestation d’un dossier' },
  input: inputWith({ reason: text }),
  refusals: [...caseRefusals, 'objection_exists', 'reason_required'],
  perform: (context) => onCase(context, { act: 'objection', reason: context.input.reason }),
})

const objectionRefusals = [
  ...caseRefusals,
  ...(['no_objection', 'uninvolved_person_required', 'changed_meanwhile'] as const),
] as const

/** Two people who decided nothing about the case before decide about the objection. */
export const decideObjection = defineAct({
  ...caseAct,
  name: 'cases.decide_objection',
  routes: { operator: 'POST /cases/{fraud_case}/objection/decide' },
  sentence: { en: 'Decides about an objection', fr: 'Tranche une contestation' },
  actors: { operator: ['supervisor'] },
  input: inputWith({ decision: Type.Enum([...objectionDecisions]), reason: text, ...agreedProposal }),
  secondPerson: true,
  refusals: [...objectionRefusals, 'second_account_required'],
  perform(context) {
    const { decision, reason, proposal_id: proposalId } = context.input
    return onCase(context, { act: 'decide_objection', decision, reason, proposalId })
  },
})

/** The second person does not agree with the decision about an objection, which stays open. The first one may take it back. */
export const declineObjectionDecision = defineAct({
  ...caseAct,
  name: 'cases.decline_objection_decision',
  routes: { operator: 'POST /cases/{fraud_case}/objection/decline' },
  sentence: {
    en: 'Declines the proposed decision about an objection',
    fr: 'Refuse la décision proposée sur une contestation',
  },
  actors: { operator: ['supervisor'] },
  input: inputWith({ reason: text, ...agreedProposal }),
  refusals: [...objectionRefusals, 'no_proposal', 'reason_required'],
  perform(context) {
    const { reason, proposal_id: proposalId } = context.input
    return onCase(context, { act: 'decline_objection_decision', reason, proposalId })
  },
})

/** Returns a decided case to `under_review`. The network changes in the same transaction. */
export const reopenFraudCase = defineAct({
  ...caseAct,
  name: 'cases.reopen',
  routes: { operator: 'POST /cases/{fraud_case}/reopen' },
  sentence: { en: 'Reopens a decided case', fr: 'Rouvre un dossier tranché' },
  actors: { operator: ['supervisor'] },
  input: inputWith({ reason: text }),
  refusals: [...caseRefusals, 'reason_required'],
  perform: (context) => onCase(context, { act: 'reopen', reason: context.input.reason }),
})
