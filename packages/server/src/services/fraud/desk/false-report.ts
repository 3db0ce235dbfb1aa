import type { Actor } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type, { type Static } from 'typebox'
import { defineAct, needsOf } from '../../../gateway/acts/index.ts'
import type { FraudCase } from '../case-row.ts'
import { entryOf } from './case-acts.ts'
import { caseInput, findNamedCase } from './case-named.ts'
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
  input: Type.Object({ ...caseInput, reason: Type.String() }, { additionalProperties: false }),
  output: falseReport,
  needs: needsOf<Desk>(),
  secondPerson: true,
  refusals: [
    'case_not_found',
    'case_ambiguous',
    'case_status_not_allowed',
    'false_report_exists',
    'reason_required',
  ],
  async perform({ client, input, needs: desk, actor }) {
    const person = personOf(actor)
    const { environment, caseId: fraudCase } = await findNamedCase(client, input)
    const acts = [{ act: 'false_report', reason: input.reason } as const]
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
