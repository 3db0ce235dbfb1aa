import { audiencesOf, type FoundEntry, type ListReader } from '../../../lists/index.ts'
import type { IndexedEntry } from '../../../screening/index.ts'
import { indexedEntry } from '../indexed-entry.ts'
import type { MonitoringDependencies } from './dependencies.ts'
import { markAllDue, markDue } from './due-marks.ts'
import { eachMonitor } from './each-monitor.ts'
import type { FollowSubjects } from './follow-subjects.ts'
import { monitorsAt, pageSize } from './monitor-rows.ts'
import { screenAgain } from './screen-again.ts'

/** Past so many changed entries it is no more work to screen everybody, and needs no memory for them. */
const mostEntries = 20_000
/** Entries of one search, and of one reading. */
const entriesAtOnce = 500

type Audience = FoundEntry['audience']
type Changed = { audience: Audience; entry: IndexedEntry }

/**
 * Screens whom the changes of lists since `from` may concern: the changed entries, as they are and as they were, are
 * searched among the monitored subjects. Answers the change that everybody has now been screened against, or is due
 * for; `from` when this process's own index of entries is not there yet.
 */
export const screenChangedEntries = async (
  from: number,
  indexed: number,
  follow: FollowSubjects,
  checkpoint: () => void,
  dependencies: MonitoringDependencies,
): Promise<number> => {
  const { reader, pool } = dependencies
  const extent = await reader.extentOfChanges(from)
  // A country of the FATF's lists may concern anybody.
  if (extent.jurisdictions || extent.entries > mostEntries) {
    await markAllDue(pool)
    return indexed
  }
  const { change, added, removed } = await reader.changesSince(from)
  if (change > indexed) return from
  await follow()
  const found = await findAll(
    removed.map(({ entryId }) => entryId),
    reader,
  )
  const changed: Changed[] = [
    ...added.map((entry) => ({ audience: entry.audience, entry: indexedEntry(entry) })),
    ...found.map((one) => ({ audience: one.audience, entry: indexedEntry({ ...one.entry, ...one }) })),
  ]
  const concerned = await searchSubjects(changed, checkpoint, dependencies)
  await screenConcerned(concerned, checkpoint, dependencies)
  return change
}

const findAll = async (
  entryIds: readonly number[],
  { findEntries }: Pick<ListReader, 'findEntries'>,
): Promise<FoundEntry[]> => {
  const found: FoundEntry[] = []
  for (let at = 0; at < entryIds.length; at += entriesAtOnce)
    found.push(...(await findEntries(entryIds.slice(at, at + entriesAtOnce))))
  return found
}

/** Who may be one of the entries, and who has to see such an entry for that. */
const searchSubjects = async (
  changed: readonly Changed[],
  checkpoint: () => void,
  { subjects, sources }: MonitoringDependencies,
): Promise<Map<number, Set<Audience>>> => {
  const threshold = await sources.threshold()
  const concerned = new Map<number, Set<Audience>>()
  for (const audience of ['everyone', 'sandbox'] as const) {
    const entries = changed.filter((one) => one.audience === audience).map(({ entry }) => entry)
    for (let at = 0; at < entries.length; at += entriesAtOnce) {
      checkpoint()
      const matches = await subjects.searchEntries(entries.slice(at, at + entriesAtOnce), { threshold })
      for (const { subject } of matches)
        concerned.set(subject, (concerned.get(subject) ?? new Set<Audience>()).add(audience))
    }
  }
  return concerned
}

const screenConcerned = async (
  concerned: ReadonlyMap<number, ReadonlySet<Audience>>,
  checkpoint: () => void,
  dependencies: MonitoringDependencies,
): Promise<void> => {
  const { pool, secrets, onError } = dependencies
  const numbers = [...concerned.keys()]
  for (let at = 0; at < numbers.length; at += pageSize) {
    checkpoint()
    const page = await monitorsAt(pool, secrets, numbers.slice(at, at + pageSize))
    const seeing = page.filter(({ number, environment }) =>
      audiencesOf(environment).some((audience) => concerned.get(number)?.has(audience)),
    )
    await eachMonitor(
      seeing,
      (monitor) => screenAgain(monitor, null, dependencies),
      async (monitor, error) => {
        onError(error)
        await markDue(pool, monitor)
      },
    )
  }
}
