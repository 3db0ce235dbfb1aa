import { isDeepStrictEqual } from 'node:util'
import { fraudSubject } from '../checks-that-run.ts'
import { findingOfCase, fraudKey } from '../fraud-finding.ts'
import type { SubjectFacts } from '../subject.ts'
import type { MonitoringDependencies } from './dependencies.ts'
import { clearDue } from './due-marks.ts'
import { eachMonitor } from './each-monitor.ts'
import { factsNow } from './facts-now.ts'
import { type Monitor, readMonitors } from './monitor-rows.ts'
import { screenAgain } from './screen-again.ts'

/** Screens those that are due by themselves. False when it gave way midway: those that are left are still due. */
export const screenDue = async (
  dependencies: MonitoringDependencies,
  mustGiveWay: () => Promise<boolean>,
): Promise<boolean> => {
  const { pool, secrets, onError } = dependencies
  for await (const monitors of readMonitors(pool, secrets, 'due')) {
    if (await mustGiveWay()) return false
    await eachMonitor(
      monitors,
      (monitor) => screenOne(monitor, dependencies),
      (_monitor, error) => onError(error),
    )
  }
  return true
}

/** A monitor that has just begun is screened only if something changed while its screening was on its way. */
const screenOne = async (monitor: Monitor, dependencies: MonitoringDependencies): Promise<void> => {
  const facts = await factsNow(monitor, dependencies)
  const isSettled =
    monitor.due === 'begun' &&
    isDeepStrictEqual(facts, monitor.party().facts) &&
    (await areListsAsTheyWere(monitor, dependencies)) &&
    (await areCasesAsTheyWere(monitor, facts, dependencies))
  if (isSettled) await clearDue(dependencies.pool, monitor)
  else await screenAgain(monitor, facts, dependencies)
}

type Compared = Pick<MonitoringDependencies, 'sources' | 'clock'>

const areListsAsTheyWere = async (monitor: Monitor, { sources }: Compared): Promise<boolean> => {
  const versions = await sources.currentVersions(monitor.environment)
  return versions.every(({ versionId }) => versionId <= monitor.standing().change)
}

const areCasesAsTheyWere = async (
  monitor: Monitor,
  facts: SubjectFacts,
  { sources, clock }: Compared,
): Promise<boolean> => {
  if (!monitor.party().checks.includes('watchlists')) return true
  const { suspectIn } = await sources.fraudNetwork.find(fraudSubject(facts), monitor.environment)
  const now = suspectIn.map((suspect) => findingOfCase(suspect, facts, clock.now()).contentHash)
  const then = monitor.standing().hits.filter(({ key }) => key.startsWith(fraudKey))
  return isDeepStrictEqual(now.toSorted(), then.map(({ contentHash }) => contentHash).toSorted())
}
