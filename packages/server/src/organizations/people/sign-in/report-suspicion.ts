import { rfc3339 } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import type { Account } from '../accounts.ts'
import { knownBrowser } from '../known-browsers.ts'
import type { PeopleNeeds } from '../needs.ts'
import { mailTexts } from '../texts.ts'
import type { Visit } from '../visit.ts'

type Attempt = { account: Account; visit: Visit; nowMs: number }
type Needs = Pick<PeopleNeeds, 'realm' | 'mail'>

const windowMs = 15 * 60_000

/** How many attempts of an account in 15 minutes had this result. With an address: from there alone. */
const recentResults = async (
  client: pg.PoolClient,
  result: 'second_factor' | 'wrong_second_factor',
  { account, nowMs, address = null }: Pick<Attempt, 'account' | 'nowMs'> & { address?: string | null },
  { realm }: Needs,
): Promise<number> => {
  const { rows } = await client.query<{ count: number }>({
    name: realm.statement('recent-sign-ins'),
    text: realm.sql(`select count(*)::int as count from member_sign_ins
      where account_id = $1 and result = $2 and at > $3 and ($4::text is null or address = $4)`),
    values: [account.account_id, result, new Date(nowMs - windowMs), address],
  })
  return rows[0]?.count ?? 0
}

/**
 * A stranger may know the password: it was given in a browser that the person never used, and the second factor is missing. One mail for an
 * address in 15 minutes, so that a stranger does not flood the person. It is called before the attempt is written.
 */
export const reportPasswordAlone = async (
  client: pg.PoolClient,
  attempt: Attempt,
  needs: Needs,
): Promise<void> => {
  const { account, visit, nowMs } = attempt
  if (await knownBrowser(client, needs.realm, account.account_id, visit.browser)) return
  const fromThere = { ...attempt, address: visit.address }
  if ((await recentResults(client, 'second_factor', fromThere, needs)) > 0) return
  const text = mailTexts.passwordAlone(visit.address, rfc3339(nowMs))[account.language]
  await needs.mail.write(client, { to: account.email, ...text })
}

const reportedFailures = 3

/** Three wrong second factors after a right password. It is called after the attempt is written. */
export const reportWrongFactors = async (
  client: pg.PoolClient,
  attempt: Attempt,
  needs: Needs,
): Promise<void> => {
  if ((await recentResults(client, 'wrong_second_factor', attempt, needs)) !== reportedFailures) return
  const { account, visit, nowMs } = attempt
  const text = mailTexts.wrongFactors(visit.address, rfc3339(nowMs))[account.language]
  await needs.mail.write(client, { to: account.email, ...text })
}
