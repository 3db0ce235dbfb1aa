import type { LoggedRequest } from '@nani/contract/console'
import type { Clock } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { eventStream } from '../../gateway/acts/index.ts'
import { ownApplicationInput, requireOwnApplication } from '../organizations/index.ts'
import { callLogReading } from './needs.ts'
import { readersOfCalls, readRows, requestOf, requestsPath } from './read-requests.ts'

/** Follows the calls of an application. The surface sends them as server-sent events. */
export const followOwnRequests = callLogReading({
  name: 'requests.follow',
  sentence: { en: 'Follows the calls of an application', fr: "Suit les appels d'une application" },
  actors: { member: readersOfCalls },
  routes: { member: `GET ${requestsPath}/stream` },
  input: Type.Object(ownApplicationInput, { additionalProperties: false }),
  output: eventStream,
  refusals: ['application_not_found'],
  async read({ pool, input }) {
    await requireOwnApplication(pool, input)
    return { topic: input.application_id }
  },
})

const everyMs = 1_000
/** Entries become visible in the order of their commits. A call of this age was certainly committed or refused. */
const windowMs = 60_000
/** Of one turn. An application with more calls sees the newest ones of each turn. */
const maxOfTurn = 200

type Follower = (request: LoggedRequest) => void
type Needs = { pool: pg.Pool; clock: Clock; pause(ms: number): Promise<void> }

/**
 * Reads new entries of followed applications again and again. The entries are those of every process, and a call does nothing
 * for it. Streams of one application share the readings.
 */
export const createRequestFollowers = ({ pool, clock, pause }: Needs) => {
  const followed = new Map<string, Set<Follower>>()

  /** Every entry of the window, by its id. The first turn only learns what is there. */
  const follow = async (applicationId: string, followers: Set<Follower>) => {
    let known: ReadonlySet<string> | null = null
    while (followers.size > 0) {
      const nowMs = clock.now()
      const given = { from: new Date(nowMs - windowMs).toISOString() }
      const reading = { applicationId, given, nowMs, after: null, limit: maxOfTurn }
      // The next turn repeats a reading that failed.
      const page = await readRows(pool, reading).catch(() => null)
      const rows = page?.rows
      if (rows) {
        const fresh = rows.filter(({ entry_id }) => known !== null && !known.has(entry_id))
        for (const row of fresh.toReversed()) for (const follower of followers) follower(requestOf(row))
        known = new Set(rows.map(({ entry_id }) => entry_id))
      }
      await pause(everyMs)
    }
  }

  return {
    /** Returns how to stop. */
    follow(applicationId: string, follower: Follower): () => void {
      const followers = followed.get(applicationId) ?? new Set()
      followers.add(follower)
      if (!followed.has(applicationId)) {
        followed.set(applicationId, followers)
        void follow(applicationId, followers)
      }
      return () => {
        followers.delete(follower)
        if (followers.size === 0 && followed.get(applicationId) === followers) followed.delete(applicationId)
      }
    },
  }
}

export type RequestFollowers = ReturnType<typeof createRequestFollowers>
