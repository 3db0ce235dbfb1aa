import { describe, expect, test } from 'vitest'
import type { IndexedEntry, ScreenedSubject } from '../subject.ts'
import { prepareEntry, prepareSubject, scoreEntry } from './score-entry.ts'

const threshold = 0.8

const subject = (known: Partial<ScreenedSubject> = {}): ScreenedSubject => ({
  kind: 'individual',
  names: ['Sylvestre Bosco Mudakumura'],
  birthDate: null,
  gender: null,
  nationalities: [],
  identifiers: [],
  ...known,
})

const entry = (known: Partial<IndexedEntry> = {}): IndexedEntry => ({
  entryId: 1,
  list: 0,
  kind: 'individual',
  names: [{ name: 'MUDACUMURA, Sylvestre', kind: 'primary', script: 'Latn' }],
  birthDates: [],
  genders: [],
  nationalities: [],
  identifiers: [],
  ...known,
})

const scoreOf = (ofSubject: Partial<ScreenedSubject>, ofEntry: Partial<IndexedEntry>): number =>
  scoreEntry(prepareSubject(subject(ofSubject)), prepareEntry(entry(ofEntry)))?.matchScore ?? 0

const bare = scoreOf({}, {})
const year = (value: number, circa = false) => ({ from: `${value}-01-01`, to: `${value}-12-31`, circa })
const day = (value: string) => ({ from: value, to: value, circa: false })

describe('an unknown fact never lowers the score', () => {
  test.each<[string, Partial<ScreenedSubject>, Partial<IndexedEntry>]>([
    ['the list has no birth date', { birthDate: '1954-03-02' }, {}],
    ['the subject has no birth date', {}, { birthDates: [year(1954)] }],
    ['the list has no nationality', { nationalities: ['RWA'] }, {}],
    ['the subject has no nationality', {}, { nationalities: ['RWA'] }],
    ['the list has no gender', { gender: 'male' }, {}],
    ['the subject has no gender', {}, { genders: ['male'] }],
    [
      'numbers of other kinds',
      { identifiers: [{ type: 'passport', value: 'AB123456', country: null }] },
      {
        identifiers: [{ type: 'tax_id', value: '99887766', country: 'RWA' }],
      },
    ],
  ])('%s', (_, ofSubject, ofEntry) => {
    expect(scoreOf(ofSubject, ofEntry)).toBe(bare)
  })
})

describe('facts raise or lower the score', () => {
  const born = (birthDate: string, ...birthDates: IndexedEntry['birthDates']) =>
    scoreOf({ birthDate }, { birthDates })

  test('the same day raises the score more than the same year, and that more than an approximate year', () => {
    const sameDay = born('1954-03-02', day('1954-03-02'))
    const sameYear = born('1954-03-02', year(1954))
    const about = born('1954-03-02', year(1955, true), year(1954, true))
    expect([sameDay, sameYear, about, bare]).toEqual([sameDay, sameYear, about, bare].sort((a, b) => b - a))
    expect(about).toBeGreaterThan(bare)
  })

  test('the best of several birth dates counts', () => {
    expect(born('1954-03-02', year(1930), day('1954-03-02'))).toBe(born('1954-03-02', day('1954-03-02')))
  })

  test('day and month exchanged, or one wrong digit, is a typing error', () => {
    expect(born('1954-03-02', day('1954-02-03'))).toBeGreaterThan(bare)
    expect(born('1954-03-02', day('1954-03-05'))).toBeGreaterThan(bare)
  })

  test('a year or two of difference lowers the score little, and decades lower it below the threshold', () => {
    expect(born('1954-03-02', year(1956))).toBeLessThan(bare)
    expect(born('1954-03-02', year(1956))).toBeGreaterThan(0.8)
    expect(born('1954-03-02', year(1985))).toBeLessThan(threshold)
  })

  test('a range agrees with every day in it', () => {
    expect(born('1954-03-02', { from: '1950-01-01', to: '1959-12-31', circa: false })).toBeGreaterThan(bare)
  })

  test('another nationality lowers the score, a shared one raises it', () => {
    const shared = scoreOf({ nationalities: ['COD', 'RWA'] }, { nationalities: ['RWA'] })
    const other = scoreOf({ nationalities: ['COD'] }, { nationalities: ['RWA'] })
    expect(shared).toBeGreaterThan(bare)
    expect(other).toBeLessThan(bare)
  })

  test('the other gender lowers the score, the same one has no effect', () => {
    expect(scoreOf({ gender: 'male' }, { genders: ['male'] })).toBe(bare)
    expect(scoreOf({ gender: 'female' }, { genders: ['male'] })).toBeLessThan(bare)
  })

  test('the same document identifies the same person, whatever the name', () => {
    const passport = { type: 'passport', value: 'ob 123-4567', country: 'COD' }
    const listed = { type: 'passport', value: 'OB1234567', country: null }
    const score = scoreOf({ names: ['Odile Mokili'], identifiers: [passport] }, { identifiers: [listed] })
    expect(score).toBeGreaterThanOrEqual(0.9)
  })

  test('a short number of another kind or of an unknown country identifies no one', () => {
    const licence = { type: 'driving_licence', value: '123456', country: 'COD' }
    const listed = { type: 'tax_number', value: '123-456', country: null }
    const stranger = scoreOf({ names: ['Odile Mokili'], identifiers: [licence] }, { identifiers: [listed] })
    expect(stranger).toBeLessThan(0.5)
    expect(scoreOf({ identifiers: [licence] }, { identifiers: [listed] })).toBeGreaterThan(bare)
    const same = { ...licence, country: 'COD' }
    expect(
      scoreOf({ names: ['Odile Mokili'], identifiers: [licence] }, { identifiers: [same] }),
    ).toBeGreaterThanOrEqual(0.9)
  })

  test('the same number of another country is a different number', () => {
    const number = (country: string) => ({ type: 'passport', value: 'OB1234567', country })
    expect(scoreOf({ identifiers: [number('COD')] }, { identifiers: [number('RWA')] })).toBe(bare)
  })

  test('agreeing facts never make one person of two contradicting names', () => {
    const score = scoreOf(
      { names: ['Odile Mokili Lumbala'], birthDate: '1954-03-02', nationalities: ['RWA'] },
      { birthDates: [day('1954-03-02')], nationalities: ['RWA'] },
    )
    expect(score).toBeLessThan(0.5)
  })
})

