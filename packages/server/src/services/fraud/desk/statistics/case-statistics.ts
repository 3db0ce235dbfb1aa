import { type Environment, type FraudCaseStatus, type FraudType, fraudCaseStatuses } from '@nani/contract'
import type { Database } from '@nani/foundation/storage/index.ts'
import { askAll, type NamedDatabase } from '../../../../gateway/acts/index.ts'
import { namesOfUnread } from '../reading/cases-of-all.ts'
import { environmentsOf } from '../reading/queue.ts'
import { percentileOf } from './percentile.ts'

/** Seconds from the report to the last decision, of decided cases, to two digits. Null: no case is decided. */
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
  /** The databases whose cases are missing at present. */
  unread?: readonly string[]
}

type CountRow = {
  status: FraudCaseStatus
  type: FraudType
  seconds: number | null
  cases: number
  late: number
}
type LateRow = { type: FraudType; late: number }

/**
 * Reads counts, and no case but those that became late today: the counts know only the day. Triggers write the counts in the
 * transaction of the change. Each database has the counts of its cases.
 */
export const caseStatistics = async (
  databases: readonly NamedDatabase[],
  environment: Environment | null,
  now: Date,
): Promise<CaseStatistics> => {
  const { answers, unread } = await askAll(databases, (pool) => readCounts(pool, environment, now))
  const rows = answers.flatMap(({ answer }) => answer.rows)
  const lateToday = answers.flatMap(({ answer }) => answer.lateToday)
  const all = statisticsOf(rows, lateToday)
  const types = [...new Set(rows.map(({ type }) => type))].toSorted()
  const ofType = <Row extends { type: FraudType }>(some: readonly Row[], type: FraudType) =>
    some.filter((row) => row.type === type)
  return {
    object: 'fraud_case_statistics',
    environment,
    ...all,
    open: all.by_status.received + all.by_status.under_review,
    by_type: Object.fromEntries(
      types.map((type) => [type, statisticsOf(ofType(rows, type), ofType(lateToday, type))]),
    ),
    ...namesOfUnread(unread),
  }
}

const readCounts = async (database: Database, environment: Environment | null, now: Date) => {
  const environments = environmentsOf({ environment })
  const today = new Date(now).setUTCHours(0, 0, 0, 0)
  const { rows } = await database.query<CountRow>({
    name: 'counts of cases',
    text: `select status, type, decided_after::float8 as seconds, sum(cases)::integer as cases,
        coalesce(sum(cases) filter (where due_day < $2), 0)::integer as late
      from fraud_case_counts where environment = any($1) group by status, type, decided_after having sum(cases) <> 0`,
    values: [environments, new Date(today).toISOString().slice(0, 10)],
  })
  const { rows: lateToday } = await database.query<LateRow>({
    name: 'cases late today',
    text: `select type, count(*)::integer as late from fraud_cases
      where environment = any($1) and status in ('received', 'under_review') and due_at >= $2 and due_at < $3
      group by type`,
    values: [environments, new Date(today), now],
  })
  return { rows, lateToday }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

const statisticsOf = (rows: readonly CountRow[], lateToday: readonly LateRow[]): TypeStatistics => {
  const decided = rows.flatMap(({ seconds, cases }) =>
    seconds === null ? [] : { value: seconds, count: cases },
  )
  return {
    total: sum(rows.map(({ cases }) => cases)),
    late: sum([...rows, ...lateToday].map(({ late }) => late)),
    by_status: Object.fromEntries(
      fraudCaseStatuses.map((status) => [
        status,
        sum(rows.filter((row) => row.status === status).map(({ cases }) => cases)),
      ]),
    ) as Record<FraudCaseStatus, number>,
    time_to_decision: {
      median_seconds: percentileOf(decided, 0.5),
      p90_seconds: percentileOf(decided, 0.9),
    },
  }
}
