import { type Database, defineEffect, type Effect } from '@nani/foundation/storage/index.ts'
import { periodStart, type Quota } from './quota.ts'

/** The counter of a day and of a month, where a call is counted. */
const usageOf = defineEffect({
  name: 'usage',
  columns: { month: 'date', day_limit: 'bigint', month_limit: 'bigint' },
  locks: 'usage_counters',
  write: ({ application, changes, service, day, column }) =>
    `insert into usage_counters as u (application_id, service, period, period_start, used, calls_limit)
     select ${application}, ${service}, p.period, p.period_start, count(*), min(p.calls_limit)
     from ${changes},
       lateral (values ('day', ${day}, ${column.day_limit}), ('month', ${column.month}, ${column.month_limit}))
         as p(period, period_start, calls_limit)
     group by ${service}, p.period, p.period_start
     order by ${service}, p.period
     on conflict (application_id, service, period, period_start)
     do update set used = u.used + excluded.used, calls_limit = excluded.calls_limit
     returning 1`,
})

/**
 * Counts the service of a change. A quota that would be exceeded fails the whole statement (`isQuotaExceeded`).
 * Work that was counted when it was accepted does not have this effect.
 */
export const usageEffect = (atMs: number, quota: Quota | null): Effect<'usage'> =>
  usageOf({
    month: periodStart('month', atMs),
    day_limit: quota?.period === 'day' ? quota.limit : null,
    month_limit: quota?.period === 'month' ? quota.limit : null,
  })

/** The statement failed because a call is beyond its quota. */
export const isQuotaExceeded = (error: unknown): boolean => {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return code === '23514' && constraint === 'quota_respected'
}

const releaseOf = defineEffect({
  name: 'released_usage',
  columns: { accepted_day: 'date', accepted_month: 'date' },
  locks: 'usage_counters',
  write: ({ application, changes, service, column }) =>
    `insert into usage_counters as u (application_id, service, period, period_start, used)
     select ${application}, ${service}, p.period, p.period_start, -count(*)
     from ${changes},
       lateral (values ('day', ${column.accepted_day}), ('month', ${column.accepted_month})) as p(period, period_start)
     group by ${service}, p.period, p.period_start
     order by ${service}, p.period
     on conflict (application_id, service, period, period_start)
     do update set used = greatest(0, u.used + excluded.used)
     returning 1`,
})

/** The first days of the day and of the month in which accepted work is counted. */
const acceptedPeriods = (acceptedMs: number): [day: string, month: string] => [
  periodStart('day', acceptedMs),
  periodStart('month', acceptedMs),
]

/** Gives back the usage of work that failed. It was counted when the work was accepted. */
export const releasedUsageEffect = (acceptedMs: number): Effect<'released_usage'> => {
  const [day, month] = acceptedPeriods(acceptedMs)
  return releaseOf({ accepted_day: day, accepted_month: month })
}

/** Work of a service that is accepted together, and the instant of its acceptance. */
export type CountedWork = { applicationId: string; service: string; count: number; acceptedMs: number }

/** Gives back the usage of accepted work that was cancelled. The transaction locks the open work before. */
export const releaseUsage = async (
  client: Database,
  { applicationId, service, count, acceptedMs }: CountedWork,
): Promise<void> => {
  await client.query({
    name: 'release-usage',
    text: `update usage_counters set used = greatest(0, used - $5::bigint)
           where application_id = $1 and service = $2
             and (period, period_start) in (('day', $3::date), ('month', $4::date))`,
    values: [applicationId, service, ...acceptedPeriods(acceptedMs), count],
  })
}

/**
 * Counts accepted work, as far as the quota allows. Returns how much was counted, and the usage before, in the period
 * of the quota. The transaction locks the open work before.
 */
export const reserveUsage = async (
  client: Database,
  { applicationId, service, count, acceptedMs }: CountedWork,
  quota: Quota | null,
): Promise<{ granted: number; usedBefore: number }> => {
  const counters = [applicationId, service, ...acceptedPeriods(acceptedMs)]
  const { rows } = await client.query<{ period: string; used: number }>({
    name: 'reserve-usage',
    text: `insert into usage_counters as u (application_id, service, period, period_start, used)
           select $1, $2, p.period, p.period_start, $5::bigint
           from (values ('day', $3::date), ('month', $4::date)) as p(period, period_start)
           order by p.period
           on conflict (application_id, service, period, period_start)
           do update set used = u.used + excluded.used, calls_limit = case when $6 then u.calls_limit end
           returning period, used`,
    // With a quota this only locks the counters. After it, the rest of the quota is known.
    values: [...counters, quota ? 0 : count, quota !== null],
  })
  if (!quota) return { granted: count, usedBefore: 0 }
  const usedBefore = rows.find(({ period }) => period === quota.period)?.used ?? 0
  const granted = Math.min(count, Math.max(0, quota.limit - usedBefore))
  if (granted === 0) return { granted, usedBefore }
  await client.query({
    name: 'grant-usage',
    text: `update usage_counters
           set used = used + $5::bigint, calls_limit = case when period = $6 then $7::bigint end
           where application_id = $1 and service = $2
             and (period, period_start) in (('day', $3::date), ('month', $4::date))`,
    values: [...counters, granted, quota.period, quota.limit],
  })
  return { granted, usedBefore }
}

/** Counts all of `count` for one day, or nothing. Returns whether the limit of the day allowed it. */
export const countWithinDay = async (
  client: Database,
  counter: { applicationId: string; service: string; day: string },
  count: number,
  limit: number,
): Promise<boolean> => {
  const { rowCount } = await client.query({
    name: 'count-within-day',
    text: `insert into usage_counters as u (application_id, service, period, period_start, used)
           select $1, $2, 'day', $3, $4::bigint where $4::bigint <= $5::bigint
           on conflict (application_id, service, period, period_start)
           do update set used = u.used + excluded.used where u.used + excluded.used <= $5::bigint`,
    values: [counter.applicationId, counter.service, counter.day, count, limit],
  })
  return rowCount !== 0
}

/** How much of a service was counted in the current period of its quota. */
export const readUsage = async (
  database: Database,
  { applicationId, service, atMs }: { applicationId: string; service: string; atMs: number },
  { period }: Quota,
): Promise<number> => {
  const { rows } = await database.query<{ used: number }>({
    name: 'read-usage',
    text: `select used from usage_counters
           where application_id = $1 and service = $2 and period = $3 and period_start = $4`,
    values: [applicationId, service, period, periodStart(period, atMs)],
  })
  return rows[0]?.used ?? 0
}
