import type pg from 'pg'
import { coalesceByKey, Refusal } from '../core/index.ts'
import { dayOf } from '../storage/index.ts'
import { type AuditEntry, auditColumns, auditRecord, auditRow, auditSelection } from './audit.ts'
import type { Companion, CompanionPart } from './companion.ts'
import { eventRecord, type OutgoingEvent, outboxExpressions } from './events.ts'
import { periodStart, type Quota } from './quota.ts'

/** Everything that one successful call leaves behind. It lands in one transaction, or not at all. */
export type CallRecord = {
  applicationId: string
  resultId: string
  service: string
  livemode: boolean
  atMs: number
  sealedResult: Buffer
  scopesApplied: string[]
  quota: Quota | null
  audit: AuditEntry
  /** What the commit settles besides: it counts only if that was still open (nothing is done twice). */
  settles:
    | { kind: 'nothing' }
    | { kind: 'claim'; key: string; claim: string; status: number; sealedAnswer: Buffer }
    | { kind: 'item'; batchId: string; batchDay: string; position: number }
    | { kind: 'job'; jobId: string; events: OutgoingEvent[] }
  companion: Companion | null
}

/** The quota of a service was used up at the moment of the commit. */
export class QuotaSpent extends Error {}
/** What the call was to settle is settled or lost: its result must not be told. */
export class AlreadySettled extends Error {}

/*
 * One statement. First the fences (claim, item, job): a call whose fence does not open is left out. Then
 * the rest, for those that passed. A quota that would be passed violates `quota_respected` and nothing of
 * the whole statement happens.
 */
const parts = {
  call: `with call as (
    select * from json_to_recordset($2) as c(${auditRecord}, livemode boolean,
      sealed_from integer, sealed_bytes integer, month_start date, quota_day bigint, quota_month bigint,
      claim_key uuid, claim uuid, claim_status smallint, answer_from integer, answer_bytes integer,
      batch_id text, batch_day date, item_position integer, job_id text, events json, companion json)
  )`,
  claim: `, settled as (
    update idempotency_keys k set http_status = call.claim_status, 
      sealed_answer = substring($3::bytea from call.answer_from for call.answer_bytes)
    from call where k.application_id = $1 and k.key = call.claim_key and k.claim = call.claim and k.http_status is null
    returning call.result_id
  )`,
  item: `, settled as (
    update batch_items i set status = 'succeeded', result_id = call.result_id, result_day = call.day, sealed_request = null
    from call where i.application_id = $1 and i.batch_id = call.batch_id and i.day = call.batch_day
      and i.position = call.item_position and i.status = 'running'
    returning call.result_id
  )`,
  job: `, settled as (
    update jobs j set status = 'completed', result_id = call.result_id, result_day = call.day, sealed_request = null, finished_at = call.at
    from call where j.application_id = $1 and j.job_id = call.job_id and j.status = 'pending'
    returning call.result_id
  )`,
  nothing: ', settled as (select result_id from call)',
  rest: `, passed as (select call.* from call join settled using (result_id)
  ), usage as (
    insert into usage_counters as u (application_id, service, period, period_start, used, calls_limit)
    select $1, service, period, period_start, count(*), min(calls_limit)
    from passed, lateral (values ('day', day, quota_day), ('month', month_start, quota_month)) as p(period, period_start, calls_limit)
    group by service, period, period_start
    order by service, period
    on conflict (application_id, service, period, period_start)
    do update set used = u.used + excluded.used, calls_limit = excluded.calls_limit
  ), result as (
    insert into results (application_id, day, result_id, service, sealed_result)
    select $1, day, result_id, service, substring($3::bytea from sealed_from for sealed_bytes) from passed
  ), charge as (
    insert into charges (application_id, result_id, service, scopes, livemode, charged_at)
    select $1, result_id, service, scopes, livemode, at from passed
  ), audit as (
    insert into audit_entries (application_id, ${auditColumns})
    select $1, ${auditSelection} from passed
  )`,
  outbox: `, outgoing as (
    select e.*, passed.at from passed, json_to_recordset(passed.events) as e(${eventRecord})
  )${outboxExpressions}`,
  answer: ' select result_id from passed',
} as const

type Kind = CallRecord['settles']['kind']
const statementFor = (kind: Kind, companion: CompanionPart | undefined) =>
  parts.call +
  parts[kind] +
  parts.rest +
  (kind === 'job' ? parts.outbox : '') +
  (companion?.expressions ?? '') +
  parts.answer

/** Commits one call; calls of an application that end at the same time share a transaction. */
export type Commit = (record: CallRecord) => Promise<void>

/**
 * Commits calls that must land with something else, inside the transaction of the caller. Answers in order;
 * a call beyond its quota is QuotaSpent and leaves nothing behind.
 */
