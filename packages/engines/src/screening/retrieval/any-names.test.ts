import { expect, test } from 'vitest'
import type { IndexedEntry, ScreenedSubject } from '../subject.ts'
import { entryOf, randomFrom, subjectOf } from '../testing/people.ts'
import { SegmentBuilder } from './build-segment.ts'
import { recordOfEntry, recordOfSubject } from './indexed-record.ts'
import { Screen } from './screen.ts'

type Random = () => number
const pick = (random: Random, words: readonly string[]): string =>
  words[Math.floor(random() * words.length)] ?? ''

const syllables = 'ba ki do lu me sa fi ro nge tsho mbu ka te la'.split(' ')
const small = 'al de bin van Dr General Maitre J. K. A. El Mohamed Jean Marie Ali Abdul'.split(' ')
const ofCompanies = 'SARL Ltd Trading Group International Mining Company Bank & et'.split(' ')
const scripts = ['محمد', 'حسن', 'Иван', 'Кабила', '金', '정']

const invented = (random: Random): string =>
  Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(random, syllables)).join('')

const wordOf = (random: Random, kind: ScreenedSubject['kind']): string => {
  const drawn = random()
  if (drawn < 0.15) return pick(random, kind === 'business' ? ofCompanies : small)
  if (drawn < 0.18) return pick(random, scripts)
  return invented(random)
}

const nameOf = (random: Random, kind: ScreenedSubject['kind']): string =>
  Array.from({ length: 1 + Math.floor(random() * 6) }, () => wordOf(random, kind)).join(' ')

/** A name with some words exchanged, omitted, added, written together, cut to an initial or with another letter. */
const rewrittenOf = (name: string, random: Random, kind: ScreenedSubject['kind']): string => {
  const edits: readonly ((words: readonly string[], at: number) => string[])[] = [
    (words) => words.toReversed(),
    (words, at) => words.filter((_, place) => place !== at || words.length === 1),
    (words) => [...words, wordOf(random, kind)],
    (words) => [words.join('')],
    (words, at) => words.with(at, words[at]?.slice(0, 1) ?? ''),
    (words, at) => words.with(at, pick(random, syllables) + words[at]),
    (words, at) => words.with(at, `${words[at]?.slice(0, 2)}${words[at]?.slice(1)}`),
    (words, at) => words.with(at, invented(random)),
  ]
  let words = name.split(' ')
  for (let count = Math.floor(random() * 3); count > 0; count--) {
    const edit = edits[Math.floor(random() * edits.length)]
    words = edit?.(words, Math.floor(random() * words.length)) ?? words
  }
  return words.join(' ')
}

const screenOf = (
  kind: 'entries' | 'subjects',
  entries: readonly IndexedEntry[],
  forManySearches: boolean,
) => {
  const builder = new SegmentBuilder()
  for (const entry of entries)
    builder.add(
      kind === 'entries'
        ? recordOfEntry(entry)
        : recordOfSubject({ number: entry.entryId, subject: subjectOfEntry(entry) }),
    )
  const screen = new Screen()
  const segment = builder.build({ forManySearches })
  expect(segment.spellings === null).toBe(!forManySearches)
  screen.show([{ segmentId: 1, audience: 'everyone', segment, gone: null, goneCount: 0 }])
  return screen
}

const subjectOfEntry = ({ names, kind }: IndexedEntry): ScreenedSubject =>
  subjectOf('', {
    names: names.map(({ name }) => name),
    kind: kind === 'business' ? 'business' : 'individual',
  })

const population = (random: Random, size: number) => {
  const entries = Array.from({ length: size }, (_, id) => {
    const kind = random() < 0.2 ? 'business' : 'individual'
    return entryOf(id, '', { kind, names: [{ name: nameOf(random, kind), kind: 'primary', script: 'Latn' }] })
  })
  const searched = Array.from({ length: size }, (_, at) => {
    const { kind, names } = entries[at] as IndexedEntry
    const of = kind === 'business' ? 'business' : 'individual'
    const name = rewrittenOf(names[0]?.name ?? '', random, of)
    return entryOf(at, '', { kind, names: [{ name, kind: 'primary', script: 'Latn' }] })
  })
  return { entries, searched }
}

test.each([0.5, 0.8, 0.95])(
  'an index for many searches finds the same in both directions, for names of any kind (threshold %d)',
  (threshold) => {
    const { entries, searched } = population(randomFrom(Math.round(threshold * 100)), 150)
    const [ofSingle, ofMany] = [false, true].map((forMany) => screenOf('entries', entries, forMany))
    const [subjectsOfSingle, subjectsOfMany] = [false, true].map((forMany) =>
      screenOf('subjects', entries, forMany),
    )
    const options = { audience: 'everyone', threshold, limit: 1_000 } as const
    let count = 0
    for (const entry of searched) {
      const subject = subjectOfEntry(entry)
      const found = ofMany?.entriesOf(subject, options)
      expect({ subject, found }).toEqual({ subject, found: ofSingle?.entriesOf(subject, options) })
      const subjects = subjectsOfMany?.subjectsOf(entry, threshold)
      expect(new Set(subjects)).toEqual(new Set(subjectsOfSingle?.subjectsOf(entry, threshold)))
      count += found?.length ?? 0
    }
    expect(count).toBeGreaterThan(50)
  },
)
