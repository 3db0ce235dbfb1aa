import { registerGauges } from '@nani/foundation/platform/index.ts'
import type pg from 'pg'
import {
  ForgedRow,
  lateSeconds,
  type OutboxTable,
  readWaiting,
} from '../../register/register-outbox/index.ts'

const everyMs = 1_000

type Needs = {
  /** The database with the outbox. */
  pool: pg.Pool
  table: OutboxTable
  carry(): Promise<void>
  /** Raises the alarm about what waits for too long. */
  raise(details: { waiting: number; seconds: number }): Promise<void>
  onError(error: unknown): void
}

/** `waiting` and `oldest`: their names and texts. */
type Gauges = Record<'waiting' | 'oldest', { name: string; help: string }>

/** What waits in an outbox. The other metrics are shown also while its database is away. */
export const outboxGauges = (pool: pg.Pool, table: OutboxTable, { waiting, oldest }: Gauges) =>
  registerGauges(
    () => readWaiting(pool, table).catch(() => null),
    [
      { ...waiting, of: (now) => (now ? [{ value: now.waiting }] : []) },
      { ...oldest, of: (now) => (now ? [{ value: now.oldestSeconds }] : []) },
    ],
  )

/** Carries to home, again and again, what acts in another database caused, and watches how long it waits. */
export const keepCarrying = ({ pool, table, carry, raise, onError }: Needs) => {
  let isLate = false
  let isForged = false
  const watch = async () => {
    const { waiting, oldestSeconds } = await readWaiting(pool, table)
    // A forged row raises the alarm at any age.
    isLate = isForged || oldestSeconds > lateSeconds
    if (isLate) await raise({ waiting, seconds: Math.round(oldestSeconds) })
  }
  let timer: NodeJS.Timeout | null = null
  let carrying: Promise<void> = Promise.resolve()
  const follow = () => {
    carrying = carry()
      .then(
        () => {
          isForged = false
        },
        (error) => {
          isForged = error instanceof ForgedRow
          onError(error)
        },
      )
      .then(watch)
      .catch(onError)
      .then(() => {
        if (timer) timer = setTimeout(follow, everyMs).unref()
      })
  }
  return {
    isLate: () => isLate,
    start() {
      timer = setTimeout(follow, 0).unref()
    },
    async stop() {
      if (timer) clearTimeout(timer)
      timer = null
      await carrying
    },
  }
}
