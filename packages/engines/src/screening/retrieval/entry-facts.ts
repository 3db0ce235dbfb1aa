import type { BirthDate, EntryIdentifier, EntryKind, EntryName } from '../../list-formats/index.ts'
import type { IndexedEntry } from '../subject.ts'

/** The form of an entry in the index. It has no member names, because they would need more memory than the facts. */
export type EntryTuple = [
  kind: EntryKind,
  names: [name: string, kind: EntryName['kind'], script: string][],
  birthDates: readonly BirthDate[],
  genders: readonly ('male' | 'female')[],
  nationalities: readonly string[],
  identifiers: readonly EntryIdentifier[],
]

export const packEntry = (entry: IndexedEntry): EntryTuple => [
  entry.kind,
  entry.names.map(({ name, kind, script }) => [name, kind, script]),
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
