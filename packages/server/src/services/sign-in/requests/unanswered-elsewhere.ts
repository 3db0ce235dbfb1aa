import type { Database } from '@nani/foundation/storage/index.ts'
import type { AskOthers } from '../../../gateway/acts/index.ts'
import type { IdentifiedRequest, Unanswered } from './write-requests.ts'

/** A request as its caller knows it. */
export type NewIdentity = Omit<IdentifiedRequest, 'elsewhere'>

/** What one database counts of citizens and networks. A citizen whose requests are written there at this moment is not waited for. */
const unansweredIn = async (database: Database, asked: readonly NewIdentity[]): Promise<Unanswered[]> => {
  const { rows } = await database.query<Unanswered>({
    name: 'sign-in-unanswered-elsewhere',
    text: `select c.requests as "ofCitizen", c.last_ms_ago as "lastMsAgo", s.requests as "ofSource"
           from unnest($1::bytea[], $2::bytea[]) with ordinality as n(citizen, source, position)
           cross join lateral (
             select count(r.application_id)::int as requests,
               (extract(epoch from now() - max(r.identified_at)) * 1000)::float8 as last_ms_ago
             from sign_in_requests r
             where r.citizen = n.citizen and r.quiet = false and r.status not in ('approved', 'issued')
               and r.created_at > now() - interval '1 hour') as c
           cross join lateral (
             select count(r.application_id)::int as requests from sign_in_requests r
             where r.source = n.source and r.citizen is not null and r.quiet = false
               and r.status not in ('approved', 'issued') and r.created_at > now() - interval '1 hour') as s
           order by n.position`,
    values: [asked.map(({ counted }) => counted), asked.map(({ source }) => source)],
  })
  return rows
}

const none: Unanswered = { ofCitizen: 0, lastMsAgo: null, ofSource: 0 }

const sum = (one: Unanswered, other: Unanswered): Unanswered => ({
  ofCitizen: one.ofCitizen + other.ofCitizen,
  lastMsAgo:
    one.lastMsAgo === null || other.lastMsAgo === null
      ? (one.lastMsAgo ?? other.lastMsAgo)
      : Math.min(one.lastMsAgo, other.lastMsAgo),
  ofSource: one.ofSource + other.ofSource,
})

/** Requests with what the other databases have of their citizens and networks. */
export const withUnansweredElsewhere = async (
  asked: readonly NewIdentity[],
  askOthers: AskOthers,
): Promise<IdentifiedRequest[]> => {
  const found = await askOthers((pool) => unansweredIn(pool, asked))
  return asked.map((one, at) => ({
    ...one,
    elsewhere: found.map((counts) => counts[at] ?? none).reduce(sum, none),
  }))
}
