import { expect, test } from 'vitest'
import { prepareName } from '../scoring/index.ts'
import type { IndexedEntry, ScreenedSubject } from '../subject.ts'
import { entryOf, randomFrom, randomName, subjectOf } from '../testing/people.ts'
import { SegmentBuilder } from './build-segment.ts'
import { recordOfEntry } from './indexed-record.ts'
import { Screen } from './screen.ts'
import type { Segment } from './segment.ts'
import { SpellingFinder } from './spelling-finder.ts'
import { spellingTableOf } from './spelling-table.ts'

/** An index for many searches gives the results of an index for single searches. */

type Random = () => number

const letters = 'aabcdeeghiijklmmnnooprstuvz'
const randomWord = (random: Random, most: number): string =>
  Array.from({ length: 2 + Math.floor(random() * (most - 1)) }, () =>
    letters.charAt(Math.floor(random() * letters.length)),
  ).join('')

/** A word with up to four letters replaced, added, omitted, exchanged or doubled, or with another word before or after it. */
const changed = (word: string, random: Random): string => {
  const at = () => Math.floor(random() * word.length)
  const letter = () => randomWord(random, 2).charAt(0)
  const edits: readonly ((place: number) => string)[] = [
    (place) => word.slice(0, place) + letter() + word.slice(place + 1),
    (place) => word.slice(0, place) + letter() + word.slice(place),
    (place) => word.slice(0, place) + word.slice(place + 1),
    (place) =>
      word.slice(0, place) +
      word
        .slice(place, place + 2)
        .split('')
        .reverse()
        .join('') +
      word.slice(place + 2),
    (place) => word.slice(0, place) + word.charAt(place) + word.slice(place),
    () => word + randomWord(random, 6),
    () => randomWord(random, 6) + word,
  ]
  let result = word
  for (let edit = Math.floor(random() * 5); edit > 0; edit--) {
    word = result
    result = edits[Math.floor(random() * edits.length)]?.(at()) ?? word
  }
  return result
}

const segmentOf = (entries: readonly IndexedEntry[], forManySearches: boolean): Segment => {
  const builder = new SegmentBuilder()
  for (const entry of entries) builder.add(recordOfEntry(entry))
  return builder.build({ forManySearches })
}

const sorted = (words: readonly number[]) => words.toSorted((a, b) => a - b)

test.each([1, 2, 3])(
  'the table of spellings finds the words that the letter pairs find (seed %i)',
  (seed) => {
    const random = randomFrom(seed)
    const words = Array.from({ length: 1_500 }, () => randomWord(random, random() < 0.2 ? 30 : 11))
    const listed = words.flatMap((word) => [word, changed(word, random), changed(word, random)])
    const entries = listed.map((word, id) => entryOf(id, `${word} ${randomWord(random, 8)}`))
    const [plain, many] = [false, true].map((forMany) => segmentOf(entries, forMany)) as [Segment, Segment]
    expect([plain.spellings, many.spellings?.long.length]).toEqual([null, expect.any(Number)])
    const [byPairs, byTable] = [new SpellingFinder(plain), new SpellingFinder(many)]
    let [similar, affixes] = [0, 0]
    for (const word of [...words, ...words.map((one) => changed(one, random))]) {
      for (const { text } of prepareName(word, 'individual').tokens) {
        const [expected, found] = [byPairs.find(text), byTable.find(text)]
        expect({ text, similar: sorted(found.similar), affixes: sorted(found.affixes) }).toEqual({
          ...{ text, similar: sorted(expected.similar), affixes: sorted(expected.affixes) },
        })
        similar += expected.similar.length
        affixes += expected.affixes.length
      }
    }
    expect(Math.min(similar, affixes)).toBeGreaterThan(1_000)
  },
)

test.each([4, 5])('the same subjects match the same entries, with the same scores (seed %i)', (seed) => {
  const random = randomFrom(seed)
  const aliases = () => Array.from({ length: 1 + Math.floor(random() * 3) }, () => randomName(random))
  const isCompany = () => random() < 0.15
  const entries = Array.from({ length: 300 }, (_, id) =>
    entryOf(id, '', {
      names: aliases().map((name) => ({ name, kind: 'alias', script: 'Latn' })),
      kind: isCompany() ? 'business' : 'individual',
      ...(random() < 0.5 && { birthDates: [{ from: '1970-01-01', to: '1970-01-01', circa: false }] }),
    }),
  )
  // Names come again, so that the links of their words are decided and kept.
  const subjects: ScreenedSubject[] = Array.from({ length: 500 }, () =>
    subjectOf(random() < 0.3 ? changed(randomName(random), random) : randomName(random), {
      kind: isCompany() ? 'business' : 'individual',
      birthDate: random() < 0.5 ? '1970-01-01' : null,
    }),
  )
  const answers = [false, true].map((forMany) => {
    const screen = new Screen()
    const segment = segmentOf(entries, forMany)
    screen.show([{ segmentId: 1, audience: 'everyone', segment, gone: null, goneCount: 0 }])
    return subjects.map((subject) =>
      screen.entriesOf(subject, { audience: 'everyone', threshold: 0.6, limit: 1_000 }),
    )
  })
  expect(answers[1]).toEqual(answers[0])
  expect(answers[0]?.flat().length).toBeGreaterThan(1_000)
})

test('an index with too many words has no table', () => {
  const tokenStart = Uint32Array.from({ length: 20_001 }, (_, at) => at * 15)
  const words = Uint32Array.from({ length: 20_000 }, (_, at) => at)
  expect(spellingTableOf({ tokenStart, tokenText: new Uint8Array(20_000 * 15), words })).toBeNull()
})
