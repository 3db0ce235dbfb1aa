import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ScreenedSubject } from '../subject.ts'
import { entryOf, subjectOf } from '../testing/people.ts'
import { readingsOf } from './name-readings.ts'
import { prepareEntry, prepareSubject, scoreEntry } from './score-entry.ts'
import { scoreNames } from './score-names.ts'

type Kind = ScreenedSubject['kind']

const scoreOf = (name: string, listed: string, kind: Kind): number =>
  scoreEntry(prepareSubject(subjectOf(name, { kind })), prepareEntry(entryOf(1, listed, { kind })))
    ?.matchScore ?? 0

/** Words that have several readings, and words that other readings of them become. */
const words = [
  ...'Kiala Nsimba Mohamed Ali Hassan Mudacumura Sylvestre Odette'.split(' '),
  ...'General Haji Prince King Dr fils Jr MBA bin al de wa Abdul Salahuddin'.split(' '),
  ...'K S. JC SB K1a1a Nz1mb1 N$imba Mudqcu,urq Mvvarnba abclul KIaIa'.split(' '),
  ...'Кiala Кіаlа Жан Kіm Νικόλαος Νικολάου محمد فاضل الله Mamba Jean Fazel Nikolaos'.split(' '),
  ...'金正恩 Kim Jong Un 陳嘉華 Chan Ka Wah 安倍晋三 Abe Shinzo 이명박 Lee Myung-bak 高石 高市'.split(' '),
  ...'MÃ³Ã¯se Móïse Ki\u200bala Brigade 44 Fourty-four XLIV Bank Banque Company Ltd SARL'.split(' '),
]

/** Two common words of a listed name must be spelled alike, so names of persons have no word in two spellings here. */
const ofOneSpelling = words.filter((word) => !/^(?:Жан|محمد|فاضل|الله|Νικόλαος|Νικολάου|Wah)$/.test(word))

/** From one word to more than the sixteen that one reading has. */
const namesOf = (pool: readonly string[]) => {
  const word = fc.constantFrom(...pool)
  return fc
    .oneof(fc.array(word, { minLength: 1, maxLength: 5 }), fc.array(word, { minLength: 4, maxLength: 22 }))
    .map((written) => written.join(' '))
}

/** A second name that shares words with the first, because two random names have the score 0 in both directions. */
const pairsOf = (pool: readonly string[]) =>
  fc
    .tuple(namesOf(pool), namesOf(pool), fc.integer({ min: 1, max: 4 }), fc.boolean())
    .map(([one, other, count, isReversed]) => {
      const shared = one.split(' ').slice(0, count)
      const further = other.split(' ').slice(count)
      return [
        one,
        (isReversed ? [...further, ...shared.reverse()] : [...shared, ...further]).join(' '),
      ] as const
    })

test.each<[Kind, readonly string[]]>([
  ['individual', ofOneSpelling],
  ['business', words],
])('exchanging two names never changes their score: %s', (kind, pool) => {
  fc.assert(
    fc.property(pairsOf(pool), ([one, other]) => {
      expect(scoreOf(one, other, kind)).toBe(scoreOf(other, one, kind))
    }),
    { numRuns: 400 },
  )
})

/** The highest score of two readings, of which none is that of a list. */
const undirected = (one: string, other: string): number => {
  const [ofOne, ofOther] = [readingsOf(one, 'individual'), readingsOf(other, 'individual')]
  const scores = ofOne.flatMap((a) =>
    ofOther.map((b) => (a.isRewritten && b.isRewritten ? 0 : scoreNames(a, b).score)),
  )
  return Math.min(0.99, Math.max(...scores))
}

test('the higher of both directions is the score without a direction', () => {
  fc.assert(
    fc.property(pairsOf(words), ([one, other]) => {
      const higher = Math.max(scoreOf(one, other, 'individual'), scoreOf(other, one, 'individual'))
      expect(higher).toBeCloseTo(undirected(one, other), 3)
      expect(undirected(other, one)).toBe(undirected(one, other))
    }),
    { numRuns: 60 },
  )
})

test('two common words in another spelling are found in a long name of a subject only', () => {
  const [long, common] = ['Mohamed Aly Omar Hasan Ibrahim', 'Ali Hassan']
  expect(scoreOf(long, common, 'individual')).toBeGreaterThanOrEqual(0.8)
  expect(scoreOf(common, long, 'individual')).toBeLessThan(0.8)
})

test.each([
  ['Ali Hassan', 'Ali Ahmed Hassan Mohamed Ibrahim'],
  ['金正恩', 'KIM JONG UN'],
  ['Νικόλαος Παπαδόπουλος', 'Nikolaos Papadopoulos'],
  ['오극렬', 'O KUK RYOL'],
  ['Haji Kiala Nsimba', 'Nsimba, Kiala'],
  ['K1a1a Nz1mb1', 'Kiala Nzimbi'],
  ['JC Mokili', 'Jean Claude Mokili'],
  ['Henri Odette B C D F G Kiala', 'Odette Kiala'],
  ['Mudqcu,urq Sylvestre', 'Mudacumura Sylvestre'],
])('%s and %s are one person in both directions', (one, other) => {
  expect(scoreOf(one, other, 'individual')).toBeGreaterThanOrEqual(0.8)
  expect(scoreOf(other, one, 'individual')).toBe(scoreOf(one, other, 'individual'))
})
