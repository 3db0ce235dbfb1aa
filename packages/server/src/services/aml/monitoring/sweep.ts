import { isDeepStrictEqual } from 'node:util'
import { findList } from '../../../lists/index.ts'
import type { MonitoredParty, StandingHit } from '../monitor.ts'
import type { SubjectFacts } from '../subject.ts'
import type { MonitoringDependencies } from './dependencies.ts'
import { eachMonitor } from './each-monitor.ts'
import { factsNow } from './facts-now.ts'
import { type Monitor, readMonitors } from './monitor-rows.ts'
import { screenAgain } from './screen-again.ts'

/**
 * Screens those again whom time itself or an untold change of the register may have moved, from the place `after` on.
 * Answers the place that it has reached when it must give way, and null when it is through.
 */
export const sweep = async (
  after: number,
  dependencies: MonitoringDependencies,
  mustGiveWay: () => Promise<boolean>,
): Promise<number | null> => {
  const { pool, secrets, onError } = dependencies
  let reached = after
  for await (const monitors of readMonitors(pool, secrets, 'all', after)) {
    if (await mustGiveWay()) return reached
    await eachMonitor(
      monitors,
      (monitor) => lookAt(monitor, dependencies),
      (_monitor, error) => onError(error),
    )
    reached = monitors.at(-1)?.number ?? reached
  }
  return null
}

const lookAt = async (monitor: Monitor, dependencies: MonitoringDependencies): Promise<void> => {
  const party = monitor.party()
  const facts = party.identifier ? await factsNow(monitor, dependencies) : party.facts
  if (isAnother(facts, party)) await screenAgain(monitor, facts, dependencies)
  else if (monitor.standing().hits.some(ages)) await screenAgain(monitor, null, dependencies)
}

const isAnother = (facts: SubjectFacts, { facts: before }: MonitoredParty): boolean =>
  !isDeepStrictEqual(facts, before)

/** All that is dated; a country is listed or it is not. */
const ages = ({ key }: StandingHit): boolean =>
  findList(key.slice(0, key.indexOf(':')))?.category !== 'high_risk_jurisdictions'
