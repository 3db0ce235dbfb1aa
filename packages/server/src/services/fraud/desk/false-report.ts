import type { Actor } from '@nani/foundation/core/index.ts'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { useCase } from '../../../app/audit/index.ts'
import type { FraudCase } from '../case-row.ts'
import { entryOf } from './case-acts.ts'
import { type CaseNamed, findNamedCase } from './case-named.ts'
import { type CaseObject, caseObject } from './case-object.ts'
import { type Desk, investigators } from './desk.ts'
import { personOf } from './desk-person.ts'
import { lastOf, performActsWithin, wakeAfter } from './perform-act.ts'
import { type ReporterRecord, readReporterRecord } from './reporter-record.ts'

export type FalseReport = CaseObject & {
  reporter: ReporterRecord
  /** This act has taken the service from the application. */
  reporting_suspended: boolean
}

/** Marks the report of a dismissed case as false, by two people (spec/fraud#false-reports). */
export const markReportFalse = useCase({
  action: 'cases.false_report',
  permission: { operator: investigators },
  async perform(input: CaseNamed & { reason: string }, desk: Desk, record, actor) {
    const person = personOf(actor)
    const { environment, caseId: fraudCase } = await findNamedCase(desk.pool, input)
    const acts = [{ act: 'false_report', reason: input.reason } as const]
    const { changes, recorded, suspended } = await inTransaction(desk.pool, async (client) => {
      const done = await performActsWithin(client, person, { environment, fraudCase, acts }, desk)
      const next = lastOf(done)
      const reporter = await readReporterRecord(client, next)
      const entry = entryOf(done, person.account, desk)
      const isSuspended = await suspendWhenDue(client, next, { reporter, actor }, desk)
      const result: FalseReport = {
        ...caseObject(next, new Date(desk.clock.now())),
        ...{ reporter, reporting_suspended: isSuspended },
      }
      return { changes: done, recorded: await record(client, entry, result), suspended: isSuspended }
    })
    wakeAfter(changes, desk)
    if (suspended) desk.wakeDeliveries(recorded.result.application_id)
    return recorded
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
