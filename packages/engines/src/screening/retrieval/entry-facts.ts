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

/** The entry with only those of its names that have one of these readings, by their positions among all readings. */
export const withNamesOf = (tuple: EntryTuple, readings: ReadonlySet<number>): EntryTuple => {
  const [kind, names, ...facts] = tuple
  let next = 0
  const found = names.filter(([, , , count = 1]) => {
    const first = next
    next += count
    return Array.from({ length: count }, (_, at) => first + at).some((at) => readings.has(at))
  })
  return [kind, found, ...facts]
}
