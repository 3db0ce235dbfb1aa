import type { MySignIn } from '@nani/contract/console'
import type { Database } from '@nani/foundation/storage/index.ts'
import type { PeopleNeeds } from '../needs.ts'
import type { Visit } from '../visit.ts'

type SignIn = { accountId: string | null; visit: Visit; result: MySignIn['result']; nowMs: number }
const maxUserAgent = 300

/** Writes an attempt that the person can read later. Without an account, the same statement writes nothing. */
export const writeSignIn = async (
  client: Database,
  { accountId, visit, result, nowMs }: SignIn,
  { realm, newId }: Pick<PeopleNeeds, 'realm' | 'newId'>,
): Promise<void> => {
  await client.query(
    realm.sql(`insert into member_sign_ins (sign_in_id, account_id, at, result, address, user_agent)
      select $1, account_id, $3, $4, $5, $6 from member_accounts where account_id = $2`),
    [
      newId('sgn'),
      accountId,
      new Date(nowMs),
      result,
      visit.address,
      visit.user_agent.slice(0, maxUserAgent),
    ],
  )
}
