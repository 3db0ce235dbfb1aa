import { type ErrorCode, errorCatalogue, type ServiceName, serviceNames } from '@nani/contract'
import { type LoggedRequest, loggedRequest } from '@nani/contract/console'
import { callerFrench } from '@nani/contract/refusals'
import { dayMs, idTime, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import {
  askAll,
  filterTime,
  listOfAll,
  type NamedDatabase,
  pageInput,
  readPageOfAll,
  requireAllRead,
} from '../../gateway/acts/index.ts'
import { type CheckName, checksInFrench, checkTable, rulesOf } from '../../gateway/gateway/index.ts'
import { ownApplicationInput, requireOwnApplication } from '../organizations/index.ts'
import { callLogReading } from './needs.ts'

const closed = { additionalProperties: false }
export const readersOfCalls = ['owner', 'administrator', 'developer', 'compliance_officer'] as const
export const requestsPath = '/organizations/{organization_id}/applications/{application_id}/requests' as const
const retainedDays = 31
const text = (maxLength: number) => Type.Optional(Type.String({ minLength: 1, maxLength }))

type Row = {
  entry_id: string
  at: Date
  api_key: string | null
  request_id: string
  client_address: string | null
  method: string
  path: string
  http_status: number
  error_code: string | null
  service: ServiceName | null
  purpose: string | null
  scopes: string[] | null
  result_id: string | null
  refused_check: string | null
  duration_ms: number | null
}

const columns = `entry_id, at, api_key, request_id, client_address, method, path, http_status, error_code, service,
  purpose, scopes, result_id, refused_check, duration_ms`

/** The sentence of the one catalogue, which says what to do next. */
const messageOf = (code: string | null): { en: string; fr: string } | null => {
  const known = code !== null && Object.hasOwn(errorCatalogue, code) ? (code as ErrorCode) : null
  return known && { en: errorCatalogue[known].message, fr: callerFrench[known] }
}

const rules: ReadonlyMap<string, { name: CheckName; rule: string }> = new Map(
  checkTable.flatMap(rulesOf).map((rule) => [rule.name, rule] as const),
)

/** The check that refused the call, from the one table of checks. Entries of earlier releases have none. */
const checkOf = ({ refused_check: check, error_code }: Row) => {
  const known = rules.get(check ?? '')
  const message = messageOf(error_code)
  if (known === undefined || message === null) return null
  const french = checksInFrench[known.name]
  return {
    ...{ check: known.name, rule: known.rule, message: message.en },
    fr: { check: french.name, rule: french.rule, message: message.fr },
  }
}

/** A call as its people see it. */
export const requestOf = (row: Row): LoggedRequest => ({
  object: 'request',
  id: row.request_id,
  request_id: row.request_id,
  at: rfc3339(row.at.getTime()),
  method: row.method,
  path: row.path,
  status: row.http_status,
  error: row.error_code,
  message: messageOf(row.error_code)?.en ?? null,
  message_fr: messageOf(row.error_code)?.fr ?? null,
  refused_by: checkOf(row),
  service: row.service,
  purpose: row.purpose,
  scopes: row.scopes ?? [],
  address: row.client_address,
  api_key: row.api_key,
  duration_ms: row.duration_ms,
  result_id: row.result_id,
})

const filters = {
  from: text(30),
  to: text(30),
  status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
  error: text(60),
  service: Type.Optional(Type.Enum([...serviceNames])),
  path: text(200),
  address: text(60),
  request_id: text(60),
}
type Filters = {
  from?: string
  to?: string
  status?: number
  error?: string
  service?: ServiceName
  path?: string
  address?: string
  request_id?: string
}

const timeOf = (given: string | undefined, field: string): number | null => {
  return given === undefined ? null : filterTime(field, given).getTime()
}

type Reading = {
  applicationId: string
  given: Filters
  nowMs: number
  after: readonly unknown[] | null
  limit: number
}

/** A filtered page examines this many calls at most, so that a filter without a match costs no more than another one. */
const maxExamined = 2_000
/** The id of a request has its time. Its entry is written within this time. */
const idToleranceMs = 15 * 60_000

type Window = { fromMs: number; toMs: number }

/** The bound of time leaves out the partitions that cannot have a row. */
const windowOf = ({ from, to, request_id }: Filters, nowMs: number): Window => {
  const fromMs = Math.max(timeOf(from, 'from') ?? 0, nowMs - retainedDays * dayMs)
  const toMs = timeOf(to, 'to') ?? nowMs + dayMs
  const madeMs = request_id === undefined ? null : idTime('req', request_id)
  if (madeMs === null) return { fromMs, toMs }
  return { fromMs: Math.max(fromMs, madeMs - idToleranceMs), toMs: Math.min(toMs, madeMs + idToleranceMs) }
}

type ExaminedRow = Row & { last_at: Date | null; last_id: string | null; examined: number }

type PageOfRows = { rows: Row[]; stopped: readonly [number, string] | null }

/** A page is usually within this time. Every partition that is not read saves the database time. */
const nearMs = 2 * dayMs

/** The calls, and the place where the search stopped; null: it reached the end. */
export const readRows = async (pool: pg.Pool, reading: Reading): Promise<PageOfRows> => {
  const { given, nowMs, after, limit } = reading
  // Every id is of the server. Another one is of no call, and would be looked for in all of them.
  if (given.request_id !== undefined && idTime('req', given.request_id) === null)
    return { rows: [], stopped: null }
  const { fromMs, toMs } = windowOf(given, nowMs)
  const endMs = after ? Math.min(toMs, Number(after[0]) + 1) : toMs
  const near = { fromMs: Math.max(fromMs, endMs - nearMs), toMs: endMs }
  const page = await readWindow(pool, reading, near)
  const isWhole = near.fromMs === fromMs || page.rows.length === limit || page.stopped !== null
  return isWhole ? page : readWindow(pool, reading, { fromMs, toMs: endMs })
}

const readWindow = async (
  pool: pg.Pool,
  { applicationId, given, after, limit }: Reading,
  { fromMs, toMs }: Window,
): Promise<PageOfRows> => {
  const isFiltered = [given.status, given.error, given.service, given.path, given.address].some(
    (value) => value !== undefined,
  )
  const examined = isFiltered || given.request_id !== undefined ? maxExamined : limit
  const { rows: found } = await pool.query<ExaminedRow>({
    name: 'own-requests',
    text: `with newest as materialized (
        select ${columns} from audit_entries
        where application_id = $1 and actor = 'application' and request_id is not null
          and at >= $2 and at < $3 and day >= $2::timestamptz::date and day <= $3::timestamptz::date
          and ($9::text is null or request_id = $9)
          and ($10::timestamptz is null or (at, entry_id) < ($10, $11))
        order by at desc, entry_id desc limit $13
      ), stop as (
        select at as last_at, entry_id as last_id, (select count(*)::integer from newest) as examined
        from newest order by at, entry_id limit 1
      )
      select newest.*, stop.* from stop left join newest on ($4::smallint is null or http_status = $4)
        and ($5::text is null or error_code = $5) and ($6::text is null or service = $6)
        and ($7::text is null or path = $7) and ($8::text is null or client_address = $8)
      order by newest.at desc, newest.entry_id desc limit $12`,
    values: [
      ...[applicationId, new Date(fromMs), new Date(toMs), given.status ?? null, given.error ?? null],
      ...[given.service ?? null, given.path ?? null, given.address ?? null, given.request_id ?? null],
      ...[after ? new Date(Number(after[0])) : null, after ? String(after[1]) : null, limit, examined],
    ],
  })
  const [first] = found
  const isStopped = isFiltered && first?.examined === maxExamined && first.last_at !== null
  return {
    rows: found.filter(({ entry_id }) => entry_id !== null),
    stopped: isStopped ? [first.last_at?.getTime() ?? 0, first.last_id ?? ''] : null,
  }
}

/**
 * The same over all databases: the entries of a call stay where they were written when the organization moves. Where the search in one
 * of them stopped, older calls of the others are left to the next page.
 */
const readRowsOfAll = async (
  databases: readonly NamedDatabase[],
  reading: Reading,
): Promise<PageOfRows & { unread: string[] }> => {
  const { answers, unread } = await askAll(databases, (pool) => readRows(pool, reading))
  const pages = answers.map(({ answer }) => answer)
  const stops = pages.flatMap(({ stopped }) => (stopped === null ? [] : [stopped]))
  const stopped = stops.toSorted(newestFirst)[0] ?? null
  const rows = pages
    .flatMap((page) => page.rows)
    .filter((row) => stopped === null || newestFirst(placeOf(row), stopped) <= 0)
    .toSorted((one, other) => newestFirst(placeOf(one), placeOf(other)))
  return { rows: rows.slice(0, reading.limit), stopped, unread }
}

type PlaceInTime = readonly [atMs: number, entryId: string]
const placeOf = ({ at, entry_id }: Row): PlaceInTime => [at.getTime(), entry_id]
const newestFirst = (one: PlaceInTime, other: PlaceInTime): number =>
  other[0] - one[0] || (one[1] === other[1] ? 0 : one[1] < other[1] ? 1 : -1)

/** The verified calls of an application, the newest first. Calls with a forged signature are only counted. */
export const listOwnRequests = callLogReading({
  name: 'requests.list',
  sentence: { en: 'Lists the calls of an application', fr: "Liste les appels d'une application" },
  actors: { member: readersOfCalls },
  routes: { member: `GET ${requestsPath}` },
  input: Type.Object({ ...ownApplicationInput, ...filters, ...pageInput }, closed),
  output: listOfAll(loggedRequest),
  refusals: ['value_invalid', 'application_not_found'],
  async read({ pool, actor, input, nowMs, needs: { cursors, databases } }) {
    await requireOwnApplication(pool, input)
    let stopped: readonly [number, string] | null = null
    return readPageOfAll(
      { name: 'requests', actor, input, cursors },
      {
        async rows(after, limit) {
          const reading = { applicationId: input.application_id, given: input, nowMs, after, limit }
          const found = await readRowsOfAll(databases(input.organization_id), reading)
          stopped = found.stopped
          return found
        },
        stoppedAt: () => stopped,
        positionOf: (row) => [row.at.getTime(), row.entry_id],
        itemOf: requestOf,
      },
    )
  },
})

export const readOwnRequest = callLogReading({
  name: 'requests.read',
  sentence: { en: 'Reads a call of an application', fr: "Lit un appel d'une application" },
  actors: { member: readersOfCalls },
  routes: { member: `GET ${requestsPath}/{id}` },
  input: Type.Object({ ...ownApplicationInput, id: Type.String({ minLength: 1, maxLength: 60 }) }, closed),
  output: loggedRequest,
  refusals: ['application_not_found', 'object_not_found', 'history_incomplete'],
  async read({ pool, input, nowMs, needs: { databases } }) {
    await requireOwnApplication(pool, input)
    const given = { request_id: input.id }
    const { rows, unread } = await readRowsOfAll(databases(input.organization_id), {
      ...{ applicationId: input.application_id, given, nowMs, after: null, limit: 1 },
    })
    const [row] = rows
    if (row) return requestOf(row)
    requireAllRead(unread)
    throw new Refusal('object_not_found', 'There is no such call.')
  },
})
