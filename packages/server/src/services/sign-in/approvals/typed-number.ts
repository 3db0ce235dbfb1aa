import { timingSafeEqual } from 'node:crypto'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { AppOrigin, CitizenSession } from '../../../citizens/citizen-devices/index.ts'
import { followersOf } from '../answers.ts'
import type { SignInDependencies } from '../dependencies.ts'
import type { RequestRow } from '../requests.ts'
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

type OfCitizen = Pick<CitizenSession, 'citizen' | 'environment'>

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

/**
 * The waiting requests whose page shows the typed number, also those that notified no one. The number counts for every
 * request that waits: those that show another one end, as after any wrong number. An app that asks for one number after
 * the other therefore learns none.
 */
export const createFindApprovals =
  (
    dependencies: Pick<SignInDependencies, 'pool' | 'vault' | 'approvalKey' | 'citizenDevices' | 'announce'>,
  ) =>
  async (session: CitizenSession, typed: number, app: AppOrigin) => {
    const { pool, announce } = dependencies
    const { rows, ended } = await inTransaction(pool, async (client) => ({
      ended: await endOthers(client, session, typed),
      rows: await listPending(client, session, typed),
    }))
    if (ended.length > 0) announce(...new Set(ended.flatMap(followersOf)))
    return { approvals: await shownRequests(rows, session, app, dependencies) }
  }
