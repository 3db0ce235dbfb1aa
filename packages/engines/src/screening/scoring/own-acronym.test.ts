import { expect, test } from 'vitest'
import { entryOf, subjectOf } from '../testing/people.ts'
import { prepareEntry, prepareSubject, scoreEntry } from './score-entry.ts'

const kind = 'business'

const scoreOf = (name: string, listed: string): number =>
  scoreEntry(prepareSubject(subjectOf(name, { kind })), prepareEntry(entryOf(1, listed, { kind })))
    ?.matchScore ?? 0

test.each([
  ['its own initials added', 'Kasai Marble Cutting Works (KMCW)', 'Kasai Marble Cutting Works'],
  ['only its own initials', 'KMCW', 'Kasai Marble Cutting Works (KMCW)'],
  ['initials with the letter of a legal form, and a word omitted', 'KML Marble Ltd', 'KML Kasai Marble Ltd'],
  ['initials with a word of one letter, and it omitted', 'KBB Kasai Bank', 'KBB Kasai B Bank'],
])('one company in both directions: %s', (_what, one, other) => {
  expect(scoreOf(one, other)).toBeGreaterThanOrEqual(0.8)
  expect(scoreOf(other, one)).toBe(scoreOf(one, other))
})

test('initials that the acronym of the other words does not find are still compared', () => {
  const own = scoreOf('KML Ltd', 'KML Kasai Marble Ltd')
  expect(own).toBeGreaterThan(scoreOf('ZAR Ltd', 'KML Kasai Marble Ltd') + 0.3)
  expect(scoreOf('KML Kasai Marble Ltd', 'KML Ltd')).toBe(own)
})
