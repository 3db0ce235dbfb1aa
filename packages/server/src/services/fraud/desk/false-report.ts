import type { Actor } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type, { type Static } from 'typebox'
import { agreedProposal, defineAct, needsOf } from '../../../gateway/acts/index.ts'
import type { FraudCase } from '../case-row.ts'
import { caseAct, caseRefusals, entryOf, inputWith, onCase } from './case-acts.ts'
import { findNamedCase, namedCaseRefusals } from './case-named.ts'
import { type Desk, investigators } from './desk-needs.ts'
import { personOf } from './desk-person.ts'
import { lastOf, performActsWithin, wakeAfter } from './perform-act.ts'
import { caseObject, caseSchema } from './reading/case-object.ts'
import { type ReporterRecord, readReporterRecord } from './reading/reporter-record.ts'

const falseReport = Type.Object({
  ...caseSchema.properties,
  reporter: Type.Unsafe<ReporterRecord>(Type.Object({})),
  /** This act has taken the service from the application. */
  reporting_suspended: Type.Boolean(),
})
export type FalseReport = Static<typeof falseReport>

/** Marks the report of a dismissed case as false, by two people (spec/fraud#false-reports). */
export const markReportFalse = defineAct({
  name: 'cases.false_report',
  routes: { operator: 'POST /cases/{fraud_case}/false-report' },
  sentence: { en: 'Marks a report as false', fr: 'Marque un signalement comme faux' },
  actors: { operator: investigators },
  input: inputWith({ reason: Type.String(), ...agreedProposal }),
  output: falseReport,
  needs: needsOf<Desk>(),
  secondPerson: true,
  refusals: [
    ...namedCaseRefusals,
    ...(['case_status_not_allowed', 'changed_meanwhile', 'false_report_exists', 'reason_required'] as const),
  ],
  async perform({ client, input, needs: desk, actor }) {
    const person = personOf(actor)
    const { environment, caseId: fraudCase } = await findNamedCase(client, input)
    const { reason, proposal_id: proposalId } = input
    const acts = [{ act: 'false_report', reason, proposalId } as const]
    const changes = await performActsWithin(client, person, { environment, fraudCase, acts }, desk)
    const next = lastOf(changes)
    const reporter = await readReporterRecord(client, next)
    const reporting_suspended = await suspendWhenDue(client, next, { reporter, actor }, desk)
    const result = { ...caseObject(next, new Date(desk.clock.now())), reporter, reporting_suspended }
    return {
      result,
      entry: entryOf(changes, person.account, desk),
      afterCommit() {
        wakeAfter(changes, desk)
        if (reporting_suspended) desk.wakeDeliveries(result.application_id)
      },
    }
  },
})

/** The second person does not agree that the report is false. The first one may take it back. */
export const declineReportFalse = defineAct({
  ...caseAct,
  name: 'cases.decline_false_report',
  routes: { operator: 'POST /cases/{fraud_case}/false-report/decline' },
  sentence: { en: 'Declines to mark a report as false', fr: 'Refuse de marquer un signalement comme faux' },
  input: inputWith({ reason: Type.String(), ...agreedProposal }),
  refusals: [...caseRefusals, 'no_proposal', 'changed_meanwhile', 'reason_required'],
  perform(context) {
    const { reason, proposal_id: proposalId } = context.input
    return onCase(context, { act: 'decline_false_report', reason, proposalId })
  },
})

const suspendWhenDue = async (
  client: pg.PoolClient,
  { environment, applicationId, state }: FraudCase,
  { reporter, actor }: { reporter: ReporterRecord; actor: Actor },
  { falseReportBound: { percent, leastDecided }, suspendReporting }: Desk,
): Promise<boolean> => {
  const decided = reporter.confirmed + reporter.dismissed
  const isReached = decided >= leastDecided && reporter.false_reports * 100 >= percent * decided
  // A case of the sandbox affects its own application alone.
  if (environment !== 'production' || state.falseReport !== true || !isReached) return false
  const reason = `${reporter.false_reports} of ${decided} decided fraud reports are false`
  return suspendReporting(client, { applicationId, reason, actor })
}
