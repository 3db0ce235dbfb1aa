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
  /** The cases after this place alone. */
  after?: CasePlace | null
}

/** Where a case was in the order of the desk when it was read. */
export type CasePlace = { part: number; priority: number; dueAt: Date; createdAt: Date; caseId: string }
type PutValue = (value: unknown) => string

export const maxListed = 1_000
export const openStatuses: readonly FraudCaseStatus[] = ['received', 'under_review']

/** The ranges of a part after a place, in the order of the part. A range begins in an index, where one condition on all keys does not. */
const afterOpen = ({ priority, dueAt, createdAt, caseId }: CasePlace, put: PutValue): string[] => {
  const isPriority = `c.priority = ${put(priority)}`
  const due = put(dueAt)
  const isDue = `${isPriority} and c.due_at = ${due}`
  return [
    `${isDue} and c.created_at = ${put(createdAt)} and c.case_id > ${put(caseId)}`,
    `${isDue} and c.created_at < ${put(createdAt)}`,
    `${isPriority} and c.due_at > ${due}`,
    `c.priority < ${put(priority)}`,
  ]
}
const afterDecided = ({ createdAt, caseId }: CasePlace, put: PutValue): string[] => [
  `c.created_at = ${put(createdAt)} and c.case_id > ${put(caseId)}`,
  `c.created_at < ${put(createdAt)}`,
]

/** Each part has an index in its order, so that a page reads no other case. */
const parts = [
  {
    isOpen: true,
    condition: (now: string) => `c.status in ('received', 'under_review') and c.due_at < ${now}`,
    order: 'c.priority desc, c.due_at, c.created_at desc, c.case_id',
    rangesAfter: afterOpen,
  },
  {
    isOpen: true,
    condition: (now: string) => `c.status in ('received', 'under_review') and c.due_at >= ${now}`,
    order: 'c.priority desc, c.due_at, c.created_at desc, c.case_id',
    rangesAfter: afterOpen,
  },
  {
    isOpen: false,
    condition: (now: string) => `c.status not in ('received', 'under_review') and ${now} is not null`,
    order: 'c.created_at desc, c.case_id',
    rangesAfter: afterDecided,
  },
] as const

/** The place of a case in a list that was read for this time. */
export const placeOfCase = (fraudCase: FraudCase, now: Date): CasePlace => {
  const { state, dueAt, createdAt, caseId } = fraudCase
  const openPart = isLate(fraudCase, now) ? 0 : 1
  const part = openStatuses.includes(state.status) ? openPart : 2
  return { part, priority: state.priority, dueAt, createdAt, caseId }
}

/**
 * Cases in the order of the desk: late ones first, then by priority, then by deadline. Decided cases follow, the newest
 * first. Few pages of all cases need a second part, so that it has a statement of its own. What one person has, or a name finds, is in
 * all parts.
 */
export const listCases = async (database: Database, filter: CaseFilter, now: Date): Promise<FraudCase[]> => {
  const limit = Math.min(filter.limit, maxListed)
  const asked = parts.filter(
    ({ isOpen }, part) =>
      part >= (filter.after?.part ?? 0) &&
      (filter.statuses?.some((status) => openStatuses.includes(status) === isOpen) ?? true),
  )
  const isNarrow = typeof filter.assignee === 'string' || filter.named !== undefined
  const found = new Map<string, FraudCase>()
  for (const read of isNarrow ? [asked] : asked.map((part) => [part])) {
    if (found.size >= limit || read.length === 0) break
    // A case that was decided between two statements keeps its first place. Each part is asked for a whole page, so that such a case
    // makes no page short: a short page is the last one.
    for (const one of await listParts(database, filter, { now, read, limit }))
      if (!found.has(one.caseId)) found.set(one.caseId, one)
  }
  return [...found.values()].slice(0, limit)
}

type ReadParts = { now: Date; read: readonly (typeof parts)[number][]; limit: number }

const listParts = (
  database: Database,
  filter: CaseFilter,
  { now, read, limit: most }: ReadParts,
): Promise<FraudCase[]> => {
  const values: unknown[] = []
  const put = (value: unknown): string => `$${values.push(value)}`
  const conditions = conditionsOf(filter, now, put).join(' and ')
  const [at, limit] = [put(now), put(most)]
  const { after = null } = filter
  const ranges = read.flatMap((part) => {
    const { condition, order, rangesAfter } = part
    const within = after && parts[after.part] === part ? rangesAfter(after, put) : ['true']
    return within.map((range) => ({ order, condition: `${condition(`${at}::timestamptz`)} and ${range}` }))
  })
  const found = ranges.map(
    ({ condition, order }, range) =>
      `(select ${range} as range_number, row_number() over (order by ${order}) as place, c.application_id, c.case_id
        from fraud_cases c where ${conditions} and ${condition} order by ${order} limit ${limit}::integer)`,
  )
  return selectCasesBy(
    database,
    `join (select * from (${found.join(' union all ')}) every_range order by range_number, place limit ${limit}) page
       on page.application_id = c.application_id and page.case_id = c.case_id
     order by page.range_number, page.place`,
    values,
  )
}

const conditionsOf = (filter: CaseFilter, now: Date, place: PutValue): string[] => {
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
