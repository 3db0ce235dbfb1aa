import { dayMs, Refusal } from '@nani/foundation/core/index.ts'
import { type Database, inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'

export type CountedReport = {
  applicationId: string
  /** Pseudonyms of the subject, in order. */
  subjectKeys: readonly Buffer[]
  nowMs: number
}

export type CountReport = (report: CountedReport) => Promise<void>

/** The UTC day of a count. */
export const dayOfCount = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/**
 * Counts a report about its subject, or refuses it (spec/fraud#bound-of-reports). The row decides, so that any number of
 * processes accept exactly `max` reports of a UTC day.
 */
export const reportCounter =
  (pool: pg.Pool, max: number): CountReport =>
  async ({ applicationId, subjectKeys, nowMs }) => {
    if (subjectKeys.length === 0) return
    const count = async (database: Database): Promise<void> => {
      const { rowCount } = await database.query({
        name: 'count-fraud-report',
        text: `insert into fraud_report_counts as c (application_id, day, person, reports)
          select $1, $2, person, 1 from unnest($3::bytea[]) with ordinality as subject(person, place) order by place
          on conflict (application_id, day, person) do update set reports = c.reports + 1 where c.reports < $4`,
        values: [applicationId, dayOfCount(nowMs), subjectKeys, max],
      })
      if ((rowCount ?? 0) < subjectKeys.length) throw tooMany(nowMs, max)
    }
    // Of two pseudonyms neither is counted when the other one is used up.
    await (subjectKeys.length === 1 ? count(pool) : inTransaction(pool, count))
  }

const tooMany = (nowMs: number, max: number): Refusal =>
  new Refusal('rate_limited', {
    retry_after: Math.ceil((dayMs - (nowMs % dayMs)) / 1_000),
    reason: `an application may report one subject ${max} times in a UTC day`,
  })
