import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bandOf,
  bands,
  probabilitiesOf,
  probabilityOf,
  scoreOf,
  scoreOfLogOdds,
  scoresOf,
} from './score-scale.ts'

const everyScore = Array.from({ length: 551 }, (_, index) => 300 + index)

describe('the score formula', () => {
  test('meets the edges of the bands: 2 % at 750, 5 % at 670, 12 % at 580, 25 % at 500', () => {
    expect([0.02, 0.05, 0.12, 0.25].map((pd) => scoreOf(pd - 1e-4))).toEqual([750, 670, 580, 500])
    for (const [pd, score] of [
      [0.02, 750],
      [0.05, 670],
      [0.12, 580],
      [0.25, 500],
    ] as const) {
      expect(Math.abs(scoreOf(pd) - score)).toBeLessThanOrEqual(1)
    }
  })

  test('and its inverse agree for each of the 551 scores', () => {
    for (const score of everyScore) expect(scoreOf(probabilityOf(score))).toBe(score)
  })

  test('is limited to 300..850, also for certain outcomes', () => {
    expect([scoreOf(0), scoreOf(1), scoreOf(1e-12)]).toEqual([850, 300, 850])
    for (const wrong of [-0.1, 1.1, Number.NaN]) expect(() => scoreOf(wrong)).toThrow(RangeError)
  })

  test('never falls when the odds of a repaid loan rise', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -5, max: 8, noNaN: true }),
        fc.double({ min: 0, max: 0.1, noNaN: true }),
        (odds, more) => scoreOfLogOdds(odds + more) >= scoreOfLogOdds(odds),
      ),
      { numRuns: 20_000 },
    )
  })
})

describe('a band', () => {
  test('contains the probability of each of its scores', () => {
    for (const score of everyScore) {
      const { min, max } = probabilitiesOf(bandOf(score))
      const probability = probabilityOf(score)
      expect(probability > min && probability < max, String(score)).toBe(true)
    }
  })

  test('covers its scores, and the bands cover 300..850', () => {
    for (const band of bands) {
      expect([bandOf(scoresOf(band).min), bandOf(scoresOf(band).max)]).toEqual([band, band])
    }
    expect(bands.reduce((count, band) => count + scoresOf(band).max - scoresOf(band).min + 1, 0)).toBe(551)
    expect(() => bandOf(299)).toThrow(RangeError)
    expect(() => bandOf(851)).toThrow(RangeError)
    expect(() => probabilityOf(600.5)).toThrow(RangeError)
  })
})
