import { hostname } from 'node:os'
import { keepRunning } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import { announceFollower, forgetFollower } from './store/followers.ts'

export type FollowedLists = {
  /** The index of this process has reached this change. */
  reached(change: number): void
  stop(): Promise<void>
}

const everyMs = 3_000

/**
 * Publishes which change of the lists this process searches. Other processes and imports of operators read it. It is
 * published before loading, at each change, and every few seconds as a sign of life.
 */
export const announceFollowed = async (
  pool: pg.Pool,
  processId: string,
  onError: (error: unknown) => void,
): Promise<FollowedLists> => {
  const follower = { processId, name: `${hostname()} pid ${process.pid}`, listChange: 0 }
  await announceFollower(pool, follower)
  const announcing = keepRunning(() => announceFollower(pool, follower), everyMs, onError)
  return {
    reached(change) {
      follower.listChange = change
      void announcing.wake()
    },
    async stop() {
      await announcing.stop()
      await forgetFollower(pool, processId).catch(onError)
    },
  }
}
