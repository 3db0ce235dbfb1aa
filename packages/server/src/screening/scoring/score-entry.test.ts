import { describe, expect, test } from 'vitest'
import type { IndexedEntry, ScreenedSubject } from '../subject.ts'
import { prepareEntry, prepareSubject, scoreEntry } from './score-entry.ts'

const THRESHOLD = 0.8

function subject(known: Partial<ScreenedSubject> = {}): ScreenedSubject {
  return {
    kind: 'individual',
    names: ['Sylvestre Bosco Mudakumura'],
    birthDate: null,
    gender: null,
    nationalities: [],
    identifiers: [],
    ...known,
  }
}

function entry(known: Partial<IndexedEntry> = {}): IndexedEntry {
  return {
    entryId: 1,
    list: 0,
    kind: 'individual',
    names: [{ name: 'MUDACUMURA, Sylvestre', kind: 'primary', script: 'Latn' }],
    birthDates: [],
    genders: [],
    nationalities: [],
    identifiers: [],
    ...known,
  }
}

function scoreOf(ofSubject: Partial<ScreenedSubject>, ofEntry: Partial<IndexedEntry>): number {
  return scoreEntry(prepareSubject(subject(ofSubject)), prepareEntry(entry(ofEntry)))?.matchScore ?? 0
}

const bare = scoreOf({}, {})
const year = (value: number, circa = false) => ({ from: `${value}-01-01`, to: `${value}-12-31`, circa })
const day = (value: string) => ({ from: value, to: value, circa: false })

describe('what is unknown never lowers', () => {
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

describe('facts raise or lower', () => {
  const born = (birthDate: string, ...birthDates: IndexedEntry['birthDates']) =>
    scoreOf({ birthDate }, { birthDates })

  test('the same day raises more than the same year, and that more than about the year', () => {
    const sameDay = born('1954-03-02', day('1954-03-02'))
    const sameYear = born('1954-03-02', year(1954))
    const about = born('1954-03-02', year(1955, true), year(1954, true))
    expect([sameDay, sameYear, about, bare]).toEqual([sameDay, sameYear, about, bare].sort((a, b) => b - a))
    expect(about).toBeGreaterThan(bare)
  })

  test('the best of several birth dates counts', () => {
    expect(born('1954-03-02', year(1930), day('1954-03-02'))).toBe(born('1954-03-02', day('1954-03-02')))
  })

  test('day and month exchanged, or one wrong digit, is a slip', () => {
    expect(born('1954-03-02', day('1954-02-03'))).toBeGreaterThan(bare)
    expect(born('1954-03-02', day('1954-03-05'))).toBeGreaterThan(bare)
  })

  test('a year or two off lowers little, decades take it under the threshold', () => {
    expect(born('1954-03-02', year(1956))).toBeLessThan(bare)
    expect(born('1954-03-02', year(1956))).toBeGreaterThan(0.8)
    expect(born('1954-03-02', year(1985))).toBeLessThan(THRESHOLD)
  })

  test('a range agrees with every day in it', () => {
    expect(born('1954-03-02', { from: '1950-01-01', to: '1959-12-31', circa: false })).toBeGreaterThan(bare)
  })

  test('another nationality lowers, a shared one raises', () => {
    const shared = scoreOf({ nationalities: ['COD', 'RWA'] }, { nationalities: ['RWA'] })
    const other = scoreOf({ nationalities: ['COD'] }, { nationalities: ['RWA'] })
    expect(shared).toBeGreaterThan(bare)
    expect(other).toBeLessThan(bare)
  })

  test('the other gender lowers, the same one says nothing', () => {
    expect(scoreOf({ gender: 'male' }, { genders: ['male'] })).toBe(bare)
    expect(scoreOf({ gender: 'female' }, { genders: ['male'] })).toBeLessThan(bare)
  })

  test('the same document is the same person, whatever the name', () => {
    const passport = { type: 'passport', value: 'ob 123-4567', country: 'COD' }
    const listed = { type: 'passport', value: 'OB1234567', country: null }
    const score = scoreOf({ names: ['Odile Mokili'], identifiers: [passport] }, { identifiers: [listed] })
    expect(score).toBeGreaterThanOrEqual(0.9)
  })

  test('a short number of another kind, or of nobody knows where, makes nobody the same person', () => {
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

  test('a number of another country is another number', () => {
    const number = (country: string) => ({ type: 'passport', value: 'OB1234567', country })
    expect(scoreOf({ identifiers: [number('COD')] }, { identifiers: [number('RWA')] })).toBe(bare)
  })

  test('facts that agree never make one of two contradicting names', () => {
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

  test('alone stay under the threshold, even with a nationality', () => {
    expect(scoreOf({}, { names: weak })).toBeLessThan(THRESHOLD)
    expect(scoreOf({ nationalities: ['RWA'] }, { names: weak, nationalities: ['RWA'] })).toBeLessThan(
      THRESHOLD,
    )
  })

  test('are confirmed by a birth date', () => {
    const score = scoreOf({ birthDate: '1954-03-02' }, { names: weak, birthDates: [day('1954-03-02')] })
    expect(score).toBeGreaterThan(THRESHOLD)
  })

  test('never lower what a strong name gives', () => {
    const strong = entry().names
    expect(scoreOf({}, { names: [...strong, ...weak] })).toBe(bare)
  })
})

test('a person is no company and no ship', () => {
  expect(scoreOf({}, { kind: 'business' })).toBe(0)
  expect(scoreOf({}, { kind: 'other' })).toBe(0)
  expect(scoreOf({}, { kind: 'unknown' })).toBeGreaterThan(THRESHOLD)
})

test('the explanation adds up to the match score and names what was compared', () => {
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

test('nothing is answered below the threshold', () => {
  const other = prepareEntry(entry({ names: [{ name: 'Odile Mokili', kind: 'primary', script: 'Latn' }] }))
  expect(scoreEntry(prepareSubject(subject()), other, THRESHOLD)).toBeNull()
})
