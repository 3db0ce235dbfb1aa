import { errorCatalogue, type ServiceName, serviceNames } from '@nani/contract'
import { loggedRequest } from '@nani/contract/console'
import { Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { listOf, pageInput, readPage } from '../../gateway/acts/index.ts'
import { checkTable } from '../../gateway/gateway/index.ts'
import { ownApplicationInput, readOwnApplication } from '../organizations/index.ts'
import { callLogReading } from './needs.ts'

const closed = { additionalProperties: false }
const readers = ['owner', 'administrator', 'developer', 'compliance_officer'] as const
const path = '/organizations/{organization_id}/applications/{application_id}/requests' as const
const retainedDays = 31
const dayMs = 86_400_000
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
}

const columns = `entry_id, at, api_key, request_id, client_address, method, path, http_status, error_code, service,
  purpose, scopes, result_id`

/** The check that refuses with a code, from the one table of checks. */
const checkOf = (code: string | null) => {
  const found = checkTable.find(({ refusals }) => (refusals as readonly string[]).includes(code ?? ''))
  if (!found || code === null) return null
  const { message } = errorCatalogue[code as keyof typeof errorCatalogue] ?? { message: '' }
  return { check: found.name, rule: found.rule, message }
}

const requestOf = (row: Row) => ({
  object: 'request' as const,
  id: row.request_id,
  at: rfc3339(row.at.getTime()),
  method: row.method,
  path: row.path,
  status: row.http_status,
  error: row.error_code,
  refused_by: checkOf(row.error_code),
  service: row.service,
  purpose: row.purpose,
  scopes: row.scopes ?? [],
  address: row.client_address,
  api_key: row.api_key,
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
  if (given === undefined) return null
  const ms = Date.parse(given)
  if (Number.isNaN(ms)) throw new Refusal('value_invalid', `${given} is not a time.`, { context: { field } })
  return ms
}

type Reading = {
  applicationId: string
  given: Filters
  nowMs: number
  after: readonly unknown[] | null
  limit: number
}

const readRows = async (
  pool: pg.Pool,
  { applicationId, given, nowMs, after, limit }: Reading,
): Promise<Row[]> => {
  // The bound of time leaves out the partitions that cannot have a row.
  const fromMs = Math.max(timeOf(given.from, 'from') ?? 0, nowMs - retainedDays * dayMs)
  const toMs = timeOf(given.to, 'to') ?? nowMs + dayMs
  const { rows } = await pool.query<Row>({
    name: 'own-requests',
    text: `select ${columns} from audit_entries
      where application_id = $1 and actor = 'application' and request_id is not null
        and at >= $2 and at < $3 and day >= $2::timestamptz::date and day <= $3::timestamptz::date
        and ($4::smallint is null or http_status = $4) and ($5::text is null or error_code = $5)
        and ($6::text is null or service = $6) and ($7::text is null or path = $7)
        and ($8::text is null or client_address = $8) and ($9::text is null or request_id = $9)
        and ($10::timestamptz is null or (at, entry_id) < ($10, $11))
      order by at desc, entry_id desc limit $12`,
    values: [
      ...[applicationId, new Date(fromMs), new Date(toMs), given.status ?? null, given.error ?? null],
      ...[given.service ?? null, given.path ?? null, given.address ?? null, given.request_id ?? null],
      ...[after ? new Date(Number(after[0])) : null, after ? String(after[1]) : null, limit],
    ],
  })
  return rows
}

/** The verified calls of an application, the newest first. Calls with a forged signature are only counted. */
export const listOwnRequests = callLogReading({
  name: 'requests.list',
  sentence: { en: 'Lists the calls of an application', fr: "Liste les appels d'une application" },
  actors: { member: readers },
  routes: { member: `GET ${path}` },
  input: Type.Object({ ...ownApplicationInput, ...filters, ...pageInput }, closed),
  output: listOf(loggedRequest),
  refusals: ['value_invalid', 'application_not_found'],
  async read({ pool, actor, input, nowMs, needs: { cursors } }) {
    await readOwnApplication(pool, input)
    return readPage(
      { name: 'requests', actor, input, cursors },
      {
        rows: (after, limit) =>
          readRows(pool, { applicationId: input.application_id, given: input, nowMs, after, limit }),
        positionOf: (row) => [row.at.getTime(), row.entry_id],
        itemOf: requestOf,
      },
    )
  },
})

export const readOwnRequest = callLogReading({
  name: 'requests.read',
  sentence: { en: 'Reads a call of an application', fr: "Lit un appel d'une application" },
  actors: { member: readers },
  routes: { member: `GET ${path}/{id}` },
  input: Type.Object({ ...ownApplicationInput, id: Type.String({ minLength: 1, maxLength: 60 }) }, closed),
  output: loggedRequest,
  refusals: ['application_not_found', 'object_not_found'],
  async read({ pool, input, nowMs }) {
    await readOwnApplication(pool, input)
    const given = { request_id: input.id }
    const [row] = await readRows(pool, {
      ...{ applicationId: input.application_id, given, nowMs, after: null, limit: 1 },
    })
    if (!row) throw new Refusal('object_not_found', 'There is no such call.')
    return requestOf(row)
  },
})
