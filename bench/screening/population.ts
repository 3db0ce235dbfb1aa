import type { IndexedEntry, ScreenedSubject } from '@nani/server/screening/index.ts'
import { subjectOf } from './accuracy.ts'
import { indexed, readCleanNames, readOfac, readOpenSanctions } from './list-files.ts'
import { perturbations, pick, type Random } from './perturb.ts'

/** Names of real lists, and of people on none to fill up: as many entries of one name each. */
export async function realEntries(data: string, count: number): Promise<IndexedEntry[]> {
  const listed = [...(await readOfac(data, 2021)).values(), ...(await readOpenSanctions(data)).values()]
  const named = listed.flatMap((entry) => entry.names.map((name) => indexed(0, entry, [name])))
  const clean = readCleanNames(data).map(({ name }) => personOf(0, name))
  return [...named, ...clean].slice(0, count).map((entry, entryId) => ({ ...entry, entryId }))
}

export function personOf(entryId: number, name: string): IndexedEntry {
  return {
    entryId,
    list: 0,
    kind: 'individual',
    names: [{ name, kind: 'primary', script: 'Latn' }],
    birthDates: [],
    genders: [],
    nationalities: [],
    identifiers: [],
  }
}

/**
 * Any number of people: words of listed and of clean names, first and last ones of different people put together. One
 * word in seven is misspelt, so that the vocabulary grows with the population as that of real lists does.
 */
export async function* invented(data: string, count: number, random: Random): AsyncIterable<IndexedEntry[]> {
  const people = [
    ...[...(await readOfac(data, 2021)).values()].filter(({ kind }) => kind === 'individual'),
    ...[...(await readOpenSanctions(data)).values()].filter(({ kind }) => kind === 'individual'),
  ].flatMap(({ names }) => names.map(({ name }) => name))
  const words = [...people, ...readCleanNames(data).map(({ name }) => name)].map((name) =>
    name.split(/[\s,]+/),
  )
  const batch: IndexedEntry[] = []
  for (let entryId = 0; entryId < count; entryId++) {
    const [first, last] = [pick(random, words), pick(random, words)]
    const cut = Math.ceil(first.length / 2)
    const name = [...first.slice(0, cut), ...last.slice(Math.floor(last.length / 2))].join(' ')
    const slip =
      random() < 0.4 ? perturbations[random() < 0.5 ? 'typo' : 'transposition']!(name, random, []) : null
    batch.push(personOf(entryId, slip ?? name))
    if (batch.length === 1_000) yield batch.splice(0)
  }
  if (batch.length > 0) yield batch
}

/** Half of them are listed and misspelt, half are on no list. */
export function searches(
  entries: readonly IndexedEntry[],
  clean: readonly string[],
  count: number,
  random: Random,
): ScreenedSubject[] {
  return Array.from({ length: count }, (_, at) => {
    if (at % 2 === 0) return subjectOf(pick(random, clean), 'individual')
    const entry = pick(random, entries)
    const { name } = pick(random, entry.names)
    return subjectOf(perturbations.typo!(name, random, []) ?? name, entry.kind)
  })
}
