import type pg from 'pg'

type Database = Pick<pg.ClientBase, 'query'>

/** Requests of the last hour that notified a citizen and were not approved. */
export type Unanswered = {
  ofCitizen: number
  /** Since the last of them; null without one. */
  lastMsAgo: number | null
  /** Of one network, for any citizens. */
  ofSource: number
}

const freeOfCitizen = 3
const firstWaitMs = 60_000
const maxOfSource = 20

/**
 * Whether a further request notifies no one (spec/sign-in#approval). After three that were not approved, the wait for
 * the next doubles from a minute. A quiet request waits all the same: its number leads to it.
 */
export const isQuiet = ({ ofCitizen, lastMsAgo, ofSource }: Unanswered): boolean => {
  if (ofSource >= maxOfSource) return true
  if (ofCitizen < freeOfCitizen || lastMsAgo === null) return false
  return lastMsAgo < firstWaitMs * 2 ** (ofCitizen - freeOfCitizen)
}

const notApproved = `quiet = false and status not in ('approved', 'issued') and created_at > now() - interval '1 hour'`

export const readUnanswered = async (
  database: Database,
  { citizen, source }: { citizen: Buffer; source: Buffer },
): Promise<Unanswered> => {
  const { rows } = await database.query<Unanswered>({
    name: 'sign-in-unanswered',
    text: `select
             (select count(application_id)::int from sign_in_requests where citizen = $1 and ${notApproved}) as "ofCitizen",
             (select (extract(epoch from now() - max(identified_at)) * 1000)::float8
              from sign_in_requests where citizen = $1 and ${notApproved}) as "lastMsAgo",
             (select count(*)::int from sign_in_requests where source = $2 and citizen is not null and ${notApproved})
               as "ofSource"`,
    values: [citizen, source],
  })
  return rows[0] as Unanswered
}

/** Requests of one citizen are written one after the other, so that many at once do not all count as the first. */
export const lockRequestsOf = async (client: Database, citizen: Buffer): Promise<void> => {
  await client.query('select pg_advisory_xact_lock($1)', [citizen.readBigInt64BE(8).toString()])
}
