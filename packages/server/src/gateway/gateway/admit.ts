import { randomUUID } from 'node:crypto'
import { limits, type ServiceName } from '@nani/contract'
import { type Clock, createKeyedBatcher, dayMs, statementGroups } from '@nani/foundation/core/index.ts'
import { dayOf } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { periodStart } from '../../money/metering/index.ts'
import type { Application } from './application.ts'
import type { Idempotency, IdempotencyLock } from './call.ts'

/** What one call asks of the database before it may run. */
export type AdmissionRequest = {
  application: Application
  nonce: string
  timestampMs: number
  /** False: refused before the burst guard, so that it only uses up its nonce. */
  countsTowardsBurst: boolean
  idempotency: Idempotency | null
  /** False: only look whether the idempotency key is known, because the call is refused anyway. */
  wantsLock: boolean
  usesQuotaOf: ServiceName | null
}

export type KnownKey = {
  fingerprint: Buffer
  status: number | null
  /** Absent of a large response, which is read in pieces. */
  answer: Buffer | null
  answerBytes: number
  /** Null for a response that an earlier release stored. */
  disclosedIds: string[] | null
  lockedUntilMs: number
}

export type Admission = {
  nonceFresh: boolean
  withinBurst: boolean
  /** The lock on the idempotency key, if this call holds it now. */
  lock: IdempotencyLock | null
  knownKey: KnownKey | null
  /** Calls of this service already counted in the period of its quota. */
  quotaUsed: number
  /** What the application may spend, in millionths. Null: without a limit. */
  funds: number | null
}

/** A stored response of more bytes is read, opened and sent in pieces. */
export const largeAnswerBytes = 256 * 1024

/** Longer than any call may run: after it the holder of a lock has ended. */
export const lockLeaseMs = 30_000

// A nonce lives ten minutes and timestamps stray by five: only near midnight can a neighbouring day hold it.
const neighbourhoodMs = 2 * limits.nonceMemorySeconds * 1000

/** The other day on which this nonce may have been used within its memory, or null. */
const neighbouringDay = (timestampMs: number): string | null => {
  const sinceMidnightMs = timestampMs % dayMs
  if (sinceMidnightMs < neighbourhoodMs) return dayOf(timestampMs - dayMs)
  if (sinceMidnightMs > dayMs - neighbourhoodMs) return dayOf(timestampMs + dayMs)
  return null
}

/*
 * One statement for nonce, burst, idempotency lock and quota. It does not wait for the disk: the commit of
 * the call's result comes later in the same log and flushes this with it, so that nothing that was answered
 * with success can have its nonce forgotten.
 */
const statement = `
with setting as materialized (select set_config('synchronous_commit', 'off', true)),
call as (
  select c.*
  from setting, unnest($3::uuid[], $4::date[], $5::date[], $6::bool[], $7::uuid[], $8::bytea[], $9::uuid[], $10::text[], $11::text[], $12::date[])
    with ordinality as c(nonce, day, other_day, counts, key, fingerprint, claim, service, period, period_start, ord)
), fresh as (
  insert into nonces (application_id, api_key, day, nonce)
  select $1, $2, call.day, call.nonce from call
  where call.other_day is null or not exists (
    select from nonces n where n.application_id = $1 and n.api_key = $2 and n.nonce = call.nonce and n.day = call.other_day)
  -- In one order on every process: two that meet the same nonces wait for each other, and never in a circle.
  order by call.nonce
  on conflict do nothing
  returning nonce
), counting as (
  select ord, row_number() over (order by ord) as place, count(*) over () as total
  from call join fresh using (nonce) where counts
), burst as (
  insert into bursts as b (application_id, second, used)
  select $1, $13, max(total) from counting having count(*) > 0
  on conflict (application_id) do update set
    used = case when b.second >= excluded.second then b.used else 0 end + excluded.used,
    second = greatest(b.second, excluded.second)
  returning used
), within as (
  select counting.ord from counting, burst where burst.used - counting.total + counting.place <= $14
)`

// An application that has no allowance yet gets one from the wallet.
const funds = `case when m.application_id is null then 0 else m.available end as funds`

const lockPart = `, claimed as (
  insert into idempotency_keys as k (application_id, key, fingerprint, claim, claimed_until, expires_at)
  select $1, call.key, call.fingerprint, call.claim, $15, $16 from call join within using (ord) where call.claim is not null
  on conflict (application_id, key) do update set
    fingerprint = excluded.fingerprint, claim = excluded.claim, claimed_until = excluded.claimed_until,
    expires_at = excluded.expires_at, http_status = null, sealed_answer = null,
    disclosed_ids = null
  where k.expires_at <= $17
     or (k.http_status is null and k.claimed_until <= $17 and k.fingerprint = excluded.fingerprint)
  returning key
)
select fresh.nonce is not null as fresh, within.ord is not null as within, claimed.key is not null as claimed,
  k.fingerprint, k.http_status, k.claimed_until, k.disclosed_ids, octet_length(k.sealed_answer) as answer_bytes,
  case when octet_length(k.sealed_answer) <= ${largeAnswerBytes} then k.sealed_answer end as sealed_answer,
  coalesce(u.used, 0) as quota_used, ${funds}
from call
left join fresh using (nonce) left join within using (ord) left join claimed on claimed.key = call.key
left join idempotency_keys k on k.application_id = $1 and k.key = call.key and k.expires_at > $17
left join usage_counters u on u.application_id = $1 and u.service = call.service
  and u.period = call.period and u.period_start = call.period_start
left join billing_allowances m on m.application_id = $1
order by call.ord`

