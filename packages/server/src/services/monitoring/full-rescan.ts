import { isDeepStrictEqual } from 'node:util'
import { findList } from '../../risk/lists/index.ts'
import type { BaselineHit, MonitoredParty, SubjectFacts } from '../aml/index.ts'
import { currentFacts } from './current-facts.ts'
import type { MonitoringDependencies } from './dependencies.ts'
import { forEachMonitor } from './for-each-monitor.ts'
import { type Monitor, readMonitors } from './monitor-rows.ts'
import { rescreen } from './rescreen.ts'

/**
 * Screens the subjects that time, or an unreported change of an external register, may have changed, from the place
 * `after` on. Returns the place that it has reached when it must give way, and null at the end.
 */
export const fullRescan = async (
  after: number,
  dependencies: MonitoringDependencies,
  mustGiveWay: () => Promise<boolean>,
): Promise<number | null> => {
  const { pool, secrets, onError } = dependencies
  let reached = after
  for await (const monitors of readMonitors(pool, secrets, 'all', after)) {
    if (await mustGiveWay()) return reached
    await forEachMonitor(
      monitors,
      (monitor) => rescanOne(monitor, dependencies),
      (_monitor, error) => onError(error),
    )
    reached = monitors.at(-1)?.number ?? reached
  }
  return null
}

/** Screens a monitor if its facts changed, or if time may have changed the weight of a hit. */
export const rescanOne = async (monitor: Monitor, dependencies: MonitoringDependencies): Promise<void> => {
  const party = monitor.party()
  const facts = party.identifier ? await currentFacts(monitor, dependencies) : party.facts
  if (hasChanged(facts, party)) await rescreen(monitor, facts, dependencies)
  else if (monitor.baseline().hits.some(isDated)) await rescreen(monitor, null, dependencies)
}

const hasChanged = (facts: SubjectFacts, { facts: before }: MonitoredParty): boolean =>
  !isDeepStrictEqual(facts, before)

/** A dated hit loses weight. A country is listed or not. */
const isDated = ({ key }: BaselineHit): boolean =>
  findList(key.slice(0, key.indexOf(':')))?.category !== 'high_risk_jurisdictions'
