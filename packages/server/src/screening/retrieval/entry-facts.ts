import type { BirthDate, EntryIdentifier, EntryKind, EntryName } from '../../lists/index.ts'
import type { IndexedEntry } from '../subject.ts'

/** An entry as the index keeps it: without member names, which would weigh more than the facts. */
export type EntryTuple = [
  kind: EntryKind,
  names: [name: string, kind: EntryName['kind'], script: string][],
  birthDates: readonly BirthDate[],
  genders: readonly ('male' | 'female')[],
  nationalities: readonly string[],
  identifiers: readonly EntryIdentifier[],
]

export function packEntry(entry: IndexedEntry): EntryTuple {
  return [
    entry.kind,
    entry.names.map(({ name, kind, script }) => [name, kind, script]),
    entry.birthDates,
    entry.genders,
    entry.nationalities,
    entry.identifiers,
  ]
}

export function unpackEntry(entryId: number, list: number, tuple: EntryTuple): IndexedEntry {
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
