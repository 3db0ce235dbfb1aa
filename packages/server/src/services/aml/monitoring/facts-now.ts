import { resolveSubject } from '../resolve-subject.ts'
import type { SubjectFacts } from '../subject.ts'
import type { MonitoringDependencies } from './dependencies.ts'
import type { Monitor } from './monitor-rows.ts'

/** What is known of a subject now, in the form in which it is kept. */
export const factsNow = async (
  monitor: Monitor,
  { register, clock }: Pick<MonitoringDependencies, 'register' | 'clock'>,
): Promise<SubjectFacts> => {
  const { subject, identifier } = monitor.party()
  const { environment } = monitor
  const asked = { subject, identifier, environment, scopes: [], nowMs: clock.now() }
  const { facts } = await resolveSubject(asked, register)
  return JSON.parse(JSON.stringify(facts)) as SubjectFacts
}
