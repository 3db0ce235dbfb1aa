import type { ConformanceCheck, ConformanceRun } from '@nani/contract/console'
import { rfc3339 } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'

export type RunRow = {
  application_id: string
  run_id: string
  status: ConformanceRun['status']
  checks: ConformanceCheck[] | null
  attempts: number
  created_at: Date
  ended_at: Date | null
}

const columns = 'application_id, run_id, status, checks, attempts, created_at, ended_at'
/** A worker that is killed leaves a run. Another one begins it again, this often. */
const maxAttempts = 3
/** Longer than a run can take. */
const leaseMs = 180_000

/** Writes a run. Null: another one of the application has not ended. */
export const insertRun = async (
  client: Database,
  { applicationId, runId, nowMs }: { applicationId: string; runId: string; nowMs: number },
): Promise<RunRow | null> => {
  const { rows } = await client.query<RunRow>(
    `insert into conformance_runs (application_id, run_id, status, created_at) values ($1, $2, 'queued', $3)
     on conflict (application_id) where status in ('queued', 'running') do nothing returning ${columns}`,
    [applicationId, runId, new Date(nowMs)],
  )
  return rows[0] ?? null
}

export const runsPage = async (
  database: Database,
  { applicationId, before, limit }: { applicationId: string; before: string | null; limit: number },
): Promise<RunRow[]> => {
  const { rows } = await database.query<RunRow>({
    name: 'conformance-runs',
    text: `select ${columns} from conformance_runs
      where application_id = $1 and ($2::text is null or run_id < $2) order by run_id desc limit $3`,
    values: [applicationId, before, limit],
  })
  return rows
}

export const findRun = async (
  database: Database,
  applicationId: string,
  runId: string,
): Promise<RunRow | null> => {
  const { rows } = await database.query<RunRow>({
    name: 'conformance-run',
    text: `select ${columns} from conformance_runs where application_id = $1 and run_id = $2`,
    values: [applicationId, runId],
  })
  return rows[0] ?? null
}

/** An application of production, and a time; null: now. */
type Moment = { productionId: string; before: Date | null }

/** The newest run that ended before a time, of each counterpart in the sandbox. Null: there is none. */
export const newestRunsOfCounterparts = async (
  database: Database,
  moments: readonly Moment[],
): Promise<(ConformanceRun | null)[]> => {
  const { rows } = await database.query<RunRow & { places: number[] }>({
    name: 'conformance-newest',
    // Many moments have one run. Its checks are read once.
    text: `select newest.places, run.* from (
        select found.application_id, found.run_id, array_agg(asked.place::integer) as places
        from unnest($1::text[], $2::timestamptz[]) with ordinality as asked(production_id, before, place),
          lateral (select application_id, run_id from conformance_runs
            where application_id = (select counterpart_id from applications where application_id = asked.production_id)
              and status = 'completed' and (asked.before is null or ended_at <= asked.before)
            order by run_id desc limit 1) found
        group by found.application_id, found.run_id) newest,
      lateral (select ${columns} from conformance_runs r
        where r.application_id = newest.application_id and r.run_id = newest.run_id) run`,
    values: [moments.map(({ productionId }) => productionId), moments.map(({ before }) => before)],
  })
  const found = new Map(
    rows.flatMap(({ places, ...row }) => {
      const run = runObject(row)
      return places.map((place) => [place, run] as const)
    }),
  )
  return moments.map((_, at) => found.get(at + 1) ?? null)
}

/** Takes the oldest run that waits, or whose worker was killed. Null: there is none. */
export const leaseRun = async (pool: Database, nowMs: number): Promise<RunRow | null> => {
  const { rows } = await pool.query<RunRow>(
    `update conformance_runs set status = 'running', attempts = attempts + 1, leased_until = $2
     where (application_id, run_id) in (
       select application_id, run_id from conformance_runs
       where status in ('queued', 'running') and (leased_until is null or leased_until < $1)
       order by created_at limit 1 for update skip locked)
     returning ${columns}`,
    [new Date(nowMs), new Date(nowMs + leaseMs)],
  )
  return rows[0] ?? null
}

export const isExhausted = ({ attempts }: RunRow): boolean => attempts > maxAttempts

/** Ends a run. The result of an attempt whose lease another worker took is dropped. */
export const endRun = async (
  pool: Database,
  { application_id, run_id, attempts }: RunRow,
  { checks, nowMs }: { checks: ConformanceCheck[] | null; nowMs: number },
): Promise<void> => {
  await pool.query(
    `update conformance_runs set status = $4, checks = $5, ended_at = $6, leased_until = null
     where application_id = $1 and run_id = $2 and attempts = $3 and status = 'running'`,
    [
      ...[application_id, run_id, attempts, checks ? 'completed' : 'failed'],
      ...[checks && JSON.stringify(checks), new Date(nowMs)],
    ],
  )
}

const retainedDays = 400
const rowsOfTurn = 1_000

/** Deletes old runs. The login of the owner runs it. */
export const forgetRuns = async (ownerPool: pg.Pool, nowMs: number): Promise<number> => {
  const { rowCount } = await ownerPool.query(
    `delete from conformance_runs where (application_id, run_id) in (
       select application_id, run_id from conformance_runs
       where status in ('completed', 'failed') and created_at < $1 limit $2)`,
    [new Date(nowMs - retainedDays * 86_400_000), rowsOfTurn],
  )
  return rowCount ?? 0
}

export const runObject = (row: RunRow): ConformanceRun => ({
  object: 'conformance_run',
  id: row.run_id,
  application_id: row.application_id,
  status: row.status,
  passed: row.checks?.every(({ result }) => result === 'passed') ?? null,
  checks: row.checks ?? [],
  created_at: rfc3339(row.created_at.getTime()),
  ended_at: row.ended_at && rfc3339(row.ended_at.getTime()),
})
