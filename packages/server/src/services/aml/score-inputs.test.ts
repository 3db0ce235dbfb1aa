import { describe, expect, test } from 'vitest'
import type { PepPosition } from '../../risk/lists/index.ts'
import { testEntry } from '../../testing/screening-sources.ts'
import { pepLevel } from './hits/pep-level.ts'
import { isPast, recencySince } from './hits/recency.ts'
import { contributionOf } from './risk-score.ts'
import { weights } from './risk-weights.ts'
import { leftOffice, scoreInputsOf } from './score-inputs.ts'

const nowMs = Date.UTC(2026, 5, 30)
const position = (changes: Partial<PepPosition> = {}): PepPosition => ({
  title: 'Minister',
  jurisdiction: 'COD',
  startDate: '2019',
  endDate: null,
  ...changes,
})
const pepOf = (...positions: PepPosition[]) =>
  testEntry({ pep: { positions, isInternationalOrganization: false, relationship: null } })

describe('recency', () => {
  test.each([
    ['2020-06-30', 6, 0.5],
    ['2014-06-30', 6, 0.25],
    ['2027-01-01', 6, 1],
    ['2026-06-30', 6, 1],
    [null, 6, 1],
  ])('%s with a half-life of %i years: %f', (date, years, share) =>
    expect(recencySince(date, years, nowMs)).toBeCloseTo(share, 2),
  )

  test('a year or a month is over after its last day', () => {
    expect(isPast('2026', nowMs)).toBe(false)
    expect(isPast('2026-06', nowMs)).toBe(false)
    expect(isPast('2026-05', nowMs)).toBe(true)
    expect(isPast('2025', nowMs)).toBe(true)
    expect(isPast(null, nowMs)).toBe(false)
  })
})

describe('a sanctions entry', () => {
  test('does not age while it is active', () => {
    const old = scoreInputsOf(testEntry({ listedOn: '1999-10-15' }), 'sanctions', nowMs)
    expect(old).toMatchObject({ recency: 1, isActiveSanction: true })
    expect(scoreInputsOf(testEntry({ endedOn: '2027-01-01' }), 'sanctions', nowMs)).toEqual(old)
  })

  test('has a lower weight once it has ended, and less with every year', () => {
    const [lately, longAgo] = ['2026-06-01', '2016-06-01'].map((endedOn) =>
      scoreInputsOf(testEntry({ endedOn }), 'sanctions', nowMs),
    )
    expect(lately?.isActiveSanction).toBe(false)
    expect(lately?.weight).toBeLessThan(scoreInputsOf(testEntry(), 'sanctions', nowMs).weight)
    expect(longAgo?.recency).toBeLessThan(lately?.recency ?? 0)
  })
})

