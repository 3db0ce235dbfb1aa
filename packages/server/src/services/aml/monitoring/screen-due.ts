import { isDeepStrictEqual } from 'node:util'
import { resolveSubject } from '../resolve-subject.ts'
import type { SubjectFacts } from '../subject.ts'
import type { MonitoringDependencies } from './dependencies.ts'
import { clearDue } from './due-marks.ts'
import { eachMonitor } from './each-monitor.ts'
import { type Monitor, readMonitors } from './monitor-rows.ts'
import { screenAgain } from './screen-again.ts'

/** What is known of a subject now, in the form in which it is kept. */
const factsNow = async (
  monitor: Monitor,
  { register, clock }: Pick<MonitoringDependencies, 'register' | 'clock'>,
): Promise<SubjectFacts> => {
  const { subject, identifier } = monitor.party()
  const { environment } = monitor
  const asked = { subject, identifier, environment, scopes: [], nowMs: clock.now() }
  const { facts } = await resolveSubject(asked, register)
  return JSON.parse(JSON.stringify(facts)) as SubjectFacts
}

/** Screens those that are due by themselves: a monitor that has just begun only if something changed meanwhile. */
export const screenDue = async (
  dependencies: MonitoringDependencies,
  isStopping: () => boolean,
): Promise<void> => {
  const { pool, secrets, onError } = dependencies
  for await (const monitors of readMonitors(pool, secrets, 'due')) {
    if (isStopping()) return
    await eachMonitor(
      monitors,
      (monitor) => screenOne(monitor, dependencies),
      (_monitor, error) => onError(error),
    )
  }
}

const screenOne = async (monitor: Monitor, dependencies: MonitoringDependencies): Promise<void> => {
  const facts = await factsNow(monitor, dependencies)
  if (monitor.due === 'begun' && isDeepStrictEqual(facts, monitor.party().facts)) {
    const versions = await dependencies.sources.currentVersions(monitor.environment)
    const change = Math.max(0, ...versions.map(({ versionId }) => versionId))
    if (monitor.standing().change >= change) return clearDue(dependencies.pool, monitor)
  }
  await screenAgain(monitor, facts, dependencies)
}

/** Compares every identity with the register, and screens those that changed. False when it was stopped midway. */
export const sweepIdentities = async (
  dependencies: MonitoringDependencies,
  isStopping: () => boolean,
): Promise<boolean> => {
  const { pool, secrets, onError } = dependencies
  for await (const monitors of readMonitors(pool, secrets, 'all')) {
    if (isStopping()) return false
    const compare = async (monitor: Monitor) => {
      const { identifier, facts: before } = monitor.party()
      if (!identifier) return
      const facts = await factsNow(monitor, dependencies)
      if (!isDeepStrictEqual(facts, before)) await screenAgain(monitor, facts, dependencies)
    }
    await eachMonitor(monitors, compare, (_monitor, error) => onError(error))
  }
  return true
}