export const commitWithin = async (
  client: pg.PoolClient,
  records: CallRecord[],
): Promise<(undefined | QuotaSpent)[]> => {
  if (records.length === 0) return []
  await client.query('savepoint calls')
  try {
    await commitTogether(client, records)
    await client.query('release savepoint calls')
    return records.map(() => undefined)
  } catch (error) {
    if (!isQuotaViolation(error)) throw error
    await client.query('rollback to savepoint calls')
    if (records.length === 1) return [new QuotaSpent()]
    const outcomes: (undefined | QuotaSpent)[] = []
    for (const record of records) outcomes.push(...(await commitWithin(client, [record])))
    return outcomes
  }
}

export const createCommit = (pool: pg.Pool): Commit => {
  const grouped = coalesceByKey<CallRecord, undefined>(async (_key, group) => commitGroup(pool, group), {
    maxInFlight: 1,
    maxGroup: 64,
    maxWaiting: 5_000,
    overflow: () => new Refusal('overloaded', { retry_after: 1 }),
  })
  return async (record) => {
    // Of several companions only one is part of a statement.
    const companion = record.companion?.part.name ?? ''
    await grouped(`${record.applicationId} ${record.settles.kind} ${companion}`, record)
  }
}

const commitGroup = async (pool: pg.Pool, group: CallRecord[]): Promise<(undefined | Error)[]> => {
  // A connection of our own: the pool would close one whose statement a quota refused.
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const committed = await commitTogether(client, group)
    return group.map((record) => (committed.has(record.resultId) ? undefined : new AlreadySettled()))
  } catch (error) {
    if (!isQuotaViolation(error)) {
      broken = error as Error
      throw error
    }
    if (group.length === 1) return [new QuotaSpent()]
  } finally {
    client.release(broken)
  }
  // Near the limit each call is tried alone, so that exactly as many pass as are left.
  const outcomes: (undefined | Error)[] = []
  for (const record of group) outcomes.push(...(await commitGroup(pool, [record])))
  return outcomes
}

const isQuotaViolation = (error: unknown): boolean => {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return code === '23514' && constraint === 'quota_respected'
}

const commitTogether = async (
  database: Pick<pg.ClientBase, 'query'>,
  group: CallRecord[],
): Promise<Set<string>> => {
  const { applicationId, settles } = group[0] as CallRecord
  const companion = group.find((record) => record.companion)?.companion?.part
  const bytes = joinBytes()
  const rows = group.map((record) => rowOf(record, bytes))
  const { rows: committed } = await database.query<{ result_id: string }>({
    name: `commit-${settles.kind}${companion ? `-${companion.name}` : ''}`,
    text: statementFor(settles.kind, companion),
    values: [applicationId, JSON.stringify(rows), bytes.joined()],
  })
  return new Set(committed.map((entry) => entry.result_id))
}

/** Sealed values travel as one binary parameter, each found by its place: nothing is encoded as text. */
const joinBytes = () => {
  const parts: Buffer[] = []
  let length = 0
  return {
    /** Takes bytes in; answers their place as SQL counts, from 1. */
    add(part: Buffer): number {
      const from = length + 1
      parts.push(part)
      length += part.length
      return from
    },
    joined: () => Buffer.concat(parts, length),
  }
}
type JoinedBytes = ReturnType<typeof joinBytes>

const rowOf = (record: CallRecord, bytes: JoinedBytes) => ({
  ...auditRow(record.audit),
  result_id: record.resultId,
  service: record.service,
  livemode: record.livemode,
  at: new Date(record.atMs).toISOString(),
  day: dayOf(record.atMs),
  sealed_from: bytes.add(record.sealedResult),
  sealed_bytes: record.sealedResult.length,
  month_start: periodStart('month', record.atMs),
  quota_day: record.quota?.period === 'day' ? record.quota.limit : null,
  quota_month: record.quota?.period === 'month' ? record.quota.limit : null,
  scopes: record.scopesApplied,
  companion: record.companion?.row ?? null,
  ...settlement(record.settles, bytes),
})

const settlement = (settles: CallRecord['settles'], bytes: JoinedBytes) => {
  switch (settles.kind) {
    case 'claim':
      return {
        claim_key: settles.key,
        claim: settles.claim,
        claim_status: settles.status,
        answer_from: bytes.add(settles.sealedAnswer),
        answer_bytes: settles.sealedAnswer.length,
      }
    case 'item':
      return { batch_id: settles.batchId, batch_day: settles.batchDay, item_position: settles.position }
    case 'job':
      return { job_id: settles.jobId, events: settles.events }
    case 'nothing':
      return {}
  }
}
