import type { FraudCaseStatus } from '@nani/contract'
import { Refusal, secondPersonFault } from '@nani/foundation/core/index.ts'
import { findMove, isInNetwork, needsTwoPeople } from '../case-states.ts'
import { type ListingChoice, placeOfVictim, type VictimName, victimAtPlace } from '../listing-choice.ts'
import { textOf } from './act-text.ts'
import type { Act, ActContext, ActFacts, ActResult, CaseState } from './case-act-types.ts'
import type { DeskPerson } from './desk-person.ts'

type ProposeAct = Extract<Act, { act: 'propose' }>

/** Moves a case along `moves`. */
export const moved = (
  state: CaseState,
  to: FraudCaseStatus,
  person: DeskPerson,
  text: string | null,
): ActResult => {
  const move = findMove(state.status, to)
  if (!move) throw new Refusal('case_status_not_allowed', { status: state.status })
  if (move.by === 'supervisor' && !person.isSupervisor) throw new Refusal('supervisor_required')
  const [was, is] = [isInNetwork(state.status), isInNetwork(to)]
  return { state: { ...state, status: to }, text, network: was === is ? null : is }
}

export const propose = (state: CaseState, act: ProposeAct, { person, facts }: ActContext): ActResult => {
  if (state.status !== 'under_review') throw new Refusal('case_status_not_allowed', { status: state.status })
  if (state.proposal) throw new Refusal('proposal_exists', { by: state.proposal.by })
  const { status, duplicateOf = null } = act
  const choice = isInNetwork(status) ? choiceOf(act, facts) : null
  return {
    state: {
      ...state,
      ...{ duplicateOf, choice },
      proposal: { status, by: person.name, account: person.account },
    },
    text: [textOf(act.reason), ...despiteText(act.despiteMismatch)].join('\n'),
    network: null,
  }
}

const choiceOf = ({ victims = [], despiteMismatch }: ProposeAct, facts: ActFacts): ListingChoice => {
  const places = victims === 'all' ? facts.victims : [...new Set(victims.map(placeOfVictim))].toSorted()
  const wrong = places.find((place) => !facts.victims.includes(place))
  if (wrong !== undefined)
    throw new Refusal('victim_not_found', {
      victim: victimAtPlace(wrong),
      victims: facts.victims.map(victimAtPlace),
    })
  const unclear = unclearOf(places, facts)
  if (unclear.length > 0 && despiteMismatch === undefined)
    throw new Refusal('identity_unclear', { parties: unclear })
  return { victims: places, despiteMismatch: unclear.length > 0 }
}

/** The parties that the decision would list, and that do not match the register. */
const unclearOf = (victims: readonly number[], { unclear, suspects }: ActFacts): VictimName[] =>
  unclear.filter((place) => suspects.includes(place) || victims.includes(place)).map(victimAtPlace)

const despiteText = (reason: string | undefined): string[] =>
  reason === undefined ? [] : [`despite the mismatch with the register: ${textOf(reason)}`]

const proposalOf = ({ status, proposal }: CaseState): NonNullable<CaseState['proposal']> => {
  if (status !== 'under_review') throw new Refusal('case_status_not_allowed', { status })
  if (!proposal) throw new Refusal('no_proposal')
  return proposal
}

/** The second person decides exactly what was proposed, and says again that a mismatch is known. */
export const accept = (
  state: CaseState,
  { reason, despiteMismatch }: Extract<Act, { act: 'accept' }>,
  { person, rules, facts }: ActContext,
): ActResult => {
  const proposal = proposalOf(state)
  if (rules.twoPeople && needsTwoPeople(proposal.status)) {
    const fault = secondPersonFault({ name: proposal.by, account: proposal.account }, person, rules)
    if (fault) throw new Refusal(fault, { by: proposal.by })
  }
  // A process of an earlier release proposes without a choice: no victim is chosen.
  const nothing: ListingChoice = { victims: [], despiteMismatch: false }
  const choice = isInNetwork(proposal.status) ? (state.choice ?? nothing) : null
  const unclear = unclearOf(choice?.victims ?? [], facts)
  if (unclear.length > 0 && !(choice?.despiteMismatch && despiteMismatch !== undefined))
    throw new Refusal('identity_unclear', { parties: unclear })
  const texts = [...(reason === undefined ? [] : [textOf(reason)]), ...despiteText(despiteMismatch)]
  const text = texts.length > 0 ? texts.join('\n') : null
  return moved({ ...state, choice, proposal: null }, proposal.status, person, text)
}

export const reject = (state: CaseState, reason: string | undefined): ActResult => {
  proposalOf(state)
  const text = reason === undefined ? null : textOf(reason)
  return { state: { ...state, proposal: null, duplicateOf: null, choice: null }, text, network: null }
}

export const reopen = (state: CaseState, reason: string, person: DeskPerson): ActResult => {
  if (state.status === 'received' || state.status === 'under_review')
    throw new Refusal('case_status_not_allowed', { status: state.status })
  return moved(undecided(state), 'under_review', person, textOf(reason))
}

/** The case without what was decided about it. An open objection stays: two uninvolved people answer it (spec/fraud#objections). */
export const undecided = (state: CaseState): CaseState => ({
  ...state,
  ...{ proposal: null, duplicateOf: null, choice: null, falseReport: null },
})
