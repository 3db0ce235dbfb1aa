import type pg from 'pg'

/*
 * The clock of the database itself may be wrong. A jump since the last run of maintenance is either such an error, or
 * a long stop of the installation. They look the same. Retention therefore waits for a day, so that an operator can
 * notice the error.
 */

const hourMs = 3_600_000
const maxStepMs = 3 * 24 * hourMs
const maxBackwardsMs = hourMs
const pauseMs = 24 * hourMs

type State = { last_run_at: Date; retention_resumes_at: Date | null }

/** Whether rows may be deleted now. Called once in each run of maintenance, by the process that runs it. */
export const retentionMayRun = async (
  client: pg.ClientBase,
  nowMs: number,
  log: (line: string) => void,
): Promise<boolean> => {
  const { rows } = await client.query<State>(
    'select last_run_at, retention_resumes_at from maintenance_state',
  )
  const resumesAtMs = resumption(rows[0], nowMs, log)
  await client.query(
    `insert into maintenance_state (last_run_at, retention_resumes_at) values ($1, $2)
     on conflict (only_row) do update set
       last_run_at = excluded.last_run_at, retention_resumes_at = excluded.retention_resumes_at`,
    [new Date(nowMs), resumesAtMs === null ? null : new Date(resumesAtMs)],
  )
  return resumesAtMs === null
}

/** When retention resumes, or null when it may run now. */
const resumption = (state: State | undefined, nowMs: number, log: (line: string) => void): number | null => {
  if (!state) return null
  const lastMs = state.last_run_at.getTime()
  if (nowMs - lastMs > maxStepMs || lastMs - nowMs > maxBackwardsMs) {
    const resumesAt = new Date(nowMs + pauseMs)
    log(
      `The clock of the database is at ${new Date(nowMs).toISOString()}; the last maintenance ran at ` +
        `${state.last_run_at.toISOString()}. Nothing past its retention is deleted before ` +
        `${resumesAt.toISOString()}. If the clock of the database is wrong, set it before then.`,
    )
    return resumesAt.getTime()
  }
  const resumesAtMs = state.retention_resumes_at?.getTime() ?? 0
  return resumesAtMs > nowMs ? resumesAtMs : null
}
