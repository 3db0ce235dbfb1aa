import type pg from 'pg'
import { windowSeconds } from '../requests/requests.ts'

/**
 * Lets time pass for what is open of an application whose test clock moved: its requests, codes and access tokens. The clock of
 * the database decides when they end, so that their ends come nearer instead.
 */
export const advanceSignIns = async (
  client: Pick<pg.ClientBase, 'query'>,
  applicationId: string,
  byMs: number,
): Promise<void> => {
  const values = [applicationId, byMs, windowSeconds]
  await client.query(
    `update sign_in_requests set expires_at = expires_at - passed, answers_at = answers_at - passed,
       answered_at = answered_at - passed
     from (select $2::float8 * interval '1 millisecond' as passed, make_interval(secs => $3) as open_for) as moved
     where application_id = $1 and status in ('started', 'waiting', 'approved')
       and (expires_at > now() or answered_at > now() - open_for)`,
    values,
  )
  await client.query(
    `update sign_in_codes set expires_at = expires_at - passed, token_expires_at = token_expires_at - passed
     from (select $2::float8 * interval '1 millisecond' as passed) as moved
     where application_id = $1 and (expires_at > now() or token_expires_at > now())`,
    values.slice(0, 2),
  )
}
