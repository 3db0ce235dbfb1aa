import { Refusal } from '@nani/foundation/core/index.ts'
import { textOf } from './act-text.ts'
import type { Act, ActContext, ActResult, CaseState } from './case-act-types.ts'
import { accept, moved, propose, reject, reopen } from './decision-acts.ts'
import type { DeskPerson } from './desk-person.ts'
import { markFalseReport } from './false-report-act.ts'
import { decideObjection, object } from './objection-acts.ts'

const maxNameCharacters = 200

/** What an act makes of a case (spec/fraud#case-states, spec/fraud#two-people). Throws `Refusal`. */
export const applyAct = (state: CaseState, act: Act, context: ActContext): ActResult => {
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
    case 'false_report':
      return markFalseReport(state, act.reason, context)
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
