import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ScreenedSubject } from '../subject.ts'
import { entryOf, subjectOf } from '../testing/people.ts'
import { prepareEntry, prepareSubject, scoreEntry } from './score-entry.ts'

type Kind = ScreenedSubject['kind']

const scoreOf = (name: string, listed: string, kind: Kind): number =>
  scoreEntry(prepareSubject(subjectOf(name, { kind })), prepareEntry(entryOf(1, listed, { kind })))
    ?.matchScore ?? 0

/** Words that have several readings, and words that other readings of them become. */
const words = fc.constantFrom(
  ...'Kiala Nsimba Mohamed Ali Hassan Mudacumura Sylvestre Odette'.split(' '),
  ...'General Haji Prince King Dr fils Jr MBA bin al de wa Abdul Salahuddin'.split(' '),
  ...'K S. JC SB K1a1a Nz1mb1 N$imba Mudqcu,urq Mvvarnba abclul KIaIa'.split(' '),
  ...'Кiala Кіаlа Жан Kіm Νικόλαος Νικολάου محمد فاضل الله Mamba Jean Fazel Nikolaos'.split(' '),
  ...'金正恩 Kim Jong Un 陳嘉華 Chan Ka Wah 安倍晋三 Abe Shinzo 이명박 Lee Myung-bak 高石 高市'.split(' '),
  ...'MÃ³Ã¯se Móïse Ki\u200bala Brigade 44 Fourty-four XLIV Bank Banque Company Ltd SARL'.split(' '),
)

/** From one word to more than the sixteen that one reading has. */
const names = fc
  .oneof(fc.array(words, { minLength: 1, maxLength: 5 }), fc.array(words, { minLength: 4, maxLength: 22 }))
  .map((written) => written.join(' '))

/** A second name that shares words with the first, because two random names have the score 0 in both directions. */
const pairs = fc
  .tuple(names, names, fc.integer({ min: 1, max: 4 }), fc.boolean())
  .map(([one, other, count, isReversed]) => {
    const shared = one.split(' ').slice(0, count)
    const further = other.split(' ').slice(count)
    return [
      one,
      (isReversed ? [...further, ...shared.reverse()] : [...shared, ...further]).join(' '),
    ] as const
  })

test.each<Kind>(['individual', 'business'])('exchanging two names never changes their score: %s', (kind) => {
  fc.assert(
    fc.property(pairs, ([one, other]) => {
      expect(scoreOf(one, other, kind)).toBe(scoreOf(other, one, kind))
    }),
    { numRuns: 400 },
  )
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
