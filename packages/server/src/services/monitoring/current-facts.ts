import { timeOf } from '../../gateway/gateway/index.ts'
import type { SubjectFacts } from '../aml/index.ts'
import { resolveSubject } from '../aml/index.ts'
import type { MonitoringDependencies } from './dependencies.ts'
import type { Monitor } from './monitor-rows.ts'

/**
 * The current facts of a subject, in the form in which they are stored. After the loss of certification the last
 * certified facts are still screened: losing certification does not remove existing matches.
 */
export const currentFacts = async (
  monitor: Monitor,
  { register, clock }: Pick<MonitoringDependencies, 'register' | 'clock'>,
): Promise<SubjectFacts> => {
  const { subject, identifier, facts: before } = monitor.party()
  const { environment } = monitor
  const asked = { subject, identifier, environment, scopes: [], nowMs: timeOf(monitor, clock) }
  const { facts } = await resolveSubject(asked, register)
  const known = facts.screened || !before.screened ? facts : before
  return JSON.parse(JSON.stringify(known)) as SubjectFacts
}
