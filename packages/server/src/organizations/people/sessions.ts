import {
  createBatcher,
  type IdSource,
  minuteMs,
  promptGroups,
  type Random,
} from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type { Realm } from './realm.ts'
import { hashOf, newSecret } from './secrets.ts'
import type { Visit } from './visit.ts'

/** The session of a request. */
export type PersonSession = {
  sessionId: string
  personId: string
  /** The time of the second factor; null: none was given. */
  secondFactorAtMs: number | null
}

export type SessionRow = {
  session_hash: Buffer
  session_id: string
  account_id: string
  awaits_second_factor: boolean
  second_factor_at: Date | null
  challenge: Buffer | null
  address: string
  user_agent: string
  created_at: Date
  last_seen_at: Date
  expires_at: Date
}

const secretPattern = /^[A-Za-z0-9_-]{43}$/
/** A second factor is given within this time. */
const pendingMinutes = 10
const maxUserAgent = 300
const maxSessions = 50
const columns = `session_hash, session_id, account_id, awaits_second_factor, second_factor_at, challenge, address,
  user_agent, created_at, last_seen_at, expires_at`

type NewSession = {
  accountId: string
  visit: Visit
  awaitsSecondFactor: boolean
  secondFactorAtMs: number | null
}
type Opening = { realm: Realm; random: Random; newId: IdSource; nowMs: number }

/** Writes a session. Returns the secret, which only the cookie holds. The oldest of too many sessions ends. */
export const openSession = async (
  client: Database,
  { accountId, visit, awaitsSecondFactor, secondFactorAtMs }: NewSession,
  { realm, random, newId, nowMs }: Opening,
): Promise<string> => {
  const secret = newSecret(random)
  const lifeMs = awaitsSecondFactor ? pendingMinutes * minuteMs : realm.sessionHours * 60 * minuteMs
  await client.query(
    realm.sql(`insert into member_sessions (session_hash, session_id, account_id, awaits_second_factor,
      second_factor_at, address, user_agent, created_at, last_seen_at, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)`),
    [
      ...[hashOf(secret), newId('ses'), accountId, awaitsSecondFactor],
      ...[secondFactorAtMs === null ? null : new Date(secondFactorAtMs), visit.address],
      ...[visit.user_agent.slice(0, maxUserAgent), new Date(nowMs), new Date(nowMs + lifeMs)],
    ],
  )
  await client.query(
    realm.sql(`delete from member_sessions where session_hash in (
      select session_hash from member_sessions where account_id = $1
      order by created_at desc, session_id desc offset $2)`),
    [accountId, maxSessions],
  )
  return secret
}

/** The session of a secret that has not ended, with or without its second factor; null: there is none. */
export const readSessionRow = async (
  database: Database,
  realm: Realm,
  secret: string | null,
  nowMs: number,
): Promise<SessionRow | null> => {
  if (secret === null || !secretPattern.test(secret)) return null
  const { rows } = await database.query<SessionRow>({
    name: realm.statement('session-read'),
    text: realm.sql(`select ${columns} from member_sessions
      where session_hash = $1 and expires_at > $2 and last_seen_at > $3`),
    values: [hashOf(secret), new Date(nowMs), new Date(nowMs - realm.idleMinutes * minuteMs)],
  })
  return rows[0] ?? null
}

/** Whether a session goes on. It does not count as a request, so that an open stream prolongs no session. */
export const isSessionOpen = async (
  database: Database,
  realm: Realm,
  secret: string | null,
  nowMs: number,
): Promise<boolean> => {
  const row = await readSessionRow(database, realm, secret, nowMs)
  return row !== null && !row.awaits_second_factor
}

/** The time of the last request is written at most once in this time, so that a session ends this much too early at most. */
const seenEveryMs = 1_000

type Asked = { hash: Buffer; nowMs: number }
type ReadSession = (secret: string | null, nowMs: number) => Promise<PersonSession | null>

