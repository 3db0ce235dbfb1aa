import type { Environment } from '@nani/contract'
import type { Database } from '@nani/foundation/storage/index.ts'

/** What became of the reports of an application. */
export type ReporterRecord = {
  application_id: string
  reports: number
  /** In the network now. */
  confirmed: number
  dismissed: number
  /** Confirmed or escalated once, and returned to review. */
  reopened: number
  false_reports: number
}

type Row = Omit<ReporterRecord, 'application_id'>

export const readReporterRecord = async (
  database: Database,
  { applicationId, environment }: { applicationId: string; environment: Environment },
): Promise<ReporterRecord> => {
  const { rows } = await database.query<Row>(
    `select count(*)::integer as reports,
       count(*) filter (where status in ('confirmed', 'escalated_to_authorities'))::integer as confirmed,
       count(*) filter (where status = 'dismissed')::integer as dismissed,
       count(*) filter (where status = 'dismissed' and false_report)::integer as false_reports,
       (select count(distinct e.case_id)::integer from fraud_case_entries e
        where e.application_id = $1 and e.status = 'under_review'
          and e.previous_status in ('confirmed', 'escalated_to_authorities')) as reopened
     from fraud_cases where application_id = $1 and environment = $2`,
    [applicationId, environment],
  )
  const none = { reports: 0, confirmed: 0, dismissed: 0, reopened: 0, false_reports: 0 }
  return { application_id: applicationId, ...(rows[0] ?? none) }
}
