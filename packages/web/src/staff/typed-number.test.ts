import { expect, test } from 'vitest'
import { typedNumber } from './typed-number.ts'

test.each([
  ['10 000', 10_000],
  ['10\u00A0000,50', 10_000.5],
  ['1\u202F000', 1_000],
  ['12.5', 12.5],
  ['0,125', 0.125],
  [' -3 ', -3],
  ['−3', -3],
  ['', null],
  [' ', null],
  ['1,000', null],
  ['1.000', null],
  ['1,000.50', null],
  ['1e3', null],
  ['Infinity', null],
  ['10 USD', null],
])('the number %j is read as %s', (text, value) => {
  expect(typedNumber(text)).toBe(value)
})
