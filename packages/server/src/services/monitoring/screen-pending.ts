import { isDeepStrictEqual } from 'node:util'
import { timeOf } from '../../gateway/gateway/index.ts'
import type { SubjectFacts } from '../aml/index.ts'
import { findingOfCase, fraudKey, fraudSubject } from '../aml/index.ts'
import { currentFacts } from './current-facts.ts'
import type { MonitoringDependencies } from './dependencies.ts'
import { forEachMonitor } from './for-each-monitor.ts'
import { clearPending } from './mark-pending.ts'
import { type Monitor, readMonitors } from './monitor-rows.ts'
import { rescreen } from './rescreen.ts'

/** Screens the marked monitors. Returns false when it gave way: the remaining monitors are still marked. */
export const screenPending = async (
  dependencies: MonitoringDependencies,
  mustGiveWay: () => Promise<boolean>,
): Promise<boolean> => {
  const { pool, secrets, onError } = dependencies
  for await (const monitors of readMonitors(pool, secrets, 'due')) {
    if (await mustGiveWay()) return false
    await forEachMonitor(
      monitors,
      (monitor) => screenOne(monitor, dependencies),
      (_monitor, error) => onError(error),
    )
  }
  return true
}

/** A new monitor is screened only if something changed while its first screening was in progress. */
const screenOne = async (monitor: Monitor, dependencies: MonitoringDependencies): Promise<void> => {
  const facts = await currentFacts(monitor, dependencies)
  const isUnchanged =
    monitor.due === 'begun' &&
    isDeepStrictEqual(facts, monitor.party().facts) &&
    (await areListsUnchanged(monitor, dependencies)) &&
    (await areCasesUnchanged(monitor, facts, dependencies))
  if (isUnchanged) await clearPending(dependencies.pool, monitor)
  else await rescreen(monitor, facts, dependencies)
}

type ScreeningNeeds = Pick<MonitoringDependencies, 'sources' | 'clock'>

const areListsUnchanged = async (monitor: Monitor, { sources }: ScreeningNeeds): Promise<boolean> => {
  const versions = await sources.currentVersions(monitor.environment)
  return versions.every(({ versionId }) => versionId <= monitor.baseline().change)
}

const areCasesUnchanged = async (
  monitor: Monitor,
  facts: SubjectFacts,
  { sources, clock }: ScreeningNeeds,
): Promise<boolean> => {
  if (!monitor.party().checks.includes('watchlists')) return true
  const { suspectIn } = await sources.fraudNetwork.find(fraudSubject(facts), monitor)
  const now = suspectIn.map((suspect) => findingOfCase(suspect, facts, timeOf(monitor, clock)).contentHash)
  const then = monitor.baseline().hits.filter(({ key }) => key.startsWith(fraudKey))
  return isDeepStrictEqual(now.toSorted(), then.map(({ contentHash }) => contentHash).toSorted())
}
