import { isDeepStrictEqual } from 'node:util'
import type { ScreenedSubject } from '@nani/engines/screening/index.ts'
import type { ListEntry } from '@nani/server/risk/lists/index.ts'
import { subjectOf } from './accuracy.ts'
import { readCleanNames, readUn } from './list-files.ts'
import { perturbations, pick, randomFrom } from './perturb.ts'

/** Entries of the UN list that are new or changed on the second day. */
export const changedEntries = async (
  data: string,
  [before, after]: readonly [string, string],
): Promise<ListEntry[]> => {
  const known = await readUn(data, before)
  const entries = await readUn(data, after)
  return [...entries.values()].filter((entry) => !isDeepStrictEqual(entry, known.get(entry.reference)))
}

/** People on no list. One in a thousand is a changed entry with a misspelt name. */
export const drawSubjects = async (
  data: string,
  days: readonly [string, string],
  count: number,
  seed: number,
): Promise<ScreenedSubject[]> => {
  const random = randomFrom(seed)
  const changed = await changedEntries(data, days)
  const people = readCleanNames(data)
  return Array.from({ length: count }, (_, at) => {
    const listed = pick(random, pick(random, changed).names).name
    if (at % 1_000 === 0) return subjectOf(perturbations.typo?.(listed, random, []) ?? listed, 'individual')
    const person = people[at % people.length]!
    const name =
      at < people.length
        ? person.name
        : `${pick(random, people).name.split(' ')[0]} ${person.name.split(' ').at(-1)}`
    return { ...subjectOf(name, 'individual'), birthDate: person.birthDate, gender: person.gender }
  })
}
