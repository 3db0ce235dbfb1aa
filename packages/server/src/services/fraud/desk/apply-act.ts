import { Refusal } from '@nani/foundation/core/index.ts'
import { textOf } from './act-text.ts'
import type { Act, ActContext, ActResult, CaseState } from './case-act-types.ts'
import { accept, moved, propose, reject, reopen } from './decision-acts.ts'
import type { DeskPerson } from './desk-person.ts'
import { declineFalseReport, markFalseReport } from './false-report-act.ts'
import { decideObjection, declineObjectionDecision, object } from './objection-acts.ts'

const maxNameCharacters = 200

/** What an act makes of a case (spec/fraud#case-states, spec/fraud#two-people). Throws `Refusal`. */
export const applyAct = (state: CaseState, act: Act, context: ActContext): ActResult => {
  const result = resultOf(state, act, context)
  return result.state.status === state.status ? result : { ...result, state: withoutFirstWords(result.state) }
}

/**
 * Acts that add to what a second person must know. Who works on a case, its priority and its readings add nothing. What waits for a
 * second person does not end with them, because their author may be that person, or may have no part in the answer. The second person
 * must read the case again (`requireAgreed`).
 */
export const addingFacts: readonly Act['act'][] = ['note', 'contact']

/** A second person decides about the case that the first one knew: what waits for a second person ends with another status. */
const withoutFirstWords = (state: CaseState): CaseState => ({
  ...state,
  ...(state.proposal && { proposal: null, duplicateOf: null, choice: null }),
  objection: state.objection && { ...state.objection, proposal: null },
  falseReport: state.falseReport === true ? true : null,
})

const resultOf = (state: CaseState, act: Act, context: ActContext): ActResult => {
  const { person } = context
  switch (act.act) {
    case 'start':
      return start(state, person)
    case 'claim':
      return open(state, { assignee: person.name }, null)
    case 'assign':
      return open(state, { assignee: textOf(act.to, maxNameCharacters) }, null)
    case 'prioritise':
      return open(state, { priority: act.priority }, null)
    case 'note':
    case 'contact':
      return { state, text: textOf(act.text), network: null }
    case 'propose':
      return propose(state, act, context)
    case 'accept':
      return accept(state, act, context)
    case 'reject':
      return reject(state, act.reason)
    case 'reopen':
      return reopen(state, act.reason, person)
    case 'objection':
      return object(state, act.reason, person)
    case 'decide_objection':
      return decideObjection(state, act, context)
    case 'decline_objection_decision':
      return declineObjectionDecision(state, act.reason, context)
    case 'false_report':
      return markFalseReport(state, act.reason, context)
    case 'decline_false_report':
      return declineFalseReport(state, act.reason)
    case 'open':
      return { state, text: textOf(act.reason), network: null }
    case 'evidence':
      return { state, text: `file ${act.position}: ${textOf(act.reason)}`, network: null }
  }
}

/** A decided case also goes back to `under_review`, but only by `reopen`, which needs a reason. */
const start = (state: CaseState, person: DeskPerson): ActResult => {
  if (state.status !== 'received') throw new Refusal('case_status_not_allowed', { status: state.status })
  return moved({ ...state, assignee: state.assignee ?? person.name }, 'under_review', person, null)
}

const open = (state: CaseState, changes: Partial<CaseState>, text: string | null): ActResult => {
  if (state.status !== 'received' && state.status !== 'under_review')
    throw new Refusal('case_status_not_allowed', { status: state.status })
  return { state: { ...state, ...changes }, text, network: null }
}
