import type { Terminal } from '@nani/cli'
import type { UseCase } from '@nani/server/app/audit/index.ts'
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
import { changedCaseText, falseReportText, restorationText } from './cases-text.ts'
import { type DeskCommandOptions, withDesk } from './desk-of-installation.ts'
import { noteUnknownLogin } from './installation-rules.ts'
import { printResult } from './print-result.ts'

type Options = DeskCommandOptions
type WithReason = Options & { reason: string }

const run = async <Input extends object>(
  act: UseCase<CaseNamed & Input, Desk, CaseObject>,
  input: Input & { fraudCase: string },
  options: Options,
  terminal: Terminal,
): Promise<void> => {
  const changed = await withDesk(options, terminal, (desk, actor) => {
    noteUnknownLogin(desk.rules, terminal)
    return act(actor, { ...input, environment: options.environment ?? null }, desk)
  })
  printResult(changed, () => changedCaseText(changed), options, terminal)
}

/** `nani cases start CASE`. */
export const start = (fraudCase: string, options: Options, terminal: Terminal) =>
  run(startFraudCase, { fraudCase }, options, terminal)

/** `nani cases claim CASE`. */
export const claim = (fraudCase: string, options: Options, terminal: Terminal) =>
  run(claimFraudCase, { fraudCase }, options, terminal)

/** `nani cases assign CASE NAME`. */
export const assign = (fraudCase: string, to: string, options: Options, terminal: Terminal) =>
  run(assignFraudCase, { fraudCase, to }, options, terminal)

/** `nani cases priority CASE N`. */
export const prioritise = (fraudCase: string, priority: number, options: Options, terminal: Terminal) =>
  run(prioritiseFraudCase, { fraudCase, priority }, options, terminal)

/** `nani cases note CASE TEXT`. */
export const note = (fraudCase: string, text: string, options: Options, terminal: Terminal) =>
  run(noteFraudCase, { fraudCase, text }, options, terminal)

/** `nani cases contact CASE TEXT`. */
export const contact = (fraudCase: string, text: string, options: Options, terminal: Terminal) =>
  run(contactReporter, { fraudCase, text }, options, terminal)

type ProposalOptions = WithReason & { victims?: Proposal['victims']; despiteMismatch?: string }

/** `nani cases propose CASE STATUS --reason R`. */
export const propose = (
  fraudCase: string,
  status: Proposal['status'],
  { reason, victims, despiteMismatch, ...options }: ProposalOptions,
  terminal: Terminal,
) => run(proposeDecision, { fraudCase, status, reason, victims, despiteMismatch }, options, terminal)

/** `nani cases decide CASE accept|reject`. */
export const decide = (
  fraudCase: string,
  decision: Decision['decision'],
  { reason, despiteMismatch, ...options }: Options & { reason?: string; despiteMismatch?: string },
  terminal: Terminal,
) => run(decideProposal, { fraudCase, decision, reason, despiteMismatch }, options, terminal)

/** `nani cases objection CASE --reason R`. */
export const objection = (fraudCase: string, options: WithReason, terminal: Terminal) =>
  run(recordObjection, { fraudCase, reason: options.reason }, options, terminal)

/** `nani cases decide-objection CASE accept|reject --reason R`. */
export const answerObjection = (
  fraudCase: string,
  decision: Decision['decision'],
  options: WithReason,
  terminal: Terminal,
) => run(decideObjection, { fraudCase, decision, reason: options.reason }, options, terminal)

/** `nani cases false-report CASE --reason R`. */
export const falseReport = async (fraudCase: string, options: WithReason, terminal: Terminal) => {
  const { reason, environment = null } = options
  const marked = await withDesk(options, terminal, (desk, actor) =>
    markReportFalse(actor, { fraudCase, environment, reason }, desk),
  )
  printResult(marked, () => falseReportText(marked), options, terminal)
}

/** `nani cases restore-reporting APPLICATION --reason R`. */
export const restoreReporting = async (applicationId: string, options: WithReason, terminal: Terminal) => {
  const input = { application_id: applicationId, service: 'fraud_reporting', reason: options.reason } as const
  const restored = await withDesk(options, terminal, async (desk, actor) => {
    const result = await restoreService(actor, input, desk)
    if (result.status === 'restored') desk.wakeDeliveries(applicationId)
    return result
  })
  printResult(restored, () => restorationText(restored), options, terminal)
}

/** `nani cases reopen CASE --reason R`. */
export const reopen = (fraudCase: string, options: WithReason, terminal: Terminal) =>
  run(reopenFraudCase, { fraudCase, reason: options.reason }, options, terminal)

/** `nani cases merge CASE --into CASE --reason R`. */
export const merge = (fraudCase: string, options: WithReason & { into: string }, terminal: Terminal) =>
  run(mergeFraudCase, { fraudCase, into: options.into, reason: options.reason }, options, terminal)
