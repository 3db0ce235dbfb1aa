import { expect, test } from 'vitest'
import { identify } from './identify.ts'

const rule = { threshold: 0.85, margin: 0.05 }
const candidate = (identity: string, cosine: number, similarity = 0.5 + cosine / 2) => ({
  identity,
  cosine,
  similarity,
})

test('the best candidate is identified if it reaches the threshold and has no near rival', () => {
  const best = candidate('a', 0.8)
  expect(identify([candidate('b', 0.3), best], rule)).toBe(best)
  expect(identify([candidate('a', 0.7)], rule)?.identity).toBe('a')
})

test('no candidate below the threshold is identified, whatever its lead', () => {
  expect(identify([candidate('a', 0.69), candidate('b', 0.1)], rule)).toBeNull()
  expect(identify([], rule)).toBeNull()
})

test('no candidate is identified if another person is within the margin, whatever their similarity', () => {
  expect(identify([candidate('a', 0.8), candidate('b', 0.76)], rule)).toBeNull()
  expect(identify([candidate('a', 0.7), candidate('b', 0.66)], rule)).toBeNull()
  expect(identify([candidate('a', 0.75), candidate('b', 0.75)], rule)).toBeNull()
})

test('a candidate with exactly the margin is identified', () => {
  expect(identify([candidate('a', 0.75), candidate('b', 0.5)], { ...rule, margin: 0.25 })?.identity).toBe('a')
})

test('other photographs of the same person are not rivals', () => {
  const found = identify([candidate('a', 0.8), candidate('a', 0.79), candidate('b', 0.7)], rule)
  expect(found?.cosine).toBe(0.8)
  expect(identify([candidate('a', 0.8), candidate('a', 0.79), candidate('b', 0.78)], rule)).toBeNull()
})

test('a similarity that is not a number is not a match', () => {
  expect(identify([candidate('a', 0.9, Number.NaN)], rule)).toBeNull()
})
