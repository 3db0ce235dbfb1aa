import { expect, test } from 'vitest'
import { isQuiet } from './back-off.ts'

test.each([
  ['the first', 0, null, false],
  ['the third at once', 2, 1_000, false],
  ['the fourth at once', 3, 1_000, true],
  ['the fourth after a minute', 3, 60_000, false],
  ['the fifth after a minute', 4, 60_000, true],
  ['the fifth after two minutes', 4, 120_000, false],
])('%s notifies or not', (_which, ofCitizen, lastMsAgo, quiet) => {
  expect(isQuiet({ ofCitizen, lastMsAgo, ofSource: 0 })).toBe(quiet)
})

test('a network with many requests without approval notifies no one', () => {
  expect(isQuiet({ ofCitizen: 0, lastMsAgo: null, ofSource: 19 })).toBe(false)
  expect(isQuiet({ ofCitizen: 0, lastMsAgo: null, ofSource: 20 })).toBe(true)
})
