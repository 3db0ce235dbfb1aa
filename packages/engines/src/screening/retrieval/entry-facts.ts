import type { BirthDate, EntryIdentifier, EntryKind, EntryName } from '../../list-formats/index.ts'
import type { IndexedEntry } from '../subject.ts'

/** The form of an entry in the index. It has no member names, because they would need more memory than the facts. */
export type EntryTuple = [
  kind: EntryKind,
  /** The number of readings of a name, if it has several. */
  names: [name: string, kind: EntryName['kind'], script: string, readings?: number][],
  birthDates: readonly BirthDate[],
  genders: readonly ('male' | 'female')[],
  nationalities: readonly string[],
  identifiers: readonly EntryIdentifier[],
]

export const packEntry = (entry: IndexedEntry, readings: readonly number[]): EntryTuple => [
  entry.kind,
  entry.names.map(({ name, kind, script }, at) =>
    readings[at] === 1 ? [name, kind, script] : [name, kind, script, readings[at]!],
  ),
  entry.birthDates,
  entry.genders,
  entry.nationalities,
  entry.identifiers,
]

export const unpackEntry = (entryId: number, list: number, tuple: EntryTuple): IndexedEntry => {
  const [kind, names, birthDates, genders, nationalities, identifiers] = tuple
  return {
    entryId,
    list,
    kind,
    names: names.map(([name, kindOfName, script]) => ({ name, kind: kindOfName, script })),
    birthDates,
    genders,
    nationalities,
    identifiers,
  }
}

/** An entry with some of its names, and the positions of the wanted readings among all readings of these names. */
export type NamedEntry<Entry> = { entry: Entry; readings: ReadonlySet<number> }

/** The entry with only those of its names that have one of these readings, by their positions among all readings. */
export const withNamesOf = (tuple: EntryTuple, readings: ReadonlySet<number>): NamedEntry<EntryTuple> => {
  const [kind, names, ...facts] = tuple
  const wanted = new Set<number>()
  let next = 0
  let kept = 0
  const found = names.filter(([, , , count = 1]) => {
    const own = Array.from({ length: count }, (_, at) => at).filter((at) => readings.has(next + at))
    next += count
    if (own.length === 0) return false
    for (const at of own) wanted.add(kept + at)
    kept += count
    return true
  })
  return { entry: [kind, found, ...facts], readings: wanted }
}
