import { expect, test } from 'vitest'
import { decimalOf, moneyOf, parseMicros, percentIn, percentOf, roundedToCents } from './index.ts'

test.each([
  [5_000, 0],
  [15_000, 20_000],
  [25_000, 20_000],
  [25_001, 30_000],
  [-5_000, 0],
  [-15_000, -20_000],
  [14_999, 10_000],
])('%d millionths are rounded to %d, half to even', (micros, rounded) => {
  expect(roundedToCents(micros)).toBe(rounded)
})

test('VAT is rounded half to even, and is exact up to nine billion', () => {
  // 16 % of 0.25 is 0.04; of 0.28 it is 0.0448; of 3.125 cents it would be half a cent.
  expect([250_000, 280_000].map((micros) => percentOf(micros, 16))).toEqual([40_000, 40_000])
  expect([500_000, 1_500_000].map((micros) => percentOf(micros, 1))).toEqual([0, 20_000])
  expect(percentOf(7_000_000_000_000_000, 16)).toBe(1_120_000_000_000_000)
  expect(percentIn(1_160_000, 16)).toBe(160_000)
  expect(percentIn(8_120_000_000_000_000, 16)).toBe(1_120_000_000_000_000)
  expect(() => roundedToCents(2 ** 53)).toThrow(RangeError)
})

test.each<[string, number | null]>([
  ['12.5', 12_500_000],
  [' 0.000001 ', 1],
  ['-5', -5_000_000],
  ['9007199254.740991', 9_007_199_254_740_991],
  ['9007199254.740992', null],
  ['0.0000001', null],
  ['1e3', null],
  ['1,5', null],
  ['NaN', null],
  ['', null],
])('the amount "%s" is %s millionths', (text, micros) => {
  expect(parseMicros(text)).toBe(micros)
})

test('an amount has the same digits as a number and as a text', () => {
  for (const micros of [0, 1, 100_000, 12_500_000, 9_007_199_254_740_991]) {
    expect(moneyOf(micros, 'USD')).toEqual({ value: Number(decimalOf(micros)), currency: 'USD' })
    expect(parseMicros(decimalOf(micros))).toBe(micros)
  }
  expect([decimalOf(-1), decimalOf(12_500_000)]).toEqual(['-0.000001', '12.50'])
})