const plainPart = `
select fresh.nonce is not null as fresh, within.ord is not null as within, coalesce(u.used, 0) as quota_used, ${funds}
from call
left join fresh using (nonce) left join within using (ord)
left join usage_counters u on u.application_id = $1 and u.service = call.service
  and u.period = call.period and u.period_start = call.period_start
left join billing_allowances m on m.application_id = $1
order by call.ord`

type Row = {
  fresh: boolean
  within: boolean
  claimed?: boolean
  fingerprint?: Buffer | null
  http_status?: number | null
  sealed_answer?: Buffer | null
  answer_bytes?: number | null
  disclosed_ids?: string[] | null
  claimed_until?: Date | null
  quota_used: number
  funds: number | null
}

export type Admit = (request: AdmissionRequest) => Promise<Admission>

export type AdmitDependencies = {
  pool: pg.Pool
  clock: Clock
  /** Called with each lock of a statement that failed: the database may have taken it. */
  releaseLater?: (lock: IdempotencyLock) => void
}

/** Calls of one application that arrive together are admitted by one statement. */
export const createAdmit = ({ pool, clock, releaseLater = () => {} }: AdmitDependencies): Admit => {
  const grouped = createKeyedBatcher<AdmissionRequest, Admission>(
    async (_key, group) => {
      const answers = new Map<AdmissionRequest, Admission>()
      const { first, repeated } = byNonce(group)
      // A caller who repeats an intercepted request delays no other: it costs no statement.
      for (const item of repeated) answers.set(item, nonceReused)
      for (const part of withoutRepetition(first)) {
        const rows = await admitGroup(pool, clock.now(), part, releaseLater)
        for (const [index, item] of part.entries()) answers.set(item, rows[index] as Admission)
      }
      return group.map((item) => answers.get(item) as Admission)
    },
    { ...statementGroups, maxGroup: 128 },
  )
  return (item) => grouped(item.application.apiKey, item)
}

const nonceReused: Admission = {
  nonceFresh: false,
  withinBurst: false,
  lock: null,
  knownKey: null,
  quotaUsed: 0,
  funds: 0,
}

/** Of the calls of a group with the same nonce the first may be admitted. */
const byNonce = (group: AdmissionRequest[]): { first: AdmissionRequest[]; repeated: AdmissionRequest[] } => {
  const met = new Set<string>()
  const first: AdmissionRequest[] = []
  const repeated: AdmissionRequest[] = []
  for (const item of group) {
    const nonce = item.nonce.toLowerCase()
    ;(met.has(nonce) ? repeated : first).push(item)
    met.add(nonce)
  }
  return { first, repeated }
}

/** One statement cannot meet the same idempotency key twice: repetitions go into a following one. */
const withoutRepetition = (group: AdmissionRequest[]): AdmissionRequest[][] => {
  const parts: { items: AdmissionRequest[]; taken: Set<string> }[] = []
  for (const item of group) {
    const key = item.idempotency?.key
    let part = parts.find(({ taken }) => key === undefined || !taken.has(key))
    if (!part) {
      part = { items: [], taken: new Set() }
      parts.push(part)
    }
    part.items.push(item)
    if (key !== undefined) part.taken.add(key)
  }
  return parts.map(({ items }) => items)
}

const admitGroup = async (
  pool: pg.Pool,
  nowMs: number,
  group: AdmissionRequest[],
  releaseLater: (lock: IdempotencyLock) => void,
): Promise<Admission[]> => {
  const { application } = group[0] as AdmissionRequest
  const idempotent = group.some((item) => item.idempotency)
  const quotas = group.map((item) =>
    item.usesQuotaOf ? application.quotas.get(item.usesQuotaOf) : undefined,
  )
  const { applicationId } = application
  const locks = group.map(({ idempotency, wantsLock }): IdempotencyLock | null =>
    idempotency && wantsLock ? { applicationId, key: idempotency.key, token: randomUUID() } : null,
  )
  const common = [
    applicationId,
    application.apiKey,
    group.map((item) => item.nonce),
    group.map((item) => dayOf(item.timestampMs)),
    group.map((item) => neighbouringDay(item.timestampMs)),
    group.map((item) => item.countsTowardsBurst),
    group.map((item) => item.idempotency?.key ?? null),
    group.map((item) => item.idempotency?.fingerprint ?? null),
    locks.map((lock) => lock?.token ?? null),
    group.map((item, index) => (quotas[index] ? item.usesQuotaOf : null)),
    quotas.map((quota) => quota?.period ?? null),
    quotas.map((quota) => (quota ? periodStart(quota.period, nowMs) : null)),
    Math.floor(nowMs / 1000),
    application.burstPerSecond,
  ]
  const lockTimes = [
    new Date(nowMs + lockLeaseMs),
    new Date(nowMs + limits.idempotencyWindowSeconds * 1000),
    new Date(nowMs),
  ]
  const asked = pool.query<Row>(
    idempotent
      ? { name: 'admit-idempotent', text: statement + lockPart, values: [...common, ...lockTimes] }
      : { name: 'admit', text: statement + plainPart, values: common },
  )
  const { rows } = await asked.catch((error) => {
    for (const lock of locks) if (lock) releaseLater(lock)
    throw error
  })
  return rows.map((row, index) => ({
    nonceFresh: row.fresh,
    withinBurst: row.within,
    lock: row.claimed ? (locks[index] ?? null) : null,
    knownKey: knownKey(row),
    quotaUsed: row.quota_used,
    funds: row.funds,
  }))
}

const knownKey = (row: Row): KnownKey | null =>
  row.fingerprint
    ? {
        fingerprint: row.fingerprint,
        status: row.http_status ?? null,
        answer: row.sealed_answer ?? null,
        answerBytes: row.answer_bytes ?? 0,
        disclosedIds: row.disclosed_ids ?? null,
        lockedUntilMs: row.claimed_until?.getTime() ?? 0,
      }
    : null
