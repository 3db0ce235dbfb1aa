import { resolveSubject } from '../resolve-subject.ts'
import type { SubjectFacts } from '../subject.ts'
import type { MonitoringDependencies } from './dependencies.ts'
import type { Monitor } from './monitor-rows.ts'

/**
 * What is known of a subject now, in the form in which it is kept. Who was certified and is not any longer stays known as
 * they last were: that nobody vouches for a name clears nobody of what is listed under it.
 */
export const factsNow = async (
  monitor: Monitor,
  { register, clock }: Pick<MonitoringDependencies, 'register' | 'clock'>,
): Promise<SubjectFacts> => {
  const { subject, identifier, facts: before } = monitor.party()
  const { environment } = monitor
  const asked = { subject, identifier, environment, scopes: [], nowMs: clock.now() }
  const { facts } = await resolveSubject(asked, register)
  const known = facts.screened || !before.screened ? facts : before
  return JSON.parse(JSON.stringify(known)) as SubjectFacts
}
