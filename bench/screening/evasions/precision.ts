import { prepareName, type ScreenedSubject } from '@nani/engines/screening/index.ts'
import {
  familyNames,
  femaleNames,
  maleNames,
  particles,
  type Region,
} from '@nani/server/register/synthetic-data/index.ts'
import { countryCode } from '@nani/server/risk/lists/index.ts'
import { subjectOf } from '../accuracy.ts'
import type { CleanPerson } from '../list-files.ts'
import { pick, type Random } from '../perturb.ts'
import type { Pools } from './trick.ts'

/** Names of people on no list, in one form. `most` is the highest accepted share with a hit. */
export type CleanRow = { name: string; most: number | null; subjects: readonly ScreenedSubject[] }

const latin = /^[A-Za-z'. -]+$/

/** Given and family names of unlisted people, from the half of the file that no other row uses. */
export const poolsOf = (people: readonly CleanPerson[]): Pools => {
  const names = people.flatMap(({ name }) => (latin.test(name) ? [name.split(' ')] : []))
  return {
    given: names.map((words) => words[0]!).filter((word) => word.length > 2),
    family: names.map((words) => words.at(-1)!).filter((word) => word.length > 2),
  }
}

/** People on no list: as they are, with facts, and with many words or many initials. */
export const cleanRows = (
  people: readonly CleanPerson[],
  { random, pools, size }: { random: Random; pools: Pools; size: number },
): CleanRow[] => {
  const drawn = Array.from({ length: size * 5 }, () => pick(random, people))
  const some = <Item>(count: number, items: readonly Item[]): Item[] =>
    Array.from({ length: count }, () => pick(random, items))
  const longName = (words: number) => [...some(words - 1, pools.given), pick(random, pools.family)].join(' ')
  const many = (make: () => string) => Array.from({ length: size }, () => subjectOf(make(), 'individual'))
  // There are few such names, so all of them are measured once.
  const inItself = people.filter(({ name }) => name.split(/\s+/).length >= 5)
  return [
    {
      name: 'as they are, name alone',
      most: 0.008,
      subjects: drawn.map(({ name }) => subjectOf(name, 'individual')),
    },
    {
      name: 'as they are, with birth date, gender and nationality',
      most: 0.001,
      subjects: drawn.map(withFacts),
    },
    {
      name: 'as they are, five words or more',
      most: 0.012,
      subjects: inItself.map(({ name }) => subjectOf(name, 'individual')),
    },
    ...[3, 4, 5, 6, 7, 8, 10, 12, 16, 24].map(
      (words): CleanRow => ({
        name: `${words} words`,
        most: words >= 5 && words <= 12 ? 0.012 : null,
        subjects: many(() => longName(words)),
      }),
    ),
    ...[2, 3, 4, 6, 8, 12, 16].map(
      (initials): CleanRow => ({
        name: `${initials} initials and a surname`,
        most: initials === 8 ? 0.03 : null,
        subjects: many(() =>
          [...some(initials, [...'ABCDEFGHIJKLMNOPRSTW']), pick(random, pools.family)].join(' '),
        ),
      }),
    ),
    {
      name: 'eight initials, a given name and a surname',
      most: 0.03,
      subjects: many(() =>
        [pick(random, pools.given), ...some(8, [...'ABCDEFGHIJKLMNOPRSTW']), pick(random, pools.family)].join(
          ' ',
        ),
      ),
    },
    ...[3, 4].map(
      (words): CleanRow => ({
        name: `Congolese people, ${words} names`,
        most: 0.001,
        subjects: Array.from({ length: size * 5 }, () => subjectOf(congolese(random, words), 'individual')),
      }),
    ),
    {
      name: 'as they are, two common or short words',
      most: null,
      subjects: some(size * 20, people)
        .filter(({ name }) => latin.test(name) && isOfCommonWords(name))
        .map(({ name }) => subjectOf(name, 'individual')),
    },
  ]
}

/** Two words of which many other names consist. */
const isOfCommonWords = (name: string): boolean => {
  const { tokens } = prepareName(name, 'individual')
  return tokens.length === 2 && tokens.every(({ role, weight }) => role === 'name' && weight < 1)
}

const withFacts = ({ name, birthDate, gender, country }: CleanPerson): ScreenedSubject => {
  const nationality = countryCode(country)
  return {
    ...subjectOf(name, 'individual'),
    birthDate,
    gender,
    nationalities: nationality === null ? [] : [nationality],
  }
}

const regions = Object.keys(familyNames) as Region[]

/** Nom, postnom and prénom, and sometimes a second prénom or a particle. */
const congolese = (random: Random, words: number): string => {
  const region = pick(random, regions)
  const given = random() < 0.5 ? maleNames : femaleNames
  const names = [pick(random, familyNames[region]), pick(random, familyNames[region])]
  const joined = random() < 0.1 ? names.join(` ${particles[region]} `) : names.join(' ')
  return [joined, ...Array.from({ length: words - 2 }, () => pick(random, given))].join(' ')
}