describe('a PEP', () => {
  test('does not age in office, through any of the positions', () => {
    expect(leftOffice(pepOf(position({ endDate: '2001' }), position()), nowMs)).toBeNull()
    expect(scoreInputsOf(pepOf(position({ startDate: '1980' })), 'pep', nowMs).recency).toBe(1)
  })

  test('ages from the end of the last position', () => {
    const left = pepOf(position({ endDate: '2011-06-30' }), position({ endDate: '2021-06-30' }))
    expect(leftOffice(left, nowMs)).toBe('2021-06-30')
    expect(scoreInputsOf(left, 'pep', nowMs).recency).toBeCloseTo(0.5, 2)
  })

  test.each([
    ['domestic', [position()]],
    ['foreign', [position({ jurisdiction: 'FRA' })]],
    ['domestic', [position({ jurisdiction: 'FRA' }), position()]],
    ['foreign', [position({ endDate: '2001' }), position({ jurisdiction: 'FRA' })]],
    ['domestic', [position({ endDate: '2001' })]],
  ])('is %s by the current positions, otherwise by the last ones', (level, positions) =>
    expect(pepLevel(pepOf(...positions), nowMs)).toBe(level),
  )

  test('of an international organization has no country', () => {
    const pep = {
      positions: [position({ jurisdiction: null })],
      isInternationalOrganization: true,
      relationship: null,
    }
    expect(pepLevel(testEntry({ pep, nationalities: ['COD'] }), nowMs)).toBe('international_organization')
  })

  test('of an international organization is one, whatever country the position names', () => {
    const pep = {
      positions: [position({ jurisdiction: 'CHE' }), position()],
      isInternationalOrganization: true,
      relationship: null,
    }
    const entry = testEntry({ pep, nationalities: ['COD'] })
    expect(pepLevel(entry, nowMs)).toBe('international_organization')
    expect(scoreInputsOf(entry, 'pep', nowMs).weight).toBe(weights.pep.international_organization)
  })

  test('with both kinds of office is decided by the held ones, if the list distinguishes them', () => {
    const pepWith = (...positions: ReturnType<typeof position>[]) =>
      testEntry({
        pep: { positions, isInternationalOrganization: true, hasBothKinds: true, relationship: null },
      })
    const international = position({ jurisdiction: null })
    expect(pepLevel(pepWith(international, position()), nowMs)).toBe('domestic')
    expect(pepLevel(pepWith(international, position({ endDate: '2001' })), nowMs)).toBe(
      'international_organization',
    )
  })

  test('who is a relative is decided by nationality, and has a lower weight than an office holder', () => {
    const pep = {
      positions: [],
      isInternationalOrganization: false,
      relationship: { kind: 'family', to: 'Lokwa' } as const,
    }
    expect(pepLevel(testEntry({ pep, nationalities: ['COD'] }), nowMs)).toBe('domestic')
    expect(pepLevel(testEntry({ pep, nationalities: [] }), nowMs)).toBe('foreign')
    expect(scoreInputsOf(testEntry({ pep }), 'pep', nowMs).weight).toBeLessThan(
      scoreInputsOf(pepOf(position()), 'pep', nowMs).weight,
    )
  })
})

describe('adverse media', () => {
  const report = (publishedOn: string, severity: 'low' | 'medium' | 'high') => ({
    url: 'https://news.example/1',
    publisher: 'A paper',
    publishedOn,
    category: 'fraud',
    severity,
  })

  test('counts by its most severe report today: an old severe one can weigh less than a new slight one', () => {
    const both = testEntry({ media: [report('2002-01-01', 'high'), report('2026-06-01', 'medium')] })
    const recent = testEntry({ media: [report('2026-06-01', 'medium')] })
    expect(scoreInputsOf(both, 'adverse_media', nowMs)).toEqual(scoreInputsOf(recent, 'adverse_media', nowMs))
  })

  test('without a report has no weight', () =>
    expect(contributionOf({ ...scoreInputsOf(testEntry(), 'adverse_media', nowMs), matchScore: 1 })).toBe(0))
})

test('an old watch notice ages, but a warrant in force keeps a minimum; an ended one does not', () => {
  const notice = (changes: object) => scoreInputsOf(testEntry(changes), 'watchlists', nowMs).recency
  expect(notice({})).toBe(1)
  expect(notice({ listedOn: '2024-06-30' })).toBeLessThan(notice({ listedOn: '2025-06-30' }))
  expect(notice({ listedOn: '1999-01-01' })).toBeCloseTo(2 / 3, 5)
  const ended = notice({ listedOn: '1999-01-01', endedOn: '2026-06-29' })
  expect(ended).toBeLessThanOrEqual(notice({ listedOn: '1999-01-01' }))
  expect(notice({ listedOn: '1999-01-01', endedOn: '2023-06-30' })).toBeCloseTo(1 / 3, 2)
})

test('a call for action weighs more than increased monitoring', () => {
  const of = (level: 'high_risk' | 'monitored') =>
    scoreInputsOf(
      testEntry({ jurisdiction: { country: 'PRK', level, measure: null } }),
      'high_risk_jurisdictions',
      nowMs,
    ).weight
  expect(of('high_risk')).toBeGreaterThan(of('monitored'))
})
