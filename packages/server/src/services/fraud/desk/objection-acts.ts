import { Refusal, secondPersonFault } from '@nani/foundation/core/index.ts'
import { isInNetwork } from '../case-states.ts'
import { textOf } from './act-text.ts'
import type { Act, ActContext, ActResult, CaseState } from './case-act-types.ts'
import { moved, undecided } from './decision-acts.ts'
import type { DeskPerson } from './desk-person.ts'

/** Records that a person says the case is wrong (spec/fraud#objections). Only a case that other services use has one. */
export const object = (state: CaseState, reason: string, { name }: DeskPerson): ActResult => {
  if (!isInNetwork(state.status)) throw new Refusal('case_status_not_allowed', { status: state.status })
  if (state.objection) throw new Refusal('objection_exists', { by: state.objection.by })
  return { state: { ...state, objection: { by: name, proposal: null } }, text: textOf(reason), network: null }
}

/**
 * One person proposes and a second one decides the same. Neither has decided anything about the case before. A person who
 * decides differently replaces the proposal.
 */
export const decideObjection = (
  state: CaseState,
  { decision, reason }: Extract<Act, { act: 'decide_objection' }>,
  { person, rules, facts }: ActContext,
): ActResult => {
  const { objection } = state
  if (!objection) throw new Refusal('no_objection')
  const text = `${decision}: ${textOf(reason)}`
  if (rules.twoPeople) {
    requireUninvolved({ person, rules, facts })
    const { proposal } = objection
    if (proposal?.decision !== decision) return proposed(state, { decision, text }, person)
    const fault = secondPersonFault({ name: proposal.by, account: proposal.account }, person, rules)
    if (fault) throw new Refusal(fault, { by: proposal.by })
  }
  const answered = { ...state, objection: null }
  // A case that was reopened or dismissed meanwhile has no effect any more: only the answer remains.
  if (decision === 'reject' || !isInNetwork(state.status)) return { state: answered, text, network: null }
  return moved(undecided(answered), 'under_review', person, text)
}

/** The objection stays open. The person who proposed the decision may take it back. */
export const declineObjectionDecision = (
  state: CaseState,
  reason: string,
  context: ActContext,
): ActResult => {
  const { objection } = state
  if (!objection) throw new Refusal('no_objection')
  if (!objection.proposal) throw new Refusal('no_proposal')
  requireUninvolved(context)
  return {
    state: { ...state, objection: { ...objection, proposal: null } },
    text: textOf(reason),
    network: null,
  }
}

const requireUninvolved = ({ person, rules, facts }: ActContext): void => {
  const before = facts.deciders.find((one) => secondPersonFault(one, person, rules) !== null)
  if (before) throw new Refusal('uninvolved_person_required', { by: before.name })
}

const proposed = (
  state: CaseState,
  { decision, text }: Pick<Extract<Act, { act: 'decide_objection' }>, 'decision'> & { text: string },
  { name, account }: DeskPerson,
): ActResult => {
  const by = state.objection?.by ?? name
  return {
    state: { ...state, objection: { by, proposal: { decision, by: name, account } } },
    text,
    network: null,
  }
}
