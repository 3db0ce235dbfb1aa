import {
  type Environment,
  environments,
  type FraudCaseStatus,
  type FraudChannel,
  type FraudType,
} from '@nani/contract'
import type { Database } from '@nani/foundation/storage/index.ts'
import { type FraudCase, selectCasesBy } from '../../case-row.ts'

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

/** Each part has an index in its order, so that a page reads no other case. */
const parts = [
  {
    isOpen: true,
    condition: (now: string) => `c.status in ('received', 'under_review') and c.due_at < ${now}`,
    order: 'c.priority desc, c.due_at, c.created_at desc, c.case_id',
  },
  {
    isOpen: true,
    condition: (now: string) => `c.status in ('received', 'under_review') and c.due_at >= ${now}`,
    order: 'c.priority desc, c.due_at, c.created_at desc, c.case_id',
  },
  {
    isOpen: false,
    condition: (now: string) => `c.status not in ('received', 'under_review') and ${now} is not null`,
    order: 'c.created_at desc, c.case_id',
  },
] as const

/**
 * Cases in the order of the desk: late ones first, then by priority, then by deadline. Decided cases follow, the newest
 * first.
 */
export const listCases = (database: Database, filter: CaseFilter, now: Date): Promise<FraudCase[]> => {
  const values: unknown[] = []
  const place = (value: unknown): string => `$${values.push(value)}`
  const conditions = conditionsOf(filter, now, place).join(' and ')
  const [at, limit, offset] = [
    place(now),
    place(Math.min(filter.limit, maxListed)),
    place(filter.offset ?? 0),
  ]
  const isAsked = (isOpen: boolean) =>
    filter.statuses?.some((status) => openStatuses.includes(status) === isOpen) ?? true
  const asked = parts.filter(({ isOpen }) => isAsked(isOpen))
  if (asked.length === 0) return Promise.resolve([])
  const found = asked.map(
    ({ condition, order }, part) =>
      `(select ${part} as part, row_number() over (order by ${order}) as place, c.application_id, c.case_id
        from fraud_cases c where ${conditions} and ${condition(`${at}::timestamptz`)}
        order by ${order} limit ${limit}::integer + ${offset}::integer)`,
  )
  return selectCasesBy(
    database,
    `join (select * from (${found.join(' union all ')}) every_part order by part, place limit ${limit} offset ${offset}) page
       on page.application_id = c.application_id and page.case_id = c.case_id
     order by page.part, page.place`,
    values,
  )
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
    ...(filter.assignee === null ? ['c.assignee is null'] : []),
    ...given(filter.assignee ?? undefined, (at) => `c.assignee = ${at}`),
    ...given(filter.minAmount, (at) => `c.amount >= ${at}`),
    ...given(filter.maxAmount, (at) => `c.amount <= ${at}`),
    ...given(filter.currency, (at) => `c.currency = ${at}`),
    ...given(filter.createdBefore, (at) => `c.created_at < ${at}`),
    ...given(filter.createdAfter, (at) => `c.created_at >= ${at}`),
    ...given(
      filter.named,
      (at) => `(c.case_id = ${at} or c.case_number like ${place(prefixOf(filter.named))})`,
    ),
    ...(filter.isLate ? [`c.status = any(${place(openStatuses)}) and c.due_at < ${place(now)}`] : []),
  ]
}

/** A pattern of what begins with a text. */
const prefixOf = (text = ''): string => `${text.replace(/[\\%_]/g, '\\$&')}%`

/** The environments of a filter. */
export const environmentsOf = ({
  environment,
}: {
  environment: Environment | null
}): readonly Environment[] => (environment ? [environment] : environments)

/** Whether no one has decided in time. */
export const isLate = ({ state, dueAt }: Pick<FraudCase, 'state' | 'dueAt'>, now: Date): boolean =>
  openStatuses.includes(state.status) && dueAt < now
