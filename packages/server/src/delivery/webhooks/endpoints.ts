import type pg from 'pg'
import type { Clock } from '../../core/index.ts'
import type { Application } from '../../gateway/index.ts'
import type { Lane, Target } from './lane.ts'

export type TargetDependencies = {
  pool: pg.Pool
  clock: Clock
  applicationById(applicationId: string): Promise<Application | null>
}

// A change is announced and forgotten at once; this bounds what a lost announcement costs.
const rememberedMs = 30_000

const remembered = (lane: Lane, clock: Clock) =>
  lane.target && lane.target.untilMs > clock.now() ? lane.target : null

/** What is remembered of it, or undefined: spares the hot path two promises. */
export const knownTarget = (lane: Lane, clock: Clock): Target | null | undefined =>
  remembered(lane, clock)?.settled

/** Where a lane's events go, or null when its application has no endpoint; remembered in the lane. */
export const findTarget = (lane: Lane, dependencies: TargetDependencies): Promise<Target | null> => {
  const known = remembered(lane, dependencies.clock)
  if (known) return known.found
  const found = readTarget(lane.applicationId, dependencies)
  const entry: NonNullable<Lane['target']> = {
    found,
    settled: undefined,
    untilMs: dependencies.clock.now() + rememberedMs,
  }
  lane.target = entry
  found.then(
    (target) => {
      entry.settled = target
    },
    () => {
      if (lane.target === entry) lane.target = null
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
