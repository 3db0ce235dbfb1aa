import { bandOf, probabilityOf, scoresOf } from '@nani/scorecard'
import { describe, expect, test } from 'vitest'
import { adjustScore } from './adverse-events.ts'
import { defaultProbability } from './default-probability.ts'
import { inUsd } from './exchange-rates.ts'
import { weighFactors } from './weigh-factors.ts'

describe('adjustments', () => {
  test.each([
    [700, 0, false, 700],
    [700, 1, false, 550],
    [700, 5, false, 550],
    [449, 1, false, 300],
    [450, 1, false, 300],
    [451, 1, false, 301],
    [700, 0, true, 350],
    [340, 0, true, 340],
    [480, 1, true, 330],
    [850, 1, true, 350],
  ])('%i with %i cases, sanctions %s: %i', (before, casesAsSuspect, hasSanctionsHit, after) => {
    expect(adjustScore(before, { casesAsSuspect, hasSanctionsHit }).score).toBe(after)
  })
})

describe('the probability', () => {
  test.each([300, 499, 500, 579, 580, 669, 670, 749, 750, 850])(
    'of %i: the inverse without an amount, and inside the band with any',
    (score) => {
      expect(defaultProbability(score, null)).toBe(probabilityOf(score))
      const { min, max } = scoresOf(bandOf(score))
      for (const amount of [1e-300, 1, 500, 1e300]) {
        const probability = defaultProbability(score, amount)
        expect(probability).toBeGreaterThanOrEqual(probabilityOf(max))
        expect(probability).toBeLessThanOrEqual(probabilityOf(min))
      }
    },
  )

  test('a larger amount never lowers it, and amounts matter', () => {
    const at = [50, 200, 500, 800, 1_200].map((amount) => defaultProbability(620, amount))
    expect(at).toEqual(at.toSorted((a, b) => a - b))
    expect(new Set(at).size).toBe(5)
  })
})

test('CDF are converted with the rate of their day', () => {
  const rates = [
    { from: '2026-01-01', cdfPerUsd: 2_000 },
    { from: '2026-07-01', cdfPerUsd: 2_500 },
  ]
  const francs = { value: 5_000, currency: 'CDF' } as const
  const on = (day: string) => inUsd(francs, Date.parse(`${day}T12:00:00Z`), rates)
  expect([on('2020-01-01'), on('2026-06-30'), on('2026-07-01')]).toEqual([2.5, 2.5, 2])
  expect(inUsd({ value: 7, currency: 'USD' }, 0, [])).toBe(7)
})

describe('weights', () => {
  const model = (...values: number[]) =>
    values.map((contribution, index) => ({
      code: (
        [
          'payment_history',
          'account_age',
          'telecom_tenure',
          'utility_payments',
          'income_stability',
          'recent_inquiries',
          'credit_utilization',
        ] as const
      )[index] as 'account_age',
      contribution,
    }))

  test('are the shares of the absolute contributions of the listed factors', () => {
    expect(weighFactors(model(0.6, -0.3, 0.1), [])).toEqual([
      { code: 'payment_history', impact: 'positive', weight: 0.6 },
      { code: 'account_age', impact: 'negative', weight: 0.3 },
      { code: 'telecom_tenure', impact: 'positive', weight: 0.1 },
    ])
  })

  test('of seven factors, the six strongest are listed', () => {
    const listed = weighFactors(model(1, 2, 3, 4, 5, 6, 7), [])
    expect(listed).toHaveLength(6)
    expect(listed.map(({ code }) => code)).not.toContain('payment_history')
  })

  test('an event has at least the largest other share, and sanctions at least that of fraud', () => {
    const events = [
      { code: 'sanctions_exposure', contribution: -0.1 },
      { code: 'fraud_history', contribution: -0.2 },
    ] as const
    const listed = weighFactors(model(2, 1), events)
    expect(listed.map(({ code, weight }) => [code, weight])).toEqual([
      ['sanctions_exposure', 0.2857],
      ['fraud_history', 0.2857],
      ['payment_history', 0.2857],
      ['account_age', 0.1429],
    ])
  })

  test('thirds are rounded so that they sum to 1', () => {
    expect(weighFactors(model(1, 1, 1), []).map(({ weight }) => weight)).toEqual([0.3334, 0.3333, 0.3333])
  })

  test('without any contribution the weights are equal', () => {
    expect(weighFactors(model(0, 0), []).map(({ weight }) => weight)).toEqual([0.5, 0.5])
  })
})
