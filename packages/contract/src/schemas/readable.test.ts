import Format from 'typebox/format'
import { expect, test } from 'vitest'
import { readableText } from './readable.ts'

test.each([
  ['Guichet 4', true],
  ['身份', true],
  ['2026', true],
  ['', false],
  [' … !', false],
  ['\u200b\u2060', false],
  ['\u3164\uffa0\u115f', false],
])('%j is readable: %s', (text, isReadable) => {
  expect(Format.Test(readableText, text)).toBe(isReadable)
})
