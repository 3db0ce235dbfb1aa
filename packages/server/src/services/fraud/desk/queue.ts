import {
  type Environment,
  environments,
  type FraudCaseStatus,
  type FraudChannel,
  type FraudType,
} from '@nani/contract'
import type pg from 'pg'
import { type FraudCase, selectCasesBy } from '../case-row.ts'

/** Which cases the desk lists. All conditions that are given must hold. */
export type CaseFilter = {
  /** Null: both environments. */
  environment: Environment | null
  statuses?: readonly FraudCaseStatus[]
  type?: FraudType
  channel?: FraudChannel
  province?: string
  /** Null: cases without an assignee. */
  assignee?: string | null
  minAmount?: number
  maxAmount?: number
  currency?: string
  /** Cases that are older than this. */
  createdBefore?: Date
  /** Cases that are newer than this. */
  createdAfter?: Date
  /** Late cases alone. */
  isLate?: boolean
  /** The id, or the beginning of the number. */
  named?: string
  limit: number
  offset?: number
}

export const maxListed = 1_000
export const openStatuses: readonly FraudCaseStatus[] = ['received', 'under_review']

/**
 * Cases in the order of the desk: late ones first, then by priority, then by deadline. Decided cases follow, the newest
 * first.
 */
export const listCases = (
  database: Pick<pg.ClientBase, 'query'>,
  filter: CaseFilter,
  now: Date,
): Promise<FraudCase[]> => {
  const values: unknown[] = []
  const place = (value: unknown): string => `$${values.push(value)}`
  const conditions = conditionsOf(filter, now, place)
  const isOpen = `c.status in ('received', 'under_review')`
  const order = `case when ${isOpen} then 0 else 1 end, case when ${isOpen} and c.due_at < ${place(now)} then 0 else 1 end,
    case when ${isOpen} then c.priority end desc, case when ${isOpen} then c.due_at end, c.created_at desc, c.case_id`
  const page = `limit ${place(Math.min(filter.limit, maxListed))} offset ${place(filter.offset ?? 0)}`
  return selectCasesBy(database, `where ${conditions.join(' and ')} order by ${order} ${page}`, values)
}

const conditionsOf = (filter: CaseFilter, now: Date, place: (value: unknown) => string): string[] => {
  const given = <Value>(value: Value | undefined, condition: (at: string) => string): string[] =>
    value === undefined ? [] : [condition(place(value))]
  return [
    `c.environment = any(${place(environmentsOf(filter))})`,
    ...given(filter.statuses, (at) => `c.status = any(${at})`),
    ...given(filter.type, (at) => `c.type = ${at}`),
    ...given(filter.channel, (at) => `c.channel = ${at}`),
    ...given(filter.province, (at) => `lower(c.province) = lower(${at})`),
    ...given(filter.assignee, (at) => `c.assignee is not distinct from ${at}`),
    ...given(filter.minAmount, (at) => `c.amount >= ${at}`),
    ...given(filter.maxAmount, (at) => `c.amount <= ${at}`),
    ...given(filter.currency, (at) => `c.currency = ${at}`),
    ...given(filter.createdBefore, (at) => `c.created_at < ${at}`),
    ...given(filter.createdAfter, (at) => `c.created_at >= ${at}`),
    ...given(filter.named, (at) => `(c.case_id = ${at} or starts_with(c.case_number, ${at}))`),
    ...(filter.isLate ? [`c.status = any(${place(openStatuses)}) and c.due_at < ${place(now)}`] : []),
  ]
}

/** The environments of a filter. */
export const environmentsOf = ({
  environment,
}: {
  environment: Environment | null
}): readonly Environment[] => (environment ? [environment] : environments)

/** Whether no one has decided in time. */
export const isLate = ({ state, dueAt }: Pick<FraudCase, 'state' | 'dueAt'>, now: Date): boolean =>
  openStatuses.includes(state.status) && dueAt < now
