import { describe, expect, test } from 'vitest'
import type { IndexedEntry, ScreenedSubject } from '../subject.ts'
import { prepareEntry, prepareSubject, scoreEntry } from './score-entry.ts'

const threshold = 0.8
const born = (year: number) => ({ from: `${year}-05-17`, to: `${year}-05-17`, circa: false })

const scored = (name: string, listed: string, facts: Partial<ScreenedSubject> = {}, at = threshold) => {
  const subject: ScreenedSubject = {
    kind: 'individual',
    names: [name],
    birthDate: '1954-05-17',
    gender: null,
    nationalities: [],
    identifiers: [],
    ...facts,
  }
  const entry: IndexedEntry = {
    entryId: 1,
    list: 0,
    kind: 'individual',
    names: [{ name: listed, kind: 'primary', script: 'Latn' }],
    birthDates: [born(1990)],
    genders: ['female'],
    nationalities: ['RWA'],
    identifiers: [],
  }
  return scoreEntry(prepareSubject(subject), prepareEntry(entry), at)
}

describe('a fact never silently clears an equal name', () => {
  test.each([
    ['of three words', 'Mohammed Ali Hassan', 'HASSAN, Mohammed Ali'],
    ['of a rare word', 'Ali Mudacumura', 'MUDACUMURA, Ali'],
    ['in another spelling', 'Muhammad Aly Hasan', 'HASSAN, Mohammed Ali'],
  ])('an equal name %s stays a match, marked as contradicted', (_what, name, listed) => {
    const match = scored(name, listed)
    expect(match?.matchScore).toBe(0.8)
    expect(match?.explanation).toContainEqual(
      expect.objectContaining({ field: 'birth_date', score: 0, contradicted: true }),
    )
  })

  test('also with several contradicting facts, and at any threshold', () => {
    const facts = { gender: 'male', nationalities: ['COD'] } as const
    const match = scored('Ali Mudacumura', 'MUDACUMURA, Ali', facts, 0.95)
    expect(match?.matchScore).toBe(0.8)
    expect(match?.explanation.filter(({ contradicted }) => contradicted)).toHaveLength(3)
  })

  test.each([
    ['nine years', { birthDate: '1981-05-20' }, 0.9305, []],
    ['ten years', { birthDate: '1980-05-17' }, 0.9305, []],
    ['ten years and a day', { birthDate: '1980-05-16' }, 0.8, ['birth_date']],
    ['eleven years', { birthDate: '1979-05-17' }, 0.8, ['birth_date']],
    ['thirty years', { birthDate: '1960-05-17' }, 0.8, ['birth_date']],
    ['another nationality', { birthDate: null, nationalities: ['COD'] }, 0.9801, ['nationality']],
    ['another gender', { birthDate: null, gender: 'male' }, 0.8904, ['gender']],
    [
      'both of these',
      { birthDate: null, gender: 'male', nationalities: ['COD'] },
      0.8014,
      ['gender', 'nationality'],
    ],
    [
      'a date and a gender',
      { birthDate: '1960-05-17', gender: 'male', nationalities: ['RWA'] },
      0.8555,
      ['birth_date', 'gender'],
    ],
  ] as const)('an equal name that differs by %s stays a match', (_what, facts, score, fields) => {
    const match = scored('Ali Mudacumura', 'MUDACUMURA, Ali', facts as Partial<ScreenedSubject>)
    expect(match?.matchScore).toBe(score)
    const marked = match?.explanation.filter(({ contradicted }) => contradicted).map(({ field }) => field)
    expect(marked).toEqual(fields)
  })

  test('above a higher threshold, the fact that lowered the score is marked', () => {
    const match = scored('Ali Mudacumura', 'MUDACUMURA, Ali', { birthDate: '1981-05-20' }, 0.95)
    expect(match?.explanation.filter(({ contradicted }) => contradicted)).toEqual([
      expect.objectContaining({ field: 'birth_date', score: 0.15 }),
    ])
  })

  test('the effects lead from the score of the name to the match score', () => {
    const { matchScore, explanation } = scored('Ali Mudacumura', 'MUDACUMURA, Ali')!
    const sum = explanation.reduce((score, { effect }) => score + effect, explanation[0]!.score!)
    expect(sum).toBeCloseTo(matchScore, 3)
  })

  test.each([
    ['two common names', 'Ali Hassan', 'HASSAN, Ali'],
    ['a name with another word', 'Ali Mudacumura Kabongo', 'MUDACUMURA, Ali'],
    ['a similar name', 'Sylvestre Mudakamora', 'MUDACUMURA, Sylvestre'],
  ])('the fact clears %s', (_what, name, listed) => {
    expect(scored(name, listed)).toBeNull()
  })

  test('without a contradiction nothing is marked', () => {
    const match = scored('Ali Mudacumura', 'MUDACUMURA, Ali', { birthDate: '1990-05-17' })
    expect(match?.explanation.some((field) => 'contradicted' in field)).toBe(false)
  })
})
