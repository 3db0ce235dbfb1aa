import { inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { CitizenSession } from '../../../citizens/citizen-devices/index.ts'
import { type Alarm, raiseAlarm } from '../../../risk/detection/index.ts'
import { followersOf } from '../answers.ts'
import type { RequestFacts, SignInDependencies } from '../dependencies.ts'
import type { Handle } from '../handles.ts'
import { ApprovalRefused } from './approval-refused.ts'
import { writeCitizenAudit } from './citizen-audit.ts'
import { isPending } from './pending-rows.ts'

type Dependencies = Pick<SignInDependencies, 'pool' | 'clock' | 'announce' | 'onAlarm'>
type Reported = {
  application_id: string
  request_id: string
  api_key: string
  scopes: string[]
  source: Buffer
}
type Ended = { request_id: string; citizen: Buffer }

/** A citizen reports a request once, and soon after it ended. */
const markReported = async (
  client: Pick<pg.ClientBase, 'query'>,
  { citizen, environment }: CitizenSession,
  { applicationId, requestId }: Handle,
): Promise<Reported | null> => {
  const { rows } = await client.query<Reported>({
    name: 'sign-in-report',
    text: `update sign_in_requests r set reported_at = now()
           where r.application_id = $1 and r.request_id = $2 and r.citizen = $3 and r.environment = $4
             and r.status = 'declined' and r.reported_at is null and r.created_at > now() - interval '1 hour'
           returning r.application_id, r.request_id, r.api_key, r.scopes, r.source`,
    values: [applicationId, requestId, citizen, environment],
  })
  return rows[0] ?? null
}

/** Rows are locked in one order, so that no two statements wait for each other. */
const endOfNetwork = async (
  client: Pick<pg.ClientBase, 'query'>,
  { citizen, environment }: CitizenSession,
  source: Buffer,
): Promise<Ended[]> => {
  const { rows } = await client.query<Ended>({
    name: 'sign-in-end-of-network',
    text: `with other as materialized (
             select r.application_id, r.request_id from sign_in_requests r
             where r.citizen = $1 and r.environment = $2 and r.source = $3 and ${isPending}
             order by r.application_id, r.request_id for update)
           update sign_in_requests r set status = 'declined', answered_at = now() from other
           where r.application_id = other.application_id and r.request_id = other.request_id
           returning r.request_id, r.citizen`,
    values: [citizen, environment, source],
  })
  return rows
}

/**
 * The citizen did not start a request that was refused. Every other request that waits for this citizen and came from
 * the same network ends, and operators get an alarm. Returns how many ended.
 */
export const createReportSignIn =
  ({ pool, clock, announce, onAlarm }: Dependencies) =>
  async (session: CitizenSession, handle: Handle, facts: RequestFacts): Promise<number> => {
    const { ended, alarm, isRaised } = await inTransaction(pool, async (client) => {
      const row = await markReported(client, session, handle)
      if (!row) throw new ApprovalRefused({ code: 'approval_ended' })
      const others = await endOfNetwork(client, session, row.source)
      const raised: Alarm = {
        application_id: row.application_id,
        kind: 'sign_in_not_started',
        raised_at: new Date(clock.now()),
        details: { requests_ended: others.length + 1 },
      }
      await writeCitizenAudit(client, { session, row, facts }, 'not_started', clock)
      return { ended: others, alarm: raised, isRaised: await raiseAlarm(client, raised) }
    })
    if (isRaised) onAlarm(alarm)
    if (ended.length > 0) announce(...new Set(ended.flatMap(followersOf)))
    return ended.length
  }
