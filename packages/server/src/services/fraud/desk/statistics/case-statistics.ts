import { type Environment, type FraudCaseStatus, type FraudType, fraudCaseStatuses } from '@nani/contract'
import type pg from 'pg'
import { environmentsOf } from '../reading/queue.ts'

/** Seconds from the report to the last decision, of decided cases. Null: no case is decided. */
type DecisionTime = { median_seconds: number | null; p90_seconds: number | null }

export type TypeStatistics = {
  total: number
  late: number
  by_status: Record<FraudCaseStatus, number>
  time_to_decision: DecisionTime
}

/** How many cases there are, their outcomes, and how long a decision takes. */
export type CaseStatistics = TypeStatistics & {
  object: 'fraud_case_statistics'
  /** Null: both environments. */
  environment: Environment | null
  open: number
  by_type: Partial<Record<FraudType, TypeStatistics>>
}

type CountRow = { status: FraudCaseStatus; type: FraudType; cases: number; late: number }
/** The type is null in the row of all types. */
type TimeRow = { type: FraudType | null; median: number | null; p90: number | null }

export const caseStatistics = async (
  database: Pick<pg.ClientBase, 'query'>,
  environment: Environment | null,
  now: Date,
): Promise<CaseStatistics> => {
  const { rows } = await database.query<CountRow>(
    `select status, type, count(*)::integer as cases,
       count(*) filter (where status in ('received', 'under_review') and due_at < $2)::integer as late
     from fraud_cases where environment = any($1) group by status, type`,
    [environmentsOf({ environment }), now],
  )
  const { rows: times } = await database.query<TimeRow>(
    `select type, percentile_cont(0.5) within group (order by seconds) as median,
       percentile_cont(0.9) within group (order by seconds) as p90
     from (select type, extract(epoch from changed_at - created_at) as seconds from fraud_cases
       where environment = any($1) and status not in ('received', 'under_review')) as decided
     group by grouping sets ((type), ())`,
    [environmentsOf({ environment })],
  )
  const types = [...new Set(rows.map(({ type }) => type))].toSorted()
  const all = statisticsOf(
    rows,
    times.find(({ type }) => type === null),
  )
  return {
    object: 'fraud_case_statistics',
    environment,
    ...all,
    open: all.by_status.received + all.by_status.under_review,
    by_type: Object.fromEntries(
      types.map((type) => [
        type,
        statisticsOf(
          rows.filter((row) => row.type === type),
          times.find((row) => row.type === type),
        ),
      ]),
    ),
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

const statisticsOf = (rows: readonly CountRow[], time: TimeRow | undefined): TypeStatistics => ({
  total: sum(rows.map(({ cases }) => cases)),
  late: sum(rows.map(({ late }) => late)),
  by_status: Object.fromEntries(
    fraudCaseStatuses.map((status) => [
      status,
      sum(rows.filter((row) => row.status === status).map(({ cases }) => cases)),
    ]),
  ) as Record<FraudCaseStatus, number>,
  time_to_decision: { median_seconds: time?.median ?? null, p90_seconds: time?.p90 ?? null },
})
