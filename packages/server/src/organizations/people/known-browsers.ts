import type { Database } from '@nani/foundation/storage/index.ts'
import type { Realm } from './realm.ts'
import { hashOf } from './secrets.ts'

const maxBrowsers = 20

/** The hash of the browser's secret, if the person signed in with this browser before. */
export const knownBrowser = async (
  database: Database,
  realm: Realm,
  accountId: string | null,
  secret: string | null,
): Promise<Buffer | null> => {
  if (secret === null) return null
  const hash = hashOf(secret)
  const { rowCount } = await database.query({
    name: realm.statement('browser-known'),
    text: realm.sql('select from member_browsers where account_id = $1 and browser_hash = $2'),
    values: [accountId ?? '', hash],
  })
  return rowCount === 1 ? hash : null
}

/** Remembers the browser of a sign-in. Returns whether the account had other browsers, and not this one. */
export const rememberBrowser = async (
  client: Database,
  realm: Realm,
  accountId: string,
  { secret, nowMs }: { secret: string; nowMs: number },
): Promise<{ isNew: boolean }> => {
  const { rows } = await client.query<{ others: number; known: number }>(
    realm.sql(`select count(*) filter (where browser_hash <> $2)::int as others,
      count(*) filter (where browser_hash = $2)::int as known from member_browsers where account_id = $1`),
    [accountId, hashOf(secret)],
  )
  await client.query(
    realm.sql(`insert into member_browsers (account_id, browser_hash, last_used_at) values ($1, $2, $3)
      on conflict (account_id, browser_hash) do update set last_used_at = excluded.last_used_at`),
    [accountId, hashOf(secret), new Date(nowMs)],
  )
  await client.query(
    realm.sql(`delete from member_browsers where account_id = $1 and browser_hash in (
      select browser_hash from member_browsers where account_id = $1 order by last_used_at desc offset $2)`),
    [accountId, maxBrowsers],
  )
  const { others = 0, known = 0 } = rows[0] ?? {}
  return { isNew: known === 0 && others > 0 }
}
