import { randomUUID } from 'node:crypto'
import { limits, type ServiceName } from '@nani/contract'
import type pg from 'pg'
import { type Clock, coalesceByKey, Refusal } from '../core/index.ts'
import { periodStart } from '../ledger/index.ts'
import { dayOf } from '../storage/index.ts'
import type { Application } from './application.ts'
import type { Claim } from './call.ts'

/** What one call asks of the database before it may run. */
export type Admittance = {
  application: Application
  nonce: string
  timestampMs: number
  /** False: refused before the burst guard, so that it only burns its nonce. */
  countsTowardsBurst: boolean
  /** `claim` false: only look whether the key is known, because the call is refused anyway. */
  idempotency: { key: string; fingerprint: Buffer; claim: boolean } | null
  usesQuotaOf: ServiceName | null
}

export type KnownKey = {
  fingerprint: Buffer
  status: number | null
  answer: Buffer | null
  claimedUntilMs: number
}

export type Admitted = {
  nonceFresh: boolean
  withinBurst: boolean
  claim: string | null
  knownKey: KnownKey | null
  /** Calls of this service already counted in the period of its quota. */
  quotaUsed: number
}

/** Longer than any call may run: past it the holder of a claim is gone. */
export const claimLeaseMs = 30_000

const dayMs = 86_400_000
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
 * One statement for nonce, burst, idempotency claim and quota. It does not wait for the disk: the commit of
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

const claimPart = `, claimed as (
  insert into idempotency_keys as k (application_id, key, fingerprint, claim, claimed_until, expires_at)
  select $1, call.key, call.fingerprint, call.claim, $15, $16 from call join within using (ord) where call.claim is not null
  on conflict (application_id, key) do update set
    fingerprint = excluded.fingerprint, claim = excluded.claim, claimed_until = excluded.claimed_until,
    expires_at = excluded.expires_at, http_status = null, sealed_answer = null
  where k.expires_at <= $17
     or (k.http_status is null and k.claimed_until <= $17 and k.fingerprint = excluded.fingerprint)
  returning key
)
select fresh.nonce is not null as fresh, within.ord is not null as within, claimed.key is not null as claimed,
  k.fingerprint, k.http_status, k.sealed_answer, k.claimed_until, coalesce(u.used, 0) as quota_used
from call
left join fresh using (nonce) left join within using (ord) left join claimed on claimed.key = call.key
left join idempotency_keys k on k.application_id = $1 and k.key = call.key and k.expires_at > $17
left join usage_counters u on u.application_id = $1 and u.service = call.service
  and u.period = call.period and u.period_start = call.period_start
order by call.ord`

const plainPart = `
select fresh.nonce is not null as fresh, within.ord is not null as within, coalesce(u.used, 0) as quota_used
from call
left join fresh using (nonce) left join within using (ord)
left join usage_counters u on u.application_id = $1 and u.service = call.service
  and u.period = call.period and u.period_start = call.period_start
order by call.ord`

type Row = {
  fresh: boolean
  within: boolean
  claimed?: boolean
  fingerprint?: Buffer | null
  http_status?: number | null
  sealed_answer?: Buffer | null
  claimed_until?: Date | null
  quota_used: number
}

export type Admit = (admittance: Admittance) => Promise<Admitted>

export type AdmitDependencies = {
  pool: pg.Pool
  clock: Clock
  /** Told of each claim of a statement that failed: it may have been made all the same. */
  releaseLater?: (claim: Claim) => void
}

