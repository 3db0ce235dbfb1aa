import { closed, reportedSignIn } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type, { type Static } from 'typebox'
import { type ActingCitizen, actingCitizen } from '../../../citizens/citizen-devices/index.ts'
import { type ActContext, defineAct, requestFacts } from '../../../gateway/acts/index.ts'
import { type Alarm, raiseAlarm } from '../../../risk/detection/index.ts'
import type { Handle } from '../handles.ts'
import { followersOf } from '../requests/answers.ts'
import { type ApprovalNeeds, factsOf, handleOf } from './approval-needs.ts'
import { writeCitizenAudit } from './citizen-audit.ts'
import { isPending } from './pending-rows.ts'

type ReportedSignIn = {
  application_id: string
  request_id: string
  api_key: string
  scopes: string[]
  source: Buffer
}
type EndedRequest = { request_id: string; citizen: Buffer }

/** A citizen reports a request once, and soon after it ended. */
const markReported = async (
  client: Pick<pg.ClientBase, 'query'>,
  { citizen, environment }: ActingCitizen,
  { applicationId, requestId }: Handle,
): Promise<ReportedSignIn | null> => {
  const { rows } = await client.query<ReportedSignIn>({
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
  { citizen, environment }: ActingCitizen,
  source: Buffer,
): Promise<EndedRequest[]> => {
  const { rows } = await client.query<EndedRequest>({
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

const input = Type.Object({ id: Type.String(), request: requestFacts }, closed)

/**
 * The citizen did not start a request that was refused. Every other request that waits for this citizen and came from
 * the same network ends, and operators get an alarm.
 */
export const reportSignIn = defineAct({
  name: 'sign_ins.report',
  sentence: {
    en: 'Reports a sign-in that was not started',
    fr: 'Signale une connexion qui n’a pas été demandée',
  },
  actors: { citizen: true },
  input,
  output: reportedSignIn,
  refusals: ['approval_ended'],
  routes: { citizen: 'POST /approvals/{id}/report' },
  async perform({ client, actor, input, needs, nowMs }: ActContext<Input, ApprovalNeeds, undefined>) {
    const citizen = actingCitizen(actor, needs)
    const row = await markReported(client, citizen, handleOf(input))
    if (!row) throw new Refusal('approval_ended')
    const ended = await endOfNetwork(client, citizen, row.source)
    const alarm: Alarm = {
      application_id: row.application_id,
      kind: 'sign_in_not_started',
      raised_at: new Date(nowMs),
      details: { requests_ended: ended.length + 1 },
    }
    await writeCitizenAudit(client, { citizen, row, facts: factsOf(input) }, 'not_started', needs.clock)
    const isRaised = await raiseAlarm(client, alarm)
    return {
      result: { status: 'reported' as const, ended: ended.length },
      entry: { subject: row.request_id, after: { ended: ended.length } },
      afterCommit() {
        if (isRaised) needs.onAlarm(alarm)
        if (ended.length > 0) needs.announce(...new Set(ended.flatMap(followersOf)))
      },
    }
  },
})

type Input = Static<typeof input>
