import type { IndexedEntry, ScreenedSubject } from '@nani/engines/screening/index.ts'
import { subjectOf } from './accuracy.ts'
import { indexed, readCleanNames, readOfac, readOpenSanctions } from './list-files.ts'
import { perturbations, pick, type Random } from './perturb.ts'

/** Names of real lists, and of people on no list to reach the count: one name for each entry. */
export const realEntries = async (data: string, count: number): Promise<IndexedEntry[]> => {
  const listed = [...(await readOfac(data, 2021)).values(), ...(await readOpenSanctions(data)).values()]
  const named = listed.flatMap((entry) => entry.names.map((name) => indexed(0, entry, [name])))
  const clean = readCleanNames(data).map(({ name }) => personOf(0, name))
  return [...named, ...clean].slice(0, count).map((entry, entryId) => ({ ...entry, entryId }))
}

export const personOf = (entryId: number, name: string): IndexedEntry => ({
  entryId,
  list: 0,
  kind: 'individual',
  names: [{ name, kind: 'primary', script: 'Latn' }],
  birthDates: [],
  genders: [],
  nationalities: [],
  identifiers: [],
})

/**
 * Any number of people, whose words come from listed and unlisted names. First and last names are mixed. One word in
 * seven is misspelt, so that the vocabulary grows with the population, as in real lists.
 */
export const invented = async function* (
  data: string,
  count: number,
  random: Random,
): AsyncIterable<IndexedEntry[]> {
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

/** Half of them are listed with a misspelt name, and half are on no list. */
export const searches = (
  entries: readonly IndexedEntry[],
  clean: readonly string[],
  count: number,
  random: Random,
): ScreenedSubject[] =>
  Array.from({ length: count }, (_, at) => {
    if (at % 2 === 0) return subjectOf(pick(random, clean), 'individual')
    const entry = pick(random, entries)
    const { name } = pick(random, entry.names)
    return subjectOf(perturbations.typo!(name, random, []) ?? name, entry.kind)
  })