/** Calls of one application that arrive together are admitted by one statement. */
export const createAdmit = ({ pool, clock, releaseLater = () => {} }: AdmitDependencies): Admit => {
  const grouped = coalesceByKey<Admittance, Admitted>(
    async (_key, group) => {
      const answers = new Map<Admittance, Admitted>()
      const { first, repeated } = byNonce(group)
      // Somebody who repeats what he overheard holds nobody up: it costs no statement.
      for (const item of repeated) answers.set(item, nonceReused)
      for (const part of withoutRepetition(first)) {
        const rows = await admitGroup(pool, clock.now(), part, releaseLater)
        for (const [index, item] of part.entries()) answers.set(item, rows[index] as Admitted)
      }
      return group.map((item) => answers.get(item) as Admitted)
    },
    {
      maxInFlight: 1,
      maxGroup: 128,
      maxWaiting: 5_000,
      overflow: () => new Refusal('overloaded', { retry_after: 1 }),
    },
  )
  return (item) => grouped(item.application.apiKey, item)
}

const nonceReused: Admitted = {
  nonceFresh: false,
  withinBurst: false,
  claim: null,
  knownKey: null,
  quotaUsed: 0,
}

/** Of the calls of a group with the same nonce the first may be admitted. */
const byNonce = (group: Admittance[]): { first: Admittance[]; repeated: Admittance[] } => {
  const met = new Set<string>()
  const first: Admittance[] = []
  const repeated: Admittance[] = []
  for (const item of group) {
    const nonce = item.nonce.toLowerCase()
    ;(met.has(nonce) ? repeated : first).push(item)
    met.add(nonce)
  }
  return { first, repeated }
}

/** One statement cannot meet the same idempotency key twice: repetitions go into a following one. */
const withoutRepetition = (group: Admittance[]): Admittance[][] => {
  const parts: { items: Admittance[]; taken: Set<string> }[] = []
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
  group: Admittance[],
  releaseLater: (claim: Claim) => void,
): Promise<Admitted[]> => {
  const { application } = group[0] as Admittance
  const idempotent = group.some((item) => item.idempotency)
  const quotas = group.map((item) =>
    item.usesQuotaOf ? application.quotas.get(item.usesQuotaOf) : undefined,
  )
  const claims = group.map((item) => (item.idempotency?.claim ? randomUUID() : null))
  const common = [
    application.applicationId,
    application.apiKey,
    group.map((item) => item.nonce),
    group.map((item) => dayOf(item.timestampMs)),
    group.map((item) => neighbouringDay(item.timestampMs)),
    group.map((item) => item.countsTowardsBurst),
    group.map((item) => item.idempotency?.key ?? null),
    group.map((item) => item.idempotency?.fingerprint ?? null),
    claims,
    group.map((item, index) => (quotas[index] ? item.usesQuotaOf : null)),
    quotas.map((quota) => quota?.period ?? null),
    quotas.map((quota) => (quota ? periodStart(quota.period, nowMs) : null)),
    Math.floor(nowMs / 1000),
    application.burstPerSecond,
  ]
  const claimTimes = [
    new Date(nowMs + claimLeaseMs),
    new Date(nowMs + limits.idempotencyWindowSeconds * 1000),
    new Date(nowMs),
  ]
  const asked = pool.query<Row>(
    idempotent
      ? { name: 'admit-idempotent', text: statement + claimPart, values: [...common, ...claimTimes] }
      : { name: 'admit', text: statement + plainPart, values: common },
  )
  const { rows } = await asked.catch((error) => {
    for (const [index, claim] of claims.entries()) {
      const key = group[index]?.idempotency?.key
      if (claim && key) releaseLater({ applicationId: application.applicationId, key, claim })
    }
    throw error
  })
  return rows.map((row, index) => ({
    nonceFresh: row.fresh,
    withinBurst: row.within,
    claim: row.claimed ? (claims[index] ?? null) : null,
    knownKey: knownKey(row),
    quotaUsed: row.quota_used,
  }))
}

const knownKey = (row: Row): KnownKey | null =>
  row.fingerprint
    ? {
        fingerprint: row.fingerprint,
        status: row.http_status ?? null,
        answer: row.sealed_answer ?? null,
        claimedUntilMs: row.claimed_until?.getTime() ?? 0,
      }
    : null
