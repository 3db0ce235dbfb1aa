import type { Environment } from '@nani/contract'
import type { Clock } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import { type MonitorSecrets, openOfMonitor } from '../aml/index.ts'

/** A monitor as operators see it, without its subject. The subject is in its screening, whose reads are audited. */
export type MonitorSummary = {
  monitor_id: string
  environment: Environment
  /** The reference of its screening; null when it was stopped. */
  reference: string | null
  screening_id: string
  created_at: Date
  screened_at: Date
  stopped_at: Date | null
}

export const maxListed = 1_000

type MonitorRow = Omit<MonitorSummary, 'reference'> & { sealed_subject: Buffer }
const summaryColumns =
  'monitor_id, environment, screening_id, created_at, screened_at, stopped_at, sealed_subject'

const summaryOf = (
  applicationId: string,
  { sealed_subject: sealed, ...row }: MonitorRow,
  { vault }: MonitorSecrets,
): MonitorSummary => ({
  ...row,
  reference: row.stopped_at
    ? null
    : openOfMonitor({ vault }, 'subject', sealed, { applicationId, monitorId: row.monitor_id }).reference,
})

/** The monitors of an application, the newest first. */
export const listMonitors = async (
  applicationId: string,
  { pool, secrets }: { pool: Database; secrets: MonitorSecrets },
  { limit = maxListed }: { limit?: number } = {},
): Promise<MonitorSummary[]> => {
  const { rows } = await pool.query<MonitorRow>(
    `select ${summaryColumns}
     from monitors where application_id = $1 order by created_at desc, monitor_number desc limit $2`,
    [applicationId, Math.min(limit, maxListed)],
  )
  return rows.map((row) => summaryOf(applicationId, row, secrets))
}

type PageOfMonitors = {
  applicationId: string
  after: readonly [createdAtMs: number, id: string] | null
  limit: number
}

/** A page of the monitors of an application, the newest first. */
export const monitorsPage = async (
  { applicationId, after, limit }: PageOfMonitors,
  { pool, secrets }: { pool: Database; secrets: MonitorSecrets },
): Promise<MonitorSummary[]> => {
  const { rows } = await pool.query<MonitorRow>({
    name: 'monitors page',
    text: `select ${summaryColumns} from monitors
      where application_id = $1 and ($2::timestamptz is null or (created_at, monitor_id) < ($2, $3))
      order by created_at desc, monitor_id desc limit $4`,
    values: [applicationId, after ? new Date(after[0]) : null, after?.[1] ?? null, limit],
  })
  return rows.map((row) => summaryOf(applicationId, row, secrets))
}

/** Stops a monitor and deletes the data of its subject. Returns false when no such monitor runs. */
export const stopMonitor = async (
  applicationId: string,
  monitorId: string,
  { pool, clock }: { pool: Database; clock: Clock },
): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `update monitors set stopped_at = $3::timestamptz + interval '1 millisecond' *
         coalesce((select test_clock_ms from applications where application_id = $1), 0),
       due = null, identity = null, birth = null, sealed_subject = '', sealed_standing = '',
       revision = revision + 1
     where application_id = $1 and monitor_id = $2 and stopped_at is null`,
    [applicationId, monitorId, new Date(clock.now())],
  )
  return (rowCount ?? 0) > 0
}
