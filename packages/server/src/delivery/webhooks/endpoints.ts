import type pg from 'pg'
import type { Clock } from '../../core/index.ts'
import type { Lane } from './lane.ts'

// A change is announced and forgotten at once; this bounds what a lost announcement costs.
const rememberedMs = 30_000

/** The URL of a lane's endpoint, or null when its application has none; remembered in the lane. */
export const endpointUrl = (
  lane: Lane,
  { pool, clock }: { pool: pg.Pool; clock: Clock },
): Promise<string | null> => {
  if (lane.endpoint && lane.endpoint.untilMs > clock.now()) return lane.endpoint.found
  const found = readUrl(pool, lane.applicationId)
  lane.endpoint = { found, untilMs: clock.now() + rememberedMs }
  found.catch(() => {
    if (lane.endpoint?.found === found) lane.endpoint = null
  })
  return found
}

const readUrl = async (pool: pg.Pool, applicationId: string): Promise<string | null> => {
  const { rows } = await pool.query<{ url: string }>({
    name: 'read-webhook-url',
    text: 'select url from webhook_endpoints where application_id = $1',
    values: [applicationId],
  })
  return rows[0]?.url ?? null
}
