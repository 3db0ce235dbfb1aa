import { describe, expect, test } from 'vitest'
import { entryOf, subjectOf } from '../testing/people.ts'
import { prepareEntry, prepareSubject, scoreEntry } from './score-entry.ts'

const threshold = 0.8
const scoreOf = (name: string, listed: string): number =>
  scoreEntry(prepareSubject(subjectOf(name)), prepareEntry(entryOf(1, listed)))?.matchScore ?? 0

describe('a word whose parts are exchanged is the same word:', () => {
  test.each([
    ['two syllables', 'Hamommed Kiala', 'Mohammed Kiala'],
    ['both halves', 'Kendimu Kiala', 'Mukendi Kiala'],
    ['all syllables', 'Dikenmu Kiala', 'Mukendi Kiala'],
    ['all letters', 'Idnekum Kiala', 'Mukendi Kiala'],
  ])('%s', (_what, name, listed) => {
    expect(scoreOf(name, listed)).toBeGreaterThanOrEqual(threshold)
    expect(scoreOf(listed, name)).toBe(scoreOf(name, listed))
  })

  test('but not a word with the same letters in another order', () => {
    expect(scoreOf('Nadira Kiala', 'Adrian Kiala')).toBeLessThan(threshold)
    expect(scoreOf('Nadia Kiala', 'Aidan Kiala')).toBeLessThan(threshold)
  })
})

describe('a name without vowels', () => {
  test('is found by its consonants', () => {
    expect(scoreOf('Mkndi Klnj', 'Mukendi Kalonji')).toBeLessThan(1)
    expect(scoreOf('Mknd Klnj', 'Mukendi Kalonji')).toBeGreaterThanOrEqual(threshold)
    expect(scoreOf('Hssn Ahmd', 'Hassan Ahmed')).toBeGreaterThanOrEqual(threshold)
  })

  test('is not another name with other consonants', () => {
    expect(scoreOf('Mknd Klnj', 'Mukendi Kabila')).toBeLessThan(threshold)
  })
})

test('an initial does not represent an article and a name, if its own name has another family name', () => {
  expect(scoreOf('Hamad Abdulrahim al Saud', 'Altalhi Hamad Abdulrahim A')).toBeLessThan(threshold)
  expect(scoreOf('Hamad al Saud', 'Hamad A')).toBeGreaterThan(0.5)
})