describe('weak aliases', () => {
  const weak: IndexedEntry['names'] = [
    { name: 'ZULU COMMANDANT', kind: 'primary', script: 'Latn' },
    { name: 'Sylvestre Bosco Mudakumura', kind: 'weak_alias', script: 'Latn' },
  ]

  test('alone stay below the threshold, even with a nationality', () => {
    expect(scoreOf({}, { names: weak })).toBeLessThan(threshold)
    expect(scoreOf({ nationalities: ['RWA'] }, { names: weak, nationalities: ['RWA'] })).toBeLessThan(
      threshold,
    )
  })

  test('are confirmed by a birth date', () => {
    const score = scoreOf({ birthDate: '1954-03-02' }, { names: weak, birthDates: [day('1954-03-02')] })
    expect(score).toBeGreaterThan(threshold)
  })

  test('never lower the score of a strong name', () => {
    const strong = entry().names
    expect(scoreOf({}, { names: [...strong, ...weak] })).toBe(bare)
  })
})

test('a person is neither a company nor a ship', () => {
  expect(scoreOf({}, { kind: 'business' })).toBe(0)
  expect(scoreOf({}, { kind: 'other' })).toBe(0)
  expect(scoreOf({}, { kind: 'unknown' })).toBeGreaterThan(threshold)
})

test('the explanation adds up to the match score and names the compared values', () => {
  const ofSubject = subject({ birthDate: '1954-03-02', nationalities: ['COD'] })
  const ofEntry = entry({ birthDates: [year(1954, true)], nationalities: ['RWA'] })
  const match = scoreEntry(prepareSubject(ofSubject), prepareEntry(ofEntry))!
  const [name, ...facts] = match.explanation
  expect(name).toMatchObject({ subject: 'Sylvestre Bosco Mudakumura', entry: 'MUDACUMURA, Sylvestre' })
  expect(match.matchScore).toBeCloseTo(name!.score! + facts.reduce((sum, { effect }) => sum + effect, 0), 4)
  expect(facts.map(({ field }) => field)).toEqual(['birth_date', 'gender', 'nationality', 'identifier'])
  expect(facts[0]).toMatchObject({ subject: '1954-03-02', entry: 'circa 1954-01-01/1954-12-31' })
  expect(facts[1]).toMatchObject({ score: null, effect: 0 })
})

test('no match is returned below the threshold', () => {
  const other = prepareEntry(entry({ names: [{ name: 'Odile Mokili', kind: 'primary', script: 'Latn' }] }))
  expect(scoreEntry(prepareSubject(subject()), other, threshold)).toBeNull()
})
