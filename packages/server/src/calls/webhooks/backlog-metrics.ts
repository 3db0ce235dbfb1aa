import type { Clock } from '@nani/foundation/core/index.ts'
import { type RegisterMetrics, registerGauges } from '@nani/foundation/platform/index.ts'
import type pg from 'pg'

/** More are not counted, so that a reading of a large backlog stays cheap. */
const countedAtMost = 10_000

type Backlog = { waiting: number; oldest: Date | null; now: Date }

/** Deliveries whose time has come. Those of an endpoint that fails wait for their next attempt and are not among them. */
const readBacklog = async (pool: pg.Pool, now: Date): Promise<Backlog> => {
  const { rows } = await pool.query<{ waiting: number; oldest: Date | null }>(
    `select count(*)::int as waiting, min(next_attempt_at) as oldest from (
       select next_attempt_at from webhook_deliveries
       where state = 'scheduled' and next_attempt_at <= $1 limit $2) due`,
    [now, countedAtMost],
  )
  const [{ waiting, oldest } = { waiting: 0, oldest: null }] = rows
  return { waiting, oldest, now }
}

/** The backlog of events that every process of the installation sends. */
export const backlogMetrics = ({ pool, clock }: { pool: pg.Pool; clock: Clock }): RegisterMetrics =>
  registerGauges(
    () => readBacklog(pool, new Date(clock.now())),
    [
      {
        name: 'nani_webhook_deliveries_waiting',
        help: `Events whose time to be sent has come, at most ${countedAtMost}.`,
        of: ({ waiting }) => [{ value: waiting }],
      },
      {
        name: 'nani_webhook_oldest_seconds',
        help: 'For how long the oldest of these events has waited.',
        of: ({ oldest, now }) => [
          { value: oldest ? Math.max(0, (now.getTime() - oldest.getTime()) / 1_000) : 0 },
        ],
      },
    ],
  )
