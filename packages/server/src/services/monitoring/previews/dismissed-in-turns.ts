import { fairLimiter } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import { type BaselineHit, dismissedHits, type MonitorSecrets } from '../../aml/index.ts'

/** Returns which hits of a subject the officers of the application dismissed. */
export type ReadDismissed = (
  applicationId: string,
  subject: string,
  hits: readonly Pick<BaselineHit, 'key' | 'contentHash'>[],
) => ReturnType<typeof dismissedHits>

/**
 * The groups of a preview read decisions one after another, however many workers search: the other connections of the pool are
 * for calls.
 */
export const dismissedInTurns = (
  pool: Database,
  { identityKey }: Pick<MonitorSecrets, 'identityKey'>,
): ReadDismissed => {
  const takeTurn = fairLimiter({ concurrency: 1, maxWaiting: Number.POSITIVE_INFINITY })
  return (applicationId, subject, hits) =>
    takeTurn({
      holder: 'preview',
      run: () => dismissedHits(applicationId, subject, hits, { pool, identityKey }),
    })
}
