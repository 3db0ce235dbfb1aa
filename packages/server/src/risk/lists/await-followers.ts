import type { Database } from '@nani/foundation/storage/index.ts'
import { type ListFollower, readFollowers } from './store/followers.ts'

export type AwaitedFollowers = {
  /** Processes that use the change. */
  using: ListFollower[]
  /** Processes that run and do not use the change yet. */
  behind: ListFollower[]
}

export type AwaitFollowersOptions = {
  timeoutMs: number
  pause(ms: number): Promise<void>
  /** Milliseconds of a monotonic clock. */
  elapsedMs(): number
  onProgress?(now: AwaitedFollowers): void
}

/** Short compared with the wait, and rare compared with the other queries of a process. */
const lookEveryMs = 100

/**
 * Waits until the index of every screening process has reached `change`. Every later search, in any process, then sees
 * it. After the timeout, the answer names the processes that are behind. Processes that end are ignored.
 */
export const awaitFollowers = async (
  pool: Database,
  change: number,
  { timeoutMs, pause, elapsedMs, onProgress }: AwaitFollowersOptions,
): Promise<AwaitedFollowers> => {
  const endMs = elapsedMs() + timeoutMs
  for (;;) {
    const followers = await readFollowers(pool)
    const now = {
      using: followers.filter(({ listChange }) => listChange >= change),
      behind: followers.filter(({ listChange }) => listChange < change),
    }
    onProgress?.(now)
    if (now.behind.length === 0 || elapsedMs() >= endMs) return now
    await pause(lookEveryMs)
  }
}
