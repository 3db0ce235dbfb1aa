import type { MonitoredSubject } from '../../../screening/index.ts'
import type { MonitoringDependencies } from './dependencies.ts'
import { type Monitor, monitorsAt, pageSize, readNumbers } from './monitor-rows.ts'

/** Brings the index of subjects to what is monitored now. */
export type FollowSubjects = () => Promise<void>

/**
 * The index holds who was monitored when it was last asked for. A subject that changed has a new number, so that only
 * numbers have to be compared; what is sealed is opened once.
 */
export const followSubjects = (
  {
    pool,
    secrets,
    subjects,
    onError,
  }: Pick<MonitoringDependencies, 'pool' | 'secrets' | 'subjects' | 'onError'>,
  checkpoint: () => void,
): FollowSubjects => {
  const known = new Set<number>()

  const subjectOf = (monitor: Monitor): MonitoredSubject[] => {
    try {
      const subject = monitor.party().facts.screened
      return subject ? [{ number: monitor.number, subject }] : []
    } catch (error) {
      // One that cannot be opened must not keep all others from being watched.
      onError(error)
      return []
    }
  }
  async function* read(numbers: readonly number[]): AsyncGenerator<MonitoredSubject[]> {
    for (let at = 0; at < numbers.length; at += pageSize) {
      checkpoint()
      const monitors = await monitorsAt(pool, secrets, numbers.slice(at, at + pageSize))
      yield monitors.flatMap(subjectOf)
    }
  }

  return async () => {
    const gone = new Set(known)
    const fresh: number[] = []
    for await (const numbers of readNumbers(pool))
      for (const number of numbers) if (!gone.delete(number)) fresh.push(number)
    if (known.size === 0) await subjects.load(read(fresh))
    else {
      const removed = [...gone]
      if (removed.length > 0) await subjects.applyDelta({ added: [], removed })
      const added: MonitoredSubject[] = []
      for await (const group of read(fresh)) added.push(...group)
      if (added.length > 0) await subjects.applyDelta({ added, removed: [] })
    }
    for (const number of gone) known.delete(number)
    for (const number of fresh) known.add(number)
  }
}
