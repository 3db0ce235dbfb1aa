import type { IndexedEntry, ScreenedSubject } from '@nani/engines/screening/index.ts'
import { subjectOf } from '../accuracy.ts'
import { pick, type Random } from '../perturb.ts'
import { wordsOf } from './trick.ts'

/** A listed person under an equal name, with facts that differ from those of the list. */
export type Contradiction = { subject: ScreenedSubject; entryId: number }

type Facts = Partial<Pick<ScreenedSubject, 'names' | 'birthDate' | 'gender' | 'nationalities'>>
type Listed = { name: string; entry: IndexedEntry; birthDate: string }

/** Differing facts, and the highest share that may be missed. Null: the share is only published. */
export type FactTrick = {
  name: string
  most: number | null
  isWanted: (words: number) => boolean
  /** Null if the entry has nothing to change. */
  change: (listed: Listed, random: Random) => Facts | null
}

const threeOrMore = (words: number): boolean => words >= 3
const two = (words: number): boolean => words === 2

/** Years of difference that are drawn. */
const far = (birthDate: string, random: Random, least = 11, most = 40): string => {
  const off = least + Math.floor(random() * (most - least))
  return `${Number(birthDate.slice(0, 4)) + (random() < 0.5 ? off : -off)}-03-14`
}
const otherGender = ({ entry }: Listed): 'male' | 'female' =>
  entry.genders.includes('female') ? 'male' : 'female'
const exchangedDay = (date: string): string | null => {
  const [year, month, day] = date.split('-')
  return month === day || Number(day) > 12 ? null : `${year}-${day}-${month}`
}
const exact = ({ entry }: Listed): boolean => entry.birthDates[0]!.from === entry.birthDates[0]!.to

const kinds: readonly (readonly [string, FactTrick['change'], forTwo: number | null])[] = [
  ['more than ten years off', ({ birthDate }, random) => ({ birthDate: far(birthDate, random) }), null],
  [
    'day and month exchanged',
    (listed) => {
      const date = exact(listed) ? exchangedDay(listed.birthDate) : null
      return date === null ? null : { birthDate: date }
    },
    0,
  ],
  [
    'the last digits of the year exchanged',
    ({ birthDate: date }) =>
      date[2] === date[3] ? null : { birthDate: date.slice(0, 2) + date[3] + date[2] + date.slice(4) },
    null,
  ],
  ['one year off', ({ birthDate: date }) => ({ birthDate: `${Number(date.slice(0, 4)) - 2}-06-30` }), 0],
  ['five to ten years off', ({ birthDate }, random) => ({ birthDate: far(birthDate, random, 5, 10) }), null],
  [
    'a century off',
    ({ birthDate: date }) => ({ birthDate: `${Number(date.slice(0, 4)) - 100}${date.slice(4)}` }),
    null,
  ],
  ['the other gender', (listed) => ({ gender: otherGender(listed) }), null],
  ['another nationality', () => ({ nationalities: ['ISL'] }), null],
  [
    'all facts differ',
    (listed, random) => ({
      birthDate: far(listed.birthDate, random),
      gender: otherGender(listed),
      nationalities: ['ISL'],
    }),
    null,
  ],
  [
    'words exchanged, all facts differ',
    (listed, random) => ({
      names: [wordsOf(listed.name).toReversed().join(' ')],
      birthDate: far(listed.birthDate, random),
      gender: otherGender(listed),
      nationalities: ['ISL'],
    }),
    null,
  ],
  [
    'a title before the name, more than ten years off',
    (listed, random) => ({
      names: [`${pick(random, ['Dr', 'Mr', 'General', 'Sheikh', 'Haji', 'Mzee'])} ${listed.name}`],
      birthDate: far(listed.birthDate, random),
    }),
    null,
  ],
  [
    'words with hyphens, more than ten years off',
    (listed, random) => ({
      names: [wordsOf(listed.name).join('-')],
      birthDate: far(listed.birthDate, random),
    }),
    null,
  ],
  [
    'digits for letters, more than ten years off',
    (listed, random) => ({
      names: [listed.name.replace(/o/g, '0').replace(/i/g, '1').replace(/e/g, '3')],
      birthDate: far(listed.birthDate, random),
    }),
    null,
  ],
  [
    'a given name added, more than ten years off',
    (listed, random) => ({
      names: [`${listed.name} ${pick(random, ['Walter', 'Pascal', 'Odette', 'Ingrid'])}`],
      birthDate: far(listed.birthDate, random),
    }),
    null,
  ],
]

export const factTricks: readonly FactTrick[] = kinds.flatMap(([name, change, forTwo]) => [
  {
    name: `an equal name of three words or more, ${name}`,
    most: name.startsWith('a given name') ? null : 0,
    isWanted: threeOrMore,
    change,
  },
  { name: `an equal name of two words, ${name}`, most: forTwo, isWanted: two, change },
])

/** Listed people with a birth date, under differing facts. */
export const contradictions = (
  entries: readonly IndexedEntry[],
  { random, count, trick }: { random: Random; count: number; trick: FactTrick },
): Contradiction[] => {
  const dated = entries.flatMap((entry) =>
    entry.kind !== 'individual' || entry.birthDates.length !== 1
      ? []
      : entry.names
          .filter(({ name, kind }) => kind !== 'weak_alias' && trick.isWanted(wordsOf(name).length))
          .map(({ name }) => ({ name, entry, birthDate: entry.birthDates[0]!.to })),
  )
  const drawn: Contradiction[] = []
  for (let turn = 0; turn < count * 20 && drawn.length < count; turn++) {
    const listed = pick(random, dated)
    const facts = trick.change(listed, random)
    if (facts === null) continue
    drawn.push({
      subject: { ...subjectOf(listed.name, 'individual'), ...facts },
      entryId: listed.entry.entryId,
    })
  }
  return drawn
}
