import type { Clock } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import type { Application } from '../../../gateway/gateway/index.ts'
import type { EndpointQueue, Target } from './endpoint-queue.ts'

export type TargetDependencies = {
  pool: pg.Pool
  clock: Clock
  applicationById(applicationId: string): Promise<Application | null>
}

// A change is announced, and the target is read again. This is the maximum delay when an announcement is lost.
const cachedMs = 30_000

const cached = (queue: EndpointQueue, clock: Clock) =>
  queue.target && queue.target.untilMs > clock.now() ? queue.target : null

/** The cached target, or undefined. It spares the hot path two promises. */
export const knownTarget = (queue: EndpointQueue, clock: Clock): Target | null | undefined =>
  cached(queue, clock)?.settled

/** Where the events of a queue are sent, or null when the application has no endpoint. It is cached in the queue. */
export const findTarget = (
  queue: EndpointQueue,
  dependencies: TargetDependencies,
): Promise<Target | null> => {
  const known = cached(queue, dependencies.clock)
  if (known) return known.found
  const found = readTarget(queue.applicationId, dependencies)
  const entry: NonNullable<EndpointQueue['target']> = {
    found,
    settled: undefined,
    untilMs: dependencies.clock.now() + cachedMs,
  }
  queue.target = entry
  found.then(
    (target) => {
      entry.settled = target
      entry.untilMs = Math.min(entry.untilMs, target?.application.keysEndAtMs ?? entry.untilMs)
    },
    () => {
      if (queue.target === entry) queue.target = null
    },
  )
  return found
}

const readTarget = async (
  applicationId: string,
  { pool, applicationById }: TargetDependencies,
): Promise<Target | null> => {
  const { rows } = await pool.query<{ url: string }>({
    name: 'read-webhook-url',
    text: 'select url from webhook_endpoints where application_id = $1',
    values: [applicationId],
  })
  const url = rows[0]?.url
  const application = url === undefined ? null : await applicationById(applicationId)
  return url !== undefined && application ? { url, application } : null
}
