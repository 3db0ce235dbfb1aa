import { timingSafeEqual } from 'node:crypto'
import { foundApprovals, typedNumber } from '@nani/contract'
import { rfc3339 } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import type { Static } from 'typebox'
import { type ActingCitizen, actingCitizen } from '../../../citizens/citizen-devices/index.ts'
import { type ActContext, defineAct } from '../../../gateway/acts/index.ts'
import { followersOf } from '../requests/answers.ts'
import type { RequestRow } from '../requests/requests.ts'
import type { ApprovalNeeds } from './approval-needs.ts'
import { shownRequests } from './list-approvals.ts'
import { isPending, listPending } from './pending-rows.ts'

const bytesOf = (number: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(number)
  return bytes
}

/** Whether the citizen typed the number of the page. The time of the comparison says nothing about the number. */
export const isShownNumber = ({ shown_number }: Pick<RequestRow, 'shown_number'>, typed: number): boolean =>
  timingSafeEqual(bytesOf(shown_number), bytesOf(typed))

type OfCitizen = Pick<ActingCitizen, 'citizen' | 'environment'>

/** Rows are locked in one order, so that no two statements wait for each other. */
const endOthers = async (
  client: Pick<pg.ClientBase, 'query'>,
  { citizen, environment }: OfCitizen,
  typed: number,
): Promise<{ request_id: string; citizen: Buffer }[]> => {
  const { rows } = await client.query<{ request_id: string; citizen: Buffer }>({
    name: 'sign-in-other-numbers',
    text: `with other as materialized (
             select r.application_id, r.request_id from sign_in_requests r
             where r.citizen = $1 and r.environment = $2 and ${isPending} and r.shown_number <> $3
             order by r.application_id, r.request_id for update)
           update sign_in_requests r set status = 'declined', answered_at = now() from other
           where r.application_id = other.application_id and r.request_id = other.request_id
           returning r.request_id, r.citizen`,
    values: [citizen, environment, typed],
  })
  return rows
}

type Context = ActContext<Static<typeof typedNumber>, ApprovalNeeds, undefined>

/**
 * The waiting requests whose page shows the typed number, also those that notified no one. The number counts for every
 * request that waits: those that show another one end, as after any wrong number. An app that asks for one number after
 * the other therefore learns none.
 */
export const findApprovals = defineAct({
  name: 'sign_ins.find',
  sentence: {
    en: 'Finds sign-ins by the number of their page',
    fr: 'Trouve des connexions par le numéro de leur page',
  },
  actors: { citizen: true },
  input: typedNumber,
  output: foundApprovals,
  refusals: ['invalid_request'],
  routes: { citizen: 'POST /approvals/find' },
  async perform({ client, actor, input: { number }, needs, nowMs }: Context) {
    const citizen = actingCitizen(actor, needs)
    const ended = await endOthers(client, citizen, number)
    const rows = await listPending(client, citizen, number)
    return {
      result: {
        server_time: rfc3339(nowMs),
        approvals: await shownRequests(client, rows, citizen, needs),
      },
      entry: {
        subject: citizen.citizen.toString('hex'),
        after: { found: rows.length, ended: ended.length },
      },
      afterCommit() {
        if (ended.length > 0) needs.announce(...new Set(ended.flatMap(followersOf)))
      },
    }
  },
})
