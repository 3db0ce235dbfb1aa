import type { MonitoredSubject } from '@nani/engines/screening/index.ts'
import type { MonitoringDependencies } from './dependencies.ts'
import { type Monitor, monitorsAt, pageSize, readNumbers } from './monitor-rows.ts'

/** Updates the index of subjects. `betweenPages` runs between two pages, because a first load can take minutes. */
export type RefreshSubjects = (betweenPages: () => Promise<void>) => Promise<void>

/**
 * The index has the subjects that were monitored at its last update. A subject that changed has a new number, so that
 * only numbers are compared, and each sealed subject is opened once.
 */
export const refreshSubjects = ({
  pool,
  secrets,
  subjects,
  onError,
}: Pick<MonitoringDependencies, 'pool' | 'secrets' | 'subjects' | 'onError'>): RefreshSubjects => {
  const known = new Set<number>()

  const subjectOf = (monitor: Monitor): MonitoredSubject[] => {
    try {
      const subject = monitor.party().facts.screened
      return subject ? [{ number: monitor.number, subject }] : []
    } catch (error) {
      // One subject that cannot be opened must not stop the monitoring of the others.
      onError(error)
      return []
    }
  }
  const read = async function* (
    numbers: readonly number[],
    betweenPages: () => Promise<void>,
  ): AsyncGenerator<MonitoredSubject[]> {
    for (let at = 0; at < numbers.length; at += pageSize) {
      await betweenPages()
      const monitors = await monitorsAt(pool, secrets, numbers.slice(at, at + pageSize))
      yield monitors.flatMap(subjectOf)
    }
  }

  return async (betweenPages) => {
    const gone = new Set(known)
    const fresh: number[] = []
    for await (const numbers of readNumbers(pool))
      for (const number of numbers) if (!gone.delete(number)) fresh.push(number)
    if (known.size === 0) await subjects.load(read(fresh, betweenPages))
    else {
      const removed = [...gone]
      if (removed.length > 0) await subjects.applyDelta({ added: [], removed })
      const added: MonitoredSubject[] = []
      for await (const group of read(fresh, betweenPages)) added.push(...group)
      if (added.length > 0) await subjects.applyDelta({ added, removed: [] })
    }
    for (const number of gone) known.delete(number)
    for (const number of fresh) known.add(number)
  }
}
