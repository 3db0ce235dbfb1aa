import type { Terminal } from '@nani/cli'
import type { Act } from '@nani/server/gateway/acts/index.ts'
import { restoreService } from '@nani/server/organizations/organizations/index.ts'
import {
  assignFraudCase,
  type CaseNamed,
  type CaseObject,
  claimFraudCase,
  contactReporter,
  type Decision,
  type Desk,
  decideObjection,
  decideProposal,
  markReportFalse,
  mergeFraudCase,
  noteFraudCase,
  type Proposal,
  prioritiseFraudCase,
  proposeDecision,
  recordObjection,
  reopenFraudCase,
  startFraudCase,
} from '@nani/server/services/fraud/index.ts'
import { noteUnknownLogin } from '../installation-rules.ts'
import { printResult } from '../print-result.ts'
import { changedCaseText, falseReportText, restorationText } from './cases-text.ts'
import { type DeskCommandOptions, withDesk } from './desk-of-installation.ts'

type Options = DeskCommandOptions
type WithReason = Options & { reason: string }

const run = async <Input extends CaseNamed>(
  act: Act<Input, Desk, CaseObject>,
  input: Omit<Input, 'environment'>,
  options: Options,
  terminal: Terminal,
): Promise<void> => {
  const named = { ...input, environment: options.environment ?? null } as Input
  const changed = await actAtDesk(options, terminal, (desk, actor) => act(actor, named, desk))
  printResult(changed, () => changedCaseText(changed), options, terminal)
}

/** Each act of the desk may need a second person. */
const actAtDesk: typeof withDesk = (options, terminal, act) =>
  withDesk(options, terminal, (desk, actor) => {
    noteUnknownLogin(desk.rules, terminal)
    return act(desk, actor)
  })

/** `nani cases start CASE`. */
export const start = (fraudCase: string, options: Options, terminal: Terminal) =>
  run(startFraudCase, { fraud_case: fraudCase }, options, terminal)

/** `nani cases claim CASE`. */
export const claim = (fraudCase: string, options: Options, terminal: Terminal) =>
  run(claimFraudCase, { fraud_case: fraudCase }, options, terminal)

/** `nani cases assign CASE NAME`. */
export const assign = (fraudCase: string, to: string, options: Options, terminal: Terminal) =>
  run(assignFraudCase, { fraud_case: fraudCase, to }, options, terminal)

/** `nani cases priority CASE N`. */
export const prioritise = (fraudCase: string, priority: number, options: Options, terminal: Terminal) =>
  run(prioritiseFraudCase, { fraud_case: fraudCase, priority }, options, terminal)

/** `nani cases note CASE TEXT`. */
export const note = (fraudCase: string, text: string, options: Options, terminal: Terminal) =>
  run(noteFraudCase, { fraud_case: fraudCase, text }, options, terminal)

/** `nani cases contact CASE TEXT`. */
export const contact = (fraudCase: string, text: string, options: Options, terminal: Terminal) =>
  run(contactReporter, { fraud_case: fraudCase, text }, options, terminal)

type ProposalOptions = WithReason & { victims?: Proposal['victims']; despiteMismatch?: string }

/** `nani cases propose CASE STATUS --reason R`. */
export const propose = (
  fraudCase: string,
  status: Proposal['status'],
  { reason, victims, despiteMismatch, ...options }: ProposalOptions,
  terminal: Terminal,
) =>
  run(
    proposeDecision,
    { fraud_case: fraudCase, status, reason, victims, despite_mismatch: despiteMismatch },
    options,
    terminal,
  )

/** `nani cases decide CASE accept|reject`. */
export const decide = (
  fraudCase: string,
  decision: Decision['decision'],
  { reason, despiteMismatch, ...options }: Options & { reason?: string; despiteMismatch?: string },
  terminal: Terminal,
) =>
  run(
    decideProposal,
    { fraud_case: fraudCase, decision, reason, despite_mismatch: despiteMismatch },
    options,
    terminal,
  )

/** `nani cases objection CASE --reason R`. */
export const objection = (fraudCase: string, options: WithReason, terminal: Terminal) =>
  run(recordObjection, { fraud_case: fraudCase, reason: options.reason }, options, terminal)

/** `nani cases decide-objection CASE accept|reject --reason R`. */
export const answerObjection = (
  fraudCase: string,
  decision: Decision['decision'],
  options: WithReason,
  terminal: Terminal,
) => run(decideObjection, { fraud_case: fraudCase, decision, reason: options.reason }, options, terminal)

/** `nani cases false-report CASE --reason R`. */
export const falseReport = async (fraudCase: string, options: WithReason, terminal: Terminal) => {
  const { reason, environment = null } = options
  const marked = await actAtDesk(options, terminal, (desk, actor) =>
    markReportFalse(actor, { fraud_case: fraudCase, environment, reason }, desk),
  )
  printResult(marked, () => falseReportText(marked), options, terminal)
}

/** `nani cases restore-reporting APPLICATION --reason R`. */
export const restoreReporting = async (applicationId: string, options: WithReason, terminal: Terminal) => {
  const input = { application_id: applicationId, service: 'fraud_reporting', reason: options.reason } as const
  const restored = await actAtDesk(options, terminal, async (desk, actor) => {
    const result = await restoreService(actor, input, desk)
    if (result.status === 'restored') desk.wakeDeliveries(applicationId)
    return result
  })
  printResult(restored, () => restorationText(restored), options, terminal)
}

/** `nani cases reopen CASE --reason R`. */
export const reopen = (fraudCase: string, options: WithReason, terminal: Terminal) =>
  run(reopenFraudCase, { fraud_case: fraudCase, reason: options.reason }, options, terminal)

/** `nani cases merge CASE --into CASE --reason R`. */
export const merge = (fraudCase: string, options: WithReason & { into: string }, terminal: Terminal) =>
  run(
    mergeFraudCase,
    { fraud_case: fraudCase, into: options.into, reason: options.reason },
    options,
    terminal,
  )
