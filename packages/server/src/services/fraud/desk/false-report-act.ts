import { Refusal, secondPersonFault } from '@nani/foundation/core/index.ts'
import { textOf } from './act-text.ts'
import type { ActContext, ActResult, CaseState } from './case-act-types.ts'

/** Two people say that the reporter knew, or had to know, that the report is false. The case must be dismissed before. */
export const markFalseReport = (
  state: CaseState,
  reason: string,
  { person, rules }: ActContext,
): ActResult => {
  if (state.status !== 'dismissed') throw new Refusal('case_status_not_allowed', { status: state.status })
  const { falseReport } = state
  if (falseReport === true) throw new Refusal('false_report_exists')
  const text = textOf(reason)
  const { name: by, account } = person
  if (rules.twoPeople && falseReport === null)
    return { state: { ...state, falseReport: { by, account } }, text, network: null }
  if (rules.twoPeople && falseReport) {
    const fault = secondPersonFault({ name: falseReport.by, account: falseReport.account }, person, rules)
    if (fault) throw new Refusal(fault, { by: falseReport.by })
  }
  return { state: { ...state, falseReport: true }, text, network: null }
}

/** The report is not called false. The person who said so may take it back. */
export const declineFalseReport = (state: CaseState, reason: string): ActResult => {
  if (state.falseReport === null || state.falseReport === true) throw new Refusal('no_proposal')
  return { state: { ...state, falseReport: null }, text: textOf(reason), network: null }
}
