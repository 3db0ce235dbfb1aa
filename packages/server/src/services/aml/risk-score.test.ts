import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { riskLevel, riskScore, type ScoreInputs } from './risk-score.ts'
import { noticeFloor, weights } from './risk-weights.ts'

const hit = (weight: number, matchScore = 1, recency = 1, isActiveSanction = false): ScoreInputs => ({
  weight,
  matchScore,
  recency,
  isActiveSanction,
})
const active = (matchScore: number) => hit(weights.sanctions.active, matchScore, 1, true)

describe('the bands', () => {
  test.each([
    [0, 'low'],
    [29, 'low'],
    [30, 'medium'],
    [69, 'medium'],
    [70, 'high'],
    [100, 'high'],
  ] as const)('a score of %i is %s', (score, level) => expect(riskLevel(score)).toBe(level))

  test('a hit of every weight is on the expected side of every boundary', () => {
    for (let score = 0; score <= 100; score++) {
      expect(riskScore([hit(score / 100)])).toBe(score)
      const level = score < 30 ? 'low' : score < 70 ? 'medium' : 'high'
      expect(riskLevel(riskScore([hit(score / 100)])), String(score)).toBe(level)
    }
  })

  test.each([
    [0.2949, 29, 'low'],
    [0.295, 30, 'medium'],
    [0.6949, 69, 'medium'],
    [0.695, 70, 'high'],
  ] as const)('%f rounds to %i before it is judged', (weight, score, level) => {
    expect(riskScore([hit(weight)])).toBe(score)
    expect(riskLevel(score)).toBe(level)
  })

  test('two hits reach a boundary like one: 1 − 0.5 · 0.6 = 0.7', () => {
    expect(riskScore([hit(0.5), hit(0.4)])).toBe(70)
    expect(riskScore([hit(0.5), hit(0.38)])).toBe(69)
  })
})

describe('the arithmetic', () => {
  test('without hits it is 0', () => expect(riskScore([])).toBe(0))

  test('weight, match score and recency are multiplied', () => {
    expect(riskScore([hit(0.8, 0.5, 0.5)])).toBe(20)
    expect(riskScore([hit(0.8, 0.5, 0.5), hit(0.5)])).toBe(60)
  })

  const share = fc.double({ min: 0, max: 1, noNaN: true })
  const anyHit = fc.tuple(share, share, share, fc.boolean()).map((parts) => hit(...parts))

  test('a further hit never lowers it, and it stays from 0 to 100 in any order', () => {
    fc.assert(
      fc.property(fc.array(anyHit, { maxLength: 20 }), anyHit, (hits, further) => {
        const score = riskScore(hits)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(riskScore([...hits, further])).toBeGreaterThanOrEqual(score)
        expect(riskScore([...hits, further])).toBeLessThanOrEqual(100)
        expect(Math.abs(riskScore(hits.toReversed()) - score)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('a strong match with an active designation', () => {
  test.each([0.85, 0.9, 1])('of %f is high', (score) =>
    expect(riskScore([active(score)])).toBeGreaterThanOrEqual(70),
  )

  test('is high for every weight of a designation', () =>
    expect(riskScore([hit(0.01, 0.85, 1, true)])).toBe(70))

  test('is required: a weak match or an ended designation follows the arithmetic', () => {
    expect(riskLevel(riskScore([active(0.8)]))).toBe('medium')
    expect(riskLevel(riskScore([hit(weights.sanctions.former, 1)]))).toBe('medium')
  })
})

describe('the purpose of the weights', () => {
  const level = (...hits: ScoreInputs[]) => riskLevel(riskScore(hits))
  const { pep, high_risk_jurisdictions: jurisdiction, watchlists, adverse_media: media } = weights
  const home = hit(jurisdiction.monitored)

  test('a nationality that half of the users share has no effect', () => expect(level(home)).toBe('low'))
  test('a call for action against a country is reviewed', () =>
    expect(level(hit(jurisdiction.high_risk))).toBe('medium'))

  test.each(Object.entries(pep))(
    'a PEP in office (%s) is at least medium, at the weakest match too',
    (_kind, weight) => {
      expect(level(hit(weight, 0.8))).toBe('medium')
      expect(level(hit(weight))).toBe('medium')
    },
  )

  test('a domestic PEP on two PEP lists does not become more severe', () =>
    expect(level(hit(pep.domestic), hit(pep.domestic), home)).toBe('medium'))

  test('a confirmed fraud is medium, and one that authorities confirmed is high', () => {
    expect(level(hit(watchlists.confirmed_fraud), home)).toBe('medium')
    expect(level(hit(watchlists.escalated_fraud))).toBe('high')
  })

  test('an old warrant that is still in force is medium', () =>
    expect(level(hit(watchlists.notice, 0.85, noticeFloor))).toBe('medium'))

  test('one severe report is medium, and a slight one alone is not', () => {
    expect(level(hit(media.high))).toBe('medium')
    expect(level(hit(media.low))).toBe('low')
  })
})
