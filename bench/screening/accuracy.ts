import type { EntryMatch, IndexedEntry, ScreenedSubject } from '@nani/engines/screening/index.ts'
import { recordOfEntry, Screen, SegmentBuilder } from '@nani/engines/screening/index.ts'
import type { ListEntry } from '@nani/server/risk/lists/index.ts'
import { companyNames } from './company-names.ts'
import { indexed, readCleanNames, readOfac } from './list-files.ts'
import { ofPeople, perturbations, pick, type Random, randomFrom } from './perturb.ts'

/**
 * A query, and the entries that it can mean: its source, and others with exactly the same name, which cannot be
 * distinguished by name.
 */
export type Query = { kind: string; subject: ScreenedSubject; entryId: number; right: ReadonlySet<number> }

export const subjectOf = (name: string, kind: ListEntry['kind']): ScreenedSubject => ({
  kind: kind === 'individual' ? 'individual' : 'business',
  names: [name],
  birthDate: null,
  gender: null,
  nationalities: [],
  identifiers: [],
})

/** An index in this thread. */
export const screenOf = (entries: Iterable<IndexedEntry>): Screen => {
  const builder = new SegmentBuilder()
  for (const entry of entries) builder.add(recordOfEntry(entry))
  const screen = new Screen()
  screen.show([{ segmentId: 1, audience: 'everyone', segment: builder.build(), gone: null, goneCount: 0 }])
  return screen
}

export type AccuracySet = {
  entries: IndexedEntry[]
  queries: Query[]
  /** Aliases that are not in the index. `entries` do not contain them. */
  heldOut: Query[]
  clean: ScreenedSubject[]
  /** Invented companies. They measure the effect of changes only, because some of them may be on a list. */
  cleanCompanies: ScreenedSubject[]
}

/**
 * Draws the queries: `perKind` of each kind, over the names of people and organizations, and weak aliases separately.
 */
export const drawQueries = async (
  data: string,
  seed: number,
  perKind: number,
  clean: number,
): Promise<AccuracySet> => {
  const random = randomFrom(seed)
  const list = [...(await readOfac(data, 2021)).values()]
  const people = readCleanNames(data)
  const strangers = people.flatMap(({ name }) => (/^[A-Z][a-z]+ /.test(name) ? [name.split(' ')[0]!] : []))
  const heldOut = drawHeldOut(list, random, perKind)
  const entries = list.map((entry, id) =>
    indexed(
      id,
      entry,
      entry.names.filter((name) => name !== heldOut.get(id)),
    ),
  )
  const bearers = bearersOf(entries)
  const queryOf = (kind: string, name: string, { entryId, kind: kindOfEntry }: IndexedEntry): Query => ({
    kind,
    subject: subjectOf(name, kindOfEntry),
    entryId,
    right: new Set([entryId, ...(bearers.get(bareWords(name)) ?? [])]),
  })
  const queries = Object.keys(perturbations).flatMap((kind) =>
    drawKind(kind, { entries, strangers, wanted: perKind }, random, queryOf),
  )
  return {
    entries,
    queries,
    heldOut: [...heldOut].map(([entryId, { name }]) => queryOf('held-out alias', name, entries[entryId]!)),
    clean: Array.from({ length: clean }, () => subjectOf(pick(random, people).name, 'individual')),
    cleanCompanies: companyNames(people, random, clean).map((name) => subjectOf(name, 'business')),
  }
}

type Drawing = { entries: readonly IndexedEntry[]; strangers: readonly string[]; wanted: number }

const drawKind = (
  kind: string,
  { entries, strangers, wanted }: Drawing,
  random: Random,
  queryOf: (kind: string, name: string, entry: IndexedEntry) => Query,
): Query[] => {
  const queries: Query[] = []
  while (queries.length < wanted) {
    const entry = pick(random, entries)
    const { name, kind: kindOfName } = pick(random, entry.names)
    if (kindOfName === 'weak_alias' || entry.kind === 'other') continue
    if (ofPeople.has(kind) && entry.kind !== 'individual') continue
    const changed = perturbations[kind]!(name, random, strangers)
    if (changed === null || changed === name) continue
    queries.push(queryOf(kind, changed, entry))
  }
  return queries
}

/** The words of a name without order, case, accents and punctuation. */
export const bareWords = (name: string): string =>
  [
    ...name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/['’`.]/g, '')
      .matchAll(/[\p{L}\p{N}]+/gu),
  ]
    .map(([word]) => word)
    .sort()
    .join(' ')

/** The entries of each name, by its bare words. */
export const bearersOf = (entries: readonly IndexedEntry[]): Map<string, number[]> => {
  const bearers = new Map<string, number[]>()
  for (const { entryId, names } of entries)
    for (const { name } of names)
      bearers.set(bareWords(name), [...(bearers.get(bareWords(name)) ?? []), entryId])
  return bearers
}

const drawHeldOut = (
  list: readonly ListEntry[],
  random: Random,
  wanted: number,
): Map<number, ListEntry['names'][number]> => {
  const drawn = new Map<number, ListEntry['names'][number]>()
  while (drawn.size < wanted) {
    const id = Math.floor(random() * list.length)
    if (list[id]!.kind === 'other') continue
    const aliases = list[id]!.names.filter(({ kind }, at) => at > 0 && kind === 'alias')
    if (aliases.length > 0) drawn.set(id, pick(random, aliases))
  }
  return drawn
}

/** The result of a query: the rank of the first correct entry (ties count as correct; 0: not found) and its score. */
export type Outcome = { query: Query; rank: number; score: number }

export const outcomeOf = (query: Query, matches: readonly EntryMatch[]): Outcome => {
  const right = matches.find(({ entryId }) => query.right.has(entryId))
  if (right === undefined) return { query, rank: 0, score: 0 }
  return {
    query,
    rank: 1 + matches.filter(({ matchScore }) => matchScore > right.matchScore).length,
    score: right.matchScore,
  }
}
