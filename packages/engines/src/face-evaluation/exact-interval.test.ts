import { expect, test } from 'vitest'
import { rateOf } from './exact-interval.ts'

// From textbooks: for 0 of n the upper end is 1 − 0.025^(1/n). For 10 of 100 the interval is 4.90 % to 17.62 %.
test.each([
  [0, 70, 0, 1 - 0.025 ** (1 / 70)],
  [70, 70, 0.025 ** (1 / 70), 1],
  [10, 100, 0.0490047, 0.1762226],
  [1, 2, 0.0125791, 0.9874209],
  [0, 1_000_000, 0, 1 - 0.025 ** 1e-6],
  [5, 711_586, 2.2815e-6, 1.63978e-5],
])('%i of %i', (count, total, low, high) => {
  const rate = rateOf(count, total)
  expect(rate.rate).toBe(count / total)
  expect(Math.abs(rate.low - low)).toBeLessThan(1e-4 * low + 1e-12)
  expect(Math.abs(rate.high - high)).toBeLessThan(1e-4 * high + 1e-12)
})

test('without cases there is no rate', () => {
  expect(rateOf(0, 0)).toMatchObject({ low: 0, high: 1 })
})