/**
 * The session of a request, which counts as seen; null: there is none, or it awaits its second factor. A page sends several requests at
 * once: they share a statement. It begins after each of them arrived, so that a session that has ended opens nothing.
 */
export const createSessionReader = (database: Database, realm: Realm): ReadSession => {
  const find = createBatcher<Asked, PersonSession | null>(async (asked) => {
    const nowMs = Math.max(...asked.map((one) => one.nowMs))
    const { rows } = await database.query<SessionRow>({
      name: realm.statement('sessions-read'),
      text: realm.sql(`select session_hash, session_id, account_id, second_factor_at, last_seen_at from member_sessions
        where session_hash = any($1) and expires_at > $2 and last_seen_at > $3 and not awaits_second_factor`),
      values: [
        distinct(asked.map(({ hash }) => hash)),
        ...[new Date(nowMs), new Date(nowMs - realm.idleMinutes * minuteMs)],
      ],
    })
    const unseen = rows.filter((row) => nowMs - row.last_seen_at.getTime() >= seenEveryMs)
    if (unseen.length > 0) await countAsSeen(database, realm, unseen, nowMs)
    const found = new Map(rows.map((row) => [keyOf(row.session_hash), sessionOf(row)]))
    return asked.map(({ hash }) => found.get(keyOf(hash)) ?? null)
  }, promptGroups)
  return async (secret, nowMs) =>
    secret === null || !secretPattern.test(secret) ? null : find({ hash: hashOf(secret), nowMs })
}

const keyOf = (hash: Buffer): string => hash.toString('latin1')
const distinct = (hashes: readonly Buffer[]): Buffer[] => [
  ...new Map(hashes.map((hash) => [keyOf(hash), hash])).values(),
]

const sessionOf = ({ session_id, account_id, second_factor_at }: SessionRow): PersonSession => ({
  sessionId: session_id,
  personId: account_id,
  secondFactorAtMs: second_factor_at?.getTime() ?? null,
})

const countAsSeen = async (
  database: Database,
  realm: Realm,
  rows: readonly SessionRow[],
  nowMs: number,
): Promise<void> => {
  await database.query({
    name: realm.statement('sessions-seen'),
    // Other processes may do the same: one of them writes, and the others do not wait for it.
    text: realm.sql(`update member_sessions set last_seen_at = $2 where session_hash in (
      select session_hash from member_sessions where session_hash = any($1) and last_seen_at < $2
      for update skip locked)`),
    values: [rows.map(({ session_hash }) => session_hash), new Date(nowMs)],
  })
}

/** A new secret for a session. The one before it is worth nothing from now on (OWASP ASVS 5, 7.2.4). */
export const renewSession = async (
  client: Database,
  realm: Realm,
  { session_hash }: Pick<SessionRow, 'session_hash'>,
  { random, nowMs }: Pick<Opening, 'random' | 'nowMs'>,
): Promise<string> => {
  const secret = newSecret(random)
  await client.query(
    realm.sql('update member_sessions set session_hash = $2, second_factor_at = $3 where session_hash = $1'),
    [session_hash, hashOf(secret), new Date(nowMs)],
  )
  return secret
}

export const endSession = async (client: Database, realm: Realm, hash: Buffer): Promise<boolean> =>
  (await client.query(realm.sql('delete from member_sessions where session_hash = $1'), [hash])).rowCount ===
  1

/** Ends the sessions of an account, except for the one of a request. */
export const endOtherSessions = async (
  client: Database,
  realm: Realm,
  { accountId, sessionId }: { accountId: string; sessionId: string },
): Promise<number> => {
  const { rowCount } = await client.query(
    realm.sql('delete from member_sessions where account_id = $1 and session_id <> $2'),
    [accountId, sessionId],
  )
  return rowCount ?? 0
}

/** Ends every session of an account. Returns how many there were. */
export const endSessionsOf = async (client: Database, realm: Realm, accountId: string): Promise<number> => {
  const { rowCount } = await client.query(realm.sql('delete from member_sessions where account_id = $1'), [
    accountId,
  ])
  return rowCount ?? 0
}
