import type { IndexedEntry } from '@nani/engines/screening/index.ts'
import { audiencesOf, type FoundEntry, type ListReader } from '../../risk/lists/index.ts'
import { indexedEntry } from '../aml/index.ts'
import type { MonitoringDependencies } from './dependencies.ts'
import { forEachMonitor } from './for-each-monitor.ts'
import { markAllPending, markPending } from './mark-pending.ts'
import { monitorsAt, pageSize } from './monitor-rows.ts'
import type { RefreshSubjects } from './refresh-subjects.ts'
import { rescreen } from './rescreen.ts'

/** Above this number of changed entries, screening every subject is no more work, and needs less memory. */
const maxEntries = 20_000
/** Entries of one search, and of one read. */
const batchSize = 500

type Audience = FoundEntry['audience']
type Changed = { audience: Audience; entry: IndexedEntry }

/**
 * Screens the subjects that list changes since `after` may affect. The old and new content of changed entries is
 * searched among the monitored subjects. Returns the change that every subject is screened against or marked for.
 * Returns `after` if the index of this process does not have the changes yet.
 */
export const screenChangedEntries = async (
  { after, indexed }: { after: number; indexed: number },
  { refresh, betweenPages }: { refresh: RefreshSubjects; betweenPages: () => Promise<void> },
  dependencies: MonitoringDependencies,
): Promise<number> => {
  const { reader, pool } = dependencies
  const extent = await reader.extentOfChanges(after)
  // A country of the lists of FATF may affect any subject.
  if (extent.jurisdictions || extent.entries > maxEntries) {
    await markAllPending(pool)
    return indexed
  }
  const { change, added, removed } = await reader.changesSince(after)
  if (change > indexed) return after
  await refresh(betweenPages)
  const found = await findAll(
    removed.map(({ entryId }) => entryId),
    reader,
  )
  const changed: Changed[] = [
    ...added.map((entry) => ({ audience: entry.audience, entry: indexedEntry(entry) })),
    ...found.map((one) => ({ audience: one.audience, entry: indexedEntry({ ...one.entry, ...one }) })),
  ]
  const affected = await searchSubjects(changed, betweenPages, dependencies)
  await screenAffected(affected, betweenPages, dependencies)
  return change
}

const findAll = async (
  entryIds: readonly number[],
  { findEntries }: Pick<ListReader, 'findEntries'>,
): Promise<FoundEntry[]> => {
  const found: FoundEntry[] = []
  for (let at = 0; at < entryIds.length; at += batchSize)
    found.push(...(await findEntries(entryIds.slice(at, at + batchSize))))
  return found
}

/** The subjects that may match an entry, with the audiences that see such an entry. */
const searchSubjects = async (
  changed: readonly Changed[],
  betweenPages: () => Promise<void>,
  { subjects, sources }: MonitoringDependencies,
): Promise<Map<number, Set<Audience>>> => {
  const threshold = await sources.threshold()
  const affected = new Map<number, Set<Audience>>()
  for (const audience of ['everyone', 'sandbox'] as const) {
    const entries = changed.filter((one) => one.audience === audience).map(({ entry }) => entry)
    for (let at = 0; at < entries.length; at += batchSize) {
      await betweenPages()
      const matches = await subjects.searchEntries(entries.slice(at, at + batchSize), { threshold })
      for (const { subject } of matches)
        affected.set(subject, (affected.get(subject) ?? new Set<Audience>()).add(audience))
    }
  }
  return affected
}

const screenAffected = async (
  affected: ReadonlyMap<number, ReadonlySet<Audience>>,
  betweenPages: () => Promise<void>,
  dependencies: MonitoringDependencies,
): Promise<void> => {
  const { pool, secrets, onError } = dependencies
  const numbers = [...affected.keys()]
  for (let at = 0; at < numbers.length; at += pageSize) {
    await betweenPages()
    const page = await monitorsAt(pool, secrets, numbers.slice(at, at + pageSize))
    const seeing = page.filter(({ number, environment }) =>
      audiencesOf(environment).some((audience) => affected.get(number)?.has(audience)),
    )
    await forEachMonitor(
      seeing,
      (monitor) => rescreen(monitor, null, dependencies),
      async (monitor, error) => {
        onError(error)
        await markPending(pool, monitor)
      },
    )
  }
}
