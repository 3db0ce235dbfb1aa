import { comparePersonNames } from '@nani/engines/names/index.ts'
import { describe, expect, test } from 'vitest'
import { compareAges, compareDates, matchClaims } from './match-claims.ts'

const nowMs = Date.UTC(2026, 2, 15, 12)
const certified = { full_name: 'Kabeya Ilunga Jean-Pierre', date_of_birth: '1988-07-21' }

describe('date_of_birth', () => {
  test.each([
    ['equal', '1988-07-21', '1988-07-21', 'match'],
    ['day and month swapped', '1988-05-07', '1988-07-05', 'partial_match'],
    ['swapped, where the day is no month', '1988-07-12', '1988-12-07', 'partial_match'],
    ['one digit of the day', '1988-07-22', '1988-07-21', 'partial_match'],
    ['one digit of the month', '1988-08-21', '1988-07-21', 'partial_match'],
    ['one digit of the year', '1998-07-21', '1988-07-21', 'partial_match'],
    ['two digits', '1988-07-12', '1988-07-21', 'no_match'],
    ['one digit in two places', '1989-07-22', '1988-07-21', 'no_match'],
    ['swapped, and another year', '1989-05-07', '1988-07-05', 'no_match'],
    ['wholly different', '2001-01-30', '1988-07-21', 'no_match'],
  ])('%s', (_name, claimed, known, verdict) => {
    expect(compareDates(claimed, known)).toBe(verdict)
  })
})

test('age: equal, one year of difference, more', () => {
  expect([37, 36, 38, 35, 39, 0].map((claimed) => compareAges(claimed, 37))).toEqual([
    'match',
    'partial_match',
    'partial_match',
    'no_match',
    'no_match',
    'no_match',
  ])
})

describe('score: the weighted mean over the given claims', () => {
  const score = (claims: Parameters<typeof matchClaims>[0]) => matchClaims(claims, certified, nowMs).score
  const name = certified.full_name

  test('no claims: 0, and every verdict is not_provided', () => {
    const verdicts = { full_name: 'not_provided', date_of_birth: 'not_provided', age: 'not_provided' }
    expect(matchClaims({}, certified, nowMs)).toEqual({ ...verdicts, score: 0 })
    expect(matchClaims({ full_name: null, date_of_birth: null, age: null }, certified, nowMs)).toEqual({
      ...verdicts,
      score: 0,
    })
  })

  test.each<[string, Parameters<typeof matchClaims>[0], number]>([
    ['all match', { full_name: name, date_of_birth: '1988-07-21', age: 37 }, 1],
    ['each alone', { age: 37 }, 1],
    ['a partial age alone', { age: 38 }, 0.5],
    ['a partial date alone', { date_of_birth: '1988-07-22' }, 0.5],
    ['name and a partial date', { full_name: name, date_of_birth: '1988-07-22' }, 0.8333],
    ['name and no date', { full_name: name, date_of_birth: '2001-01-30' }, 0.6667],
    ['date and no age', { date_of_birth: '1988-07-21', age: 12 }, 0.75],
    ['all wrong', { full_name: 'Tshisekedi Albert', date_of_birth: '2001-01-30', age: 2 }, 0],
  ])('%s', (_name, claims, expected) => {
    expect(score(claims)).toBe(expected)
  })

  test('a partial name counts with its similarity', () => {
    const claimed = 'Kabeya Ilunga'
    const { verdict, similarity } = comparePersonNames(claimed, certified.full_name)
    expect(verdict).toBe('partial_match')
    expect(score({ full_name: claimed })).toBeCloseTo(similarity, 4)
    expect(score({ full_name: claimed, date_of_birth: '1988-07-21' })).toBeCloseTo(
      (0.6 * similarity + 0.3) / 0.9,
      3,
    )
  })

  test('the age is compared on the UTC date of the call', () => {
    const ageOf = (at: string) => matchClaims({ age: 38 }, certified, Date.parse(at)).age
    expect([ageOf('2026-07-20T23:59:59Z'), ageOf('2026-07-21T00:00:00Z')]).toEqual(['partial_match', 'match'])
  })
})
