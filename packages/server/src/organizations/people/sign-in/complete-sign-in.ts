import { rfc3339 } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import type { Account } from '../accounts.ts'
import { rememberBrowser } from '../known-browsers.ts'
import type { PeopleNeeds } from '../needs.ts'
import { newSecret } from '../secrets.ts'
import { openSession } from '../sessions.ts'
import { mailTexts } from '../texts.ts'
import type { Visit } from '../visit.ts'
import { writeSignIn } from './sign-in-log.ts'

type Completed = { account: Account; visit: Visit; secondFactorAtMs: number | null; nowMs: number }

/** Opens the session of a sign-in, and remembers its browser. A browser that was not known is reported by mail. */
export const completeSignIn = async (
  client: pg.PoolClient,
  { account, visit, secondFactorAtMs, nowMs }: Completed,
  needs: Pick<PeopleNeeds, 'realm' | 'random' | 'newId' | 'mail'>,
): Promise<{ session: string; browser: string }> => {
  const { realm, random, mail } = needs
  const { account_id: accountId } = account
  const session = await openSession(
    client,
    { accountId, visit, awaitsSecondFactor: false, secondFactorAtMs },
    { ...needs, nowMs },
  )
  const browser = visit.browser ?? newSecret(random)
  const { isNew } = await rememberBrowser(client, realm, accountId, { secret: browser, nowMs })
  if (isNew) {
    const text = mailTexts.newDevice(visit.address, rfc3339(nowMs))[account.language]
    await mail.write(client, { to: account.email, ...text })
  }
  await writeSignIn(client, { accountId, visit, result: 'signed_in', nowMs }, needs)
  return { session, browser }
}
