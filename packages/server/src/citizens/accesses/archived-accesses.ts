import {
  type Archive,
  type ArchivedDay,
  type ArchivedRow,
  bytesText,
} from '@nani/foundation/archive/index.ts'
import { dayMs, dayOf } from '@nani/foundation/storage/index.ts'
import type { AccessFilter } from './access-filter.ts'
import { type CitizenKey, type Position, readableDays } from './access-key.ts'

/** Archived entries of a citizen and the reads of them, each as JSON for the statement that reads the log. */
export type EntriesOfDays = { entries: string; reads: string }

/** Days that are searched at a time. A citizen with many entries gets the page after few of them. */
const daysAtATime = 32

type Wanted = { key: CitizenKey; filter: AccessFilter; after: Position | null }

/** The archived entries of a citizen, the newest days first. Days without an entry are left out. */
export const archivedEntriesOf = async function* (
  archive: Archive,
  { key, filter, after }: Wanted,
): AsyncGenerator<EntriesOfDays> {
  const all = await archive.daysOf('audit_entries')
  const last = [dayOf(filter.untilMs), ...(after ? [after.day] : [])].sort()[0] as string
  const days = all.filter(({ day }) => day >= dayOf(filter.fromMs) && day <= last).reverse()
  for (let from = 0; from < days.length; from += daysAtATime) {
    const some = days.slice(from, from + daysAtATime)
    const rows = await archive.find(some, [bytesText(key.citizen)])
    if (rows.length > 0) yield await withReads(archive, all, rows)
  }
}

/** One archived entry, of any citizen. */
export const archivedEntry = async (
  archive: Archive,
  { day, entryId }: { day: string; entryId: string },
): Promise<EntriesOfDays | null> => {
  const all = await archive.daysOf('audit_entries')
  const rows = await archive.find(
    all.filter((one) => one.day === day),
    [entryId],
  )
  return rows.length === 0 ? null : withReads(archive, all, rows)
}

const withReads = async (
  archive: Archive,
  all: readonly ArchivedDay[],
  rows: readonly ArchivedRow[],
): Promise<EntriesOfDays> => {
  const entries = rows.flatMap(({ row }) => (row ? [row] : []))
  return { entries: JSON.stringify(entries), reads: JSON.stringify(await readsOf(archive, all, entries)) }
}

type Entry = { entry_id?: unknown; day?: unknown }

/** The archived rows that name one of these entries. They are of the days on which its result is kept. */
const readsOf = async (archive: Archive, all: readonly ArchivedDay[], entries: readonly Entry[]) => {
  const days = entries.map(({ day }) => String(day)).sort()
  const [first = ''] = days
  const end = dayOf(Date.parse(days.at(-1) ?? '1970-01-01') + readableDays * dayMs)
  const found = await archive.find(
    all.filter(({ day }) => day >= first && day <= end),
    entries.map(({ entry_id }) => String(entry_id)),
  )
  return found.flatMap(({ row }) => row ?? [])
}

/** The archived reads of entries of another database, as JSON. Null: there are none. */
export const archivedReads = async (archive: Archive, entries: readonly Entry[]): Promise<string | null> => {
  const reads = await readsOf(archive, await archive.daysOf('audit_entries'), entries)
  return reads.length === 0 ? null : JSON.stringify(reads)
}
