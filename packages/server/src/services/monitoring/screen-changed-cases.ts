import { type ChangedParty, changedParties, readNetworkRevision } from '../../risk/fraud-network/index.ts'
import type { MonitoringDependencies } from './dependencies.ts'
import { forEachMonitor } from './for-each-monitor.ts'
import { markAllPending, markPending } from './mark-pending.ts'
import { type AffectedBy, monitorsOf } from './monitor-rows.ts'
import { readFollowedNetwork, saveFollowedNetwork } from './progress.ts'
import { rescreen } from './rescreen.ts'

/** Above this number of changed parties, marking every monitor is no more work. */
const maxParties = 20_000

/** Whether cases changed since monitors were last screened against the fraud network. */
export const hasChangedCases = async ({
  pool,
  homePool = pool,
}: Pick<MonitoringDependencies, 'pool' | 'homePool'>): Promise<boolean> => {
  const followed = await readFollowedNetwork(pool)
  return followed !== null && (await readNetworkRevision(homePool)) > followed
}

/**
 * Screens the monitors that changes of the fraud network may affect, at once: before marked monitors, and between the
 * pages of any longer work. Cheap when nothing changed.
 */
export const screenChangedCases = async (
  dependencies: MonitoringDependencies,
  checkpoint: () => void,
): Promise<void> => {
  const { pool, homePool = pool, secrets, onError } = dependencies
  const after = await readFollowedNetwork(pool)
  const through = await readNetworkRevision(homePool)
  if (after === null || through <= after) return
  const changed = await changedParties(homePool, { after, through }, maxParties)
  if (changed === null) await markAllPending(pool)
  else
    for await (const monitors of monitorsOf(pool, secrets, affectedBy(changed))) {
      checkpoint()
      await forEachMonitor(
        monitors,
        (monitor) => rescreen(monitor, null, dependencies),
        async (monitor, error) => {
          onError(error)
          await markPending(pool, monitor)
        },
      )
    }
  await saveFollowedNetwork(pool, through)
}

const affectedBy = (parties: readonly ChangedParty[]): AffectedBy => ({
  identities: parties.flatMap(({ identity }) => identity ?? []),
  births: parties.flatMap(({ birth }) => birth ?? []),
})
