import type { Environment } from '@nani/contract'
import type { Clock } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'

/** The time of a case: that of its application, whose test clock can be ahead in the sandbox. */
export const timeOfCase = async (
  database: Database,
  { environment, applicationId }: { environment: Environment; applicationId: string },
  clock: Clock,
): Promise<number> => {
  if (environment !== 'sandbox') return clock.now()
  const { rows } = await database.query<{ ahead_ms: number }>(
    'select test_clock_ms::float8 as ahead_ms from applications where application_id = $1',
    [applicationId],
  )
  return clock.now() + (rows[0]?.ahead_ms ?? 0)
}
