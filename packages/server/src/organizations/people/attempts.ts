import { createHmac, type KeyObject } from 'node:crypto'
import { networksOf, Refusal } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { Realm } from './realm.ts'

const windowMs = 15 * 60_000
const most = { account: 10, source: 100, mail: 5, mails: 200 } as const

/**
 * One count: its kind with its maximum, and the keyed hash of what it counts for. `isOpen`: attempts are added to it, and its maximum
 * refuses none of them.
 */
export type Count = { kind: keyof typeof most; key: Buffer; isOpen?: boolean }

/** Counts of attempts within fifteen minutes. They hold keyed hashes only. */
export type AttemptCounts = {
  /** A browser that the person signed in with has a count of its own, so that no stranger locks the person out. */
  ofAccount(email: string, knownBrowser: Buffer | null): Count
  /** The failed attempts of a source. */
  ofSource(address: string): Count
  ofMail(email: string): Count
  /** The mails that a source asked for. They are no failed attempts. */
  ofMails(address: string): Count
  /** Throws `too_many_attempts` where a count is full. */
  check(database: Database, counts: readonly Count[], nowMs: number): Promise<void>
  /** The same under locks, so that attempts at the same time are counted one after the other. */
  checkLocked(client: pg.PoolClient, counts: readonly Count[], nowMs: number): Promise<Refusal | null>
  add(client: pg.PoolClient, counts: readonly Count[], nowMs: number): Promise<void>
}

export const createAttemptCounts = (realm: Realm, key: KeyObject): AttemptCounts => {
  const keyOf = (kind: string, value: string | Buffer) =>
    createHmac('sha256', key).update(`${realm.name}:${kind}:`).update(value).digest()
  const networkOf = (address: string) => networksOf(address)[0] ?? address

  const refusalOf = async (database: Database, counts: readonly Count[], nowMs: number) => {
    for (const { kind, key: countedFor } of counts.filter(({ isOpen }) => !isOpen)) {
      const { rows } = await database.query<{ at: Date }>({
        name: realm.statement('attempts'),
        text: realm.sql(
          `select at from member_attempts where counted_for = $1 and at > $2 order by at desc offset $3 limit 1`,
        ),
        values: [countedFor, new Date(nowMs - windowMs), most[kind] - 1],
      })
      // The count is free when the oldest of the newest attempts lapses.
      if (rows[0]) return tooMany(Math.ceil((rows[0].at.getTime() + windowMs - nowMs) / 1_000))
    }
    return null
  }

  return {
    ofAccount: (email, knownBrowser) => ({
      kind: 'account',
      key: knownBrowser
        ? keyOf('browser', Buffer.concat([Buffer.from(email), knownBrowser]))
        : keyOf('account', email),
    }),
    ofSource: (address) => ({ kind: 'source', key: keyOf('source', networkOf(address)) }),
    ofMail: (email) => ({ kind: 'mail', key: keyOf('mail', email) }),
    ofMails: (address) => ({ kind: 'mails', key: keyOf('mails', networkOf(address)) }),
    async check(database, counts, nowMs) {
      const refusal = await refusalOf(database, counts, nowMs)
      if (refusal) throw refusal
    },
    async checkLocked(client, counts, nowMs) {
      const keys = counts.map(({ key: countedFor }) => countedFor.readBigInt64BE().toString())
      await client.query(
        'select pg_advisory_xact_lock(key) from (select unnest($1::bigint[]) as key order by key) keys',
        [keys.toSorted()],
      )
      return refusalOf(client, counts, nowMs)
    },
    async add(client, counts, nowMs) {
      await client.query(
        realm.sql('insert into member_attempts (counted_for, at) select unnest($1::bytea[]), $2'),
        [counts.map(({ key: countedFor }) => countedFor), new Date(nowMs)],
      )
    },
  }
}

const tooMany = (seconds: number): Refusal =>
  new Refusal('too_many_attempts', 'There were too many attempts. Repeat later.', {
    context: { retry_after: Math.max(1, seconds) },
  })
