import { describe, expect, test } from 'vitest'
import { identify, ruleOfTheLead } from './identify.ts'

const rule = { threshold: 0.85, lead: 0.05, leadOverCrowd: 0.3 }
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

test('no candidate is identified if another person is within the lead, whatever their similarity', () => {
  expect(identify([candidate('a', 0.8), candidate('b', 0.76)], rule)).toBeNull()
  expect(identify([candidate('a', 0.7), candidate('b', 0.66)], rule)).toBeNull()
  expect(identify([candidate('a', 0.75), candidate('b', 0.75)], rule)).toBeNull()
})

test('a candidate with exactly the lead is identified', () => {
  expect(identify([candidate('a', 0.75), candidate('b', 0.5)], { ...rule, lead: 0.25 })?.identity).toBe('a')
})

test('other photographs of the same person are not rivals', () => {
  const found = identify([candidate('a', 0.8), candidate('a', 0.79), candidate('b', 0.7)], rule)
  expect(found?.cosine).toBe(0.8)
  expect(identify([candidate('a', 0.8), candidate('a', 0.79), candidate('b', 0.78)], rule)).toBeNull()
})

test('a similarity that is not a number is not a match', () => {
  expect(identify([candidate('a', 0.9, Number.NaN)], rule)).toBeNull()
})

describe('the crowd', () => {
  const crowd = (cosines: readonly number[]) => cosines.map((cosine, index) => candidate(`c${index}`, cosine))
  const isNamed = (best: number, others: readonly number[]) =>
    identify([candidate('a', best, 1), ...crowd(others)], { ...rule, ...ruleOfTheLead }) !== null

  test('a face that resembles many enrolled people needs a higher cosine than one that resembles few', () => {
    const [similar, dissimilar] = [Array(7).fill(0.32), Array(7).fill(0.1)]
    expect(isNamed(0.5, dissimilar)).toBe(true)
    expect(isNamed(0.5, similar)).toBe(false)
    expect(isNamed(0.52, similar)).toBe(true)
  })

  test('is the next seven people: no later one counts, and no second photograph', () => {
    const seven = Array(7).fill(0.3)
    const at = 0.353 + 0.5 * 0.3
    expect(isNamed(at + 1e-9, seven)).toBe(true)
    expect(isNamed(at - 1e-9, seven)).toBe(false)
    expect(isNamed(at - 1e-9, [...seven, ...Array(20).fill(-0.2)])).toBe(false)
    const twice = [candidate('a', at - 1e-9, 1), ...crowd(seven), ...crowd(Array(7).fill(-0.2))]
    expect(identify(twice, { ...rule, ...ruleOfTheLead })).toBeNull()
  })

  test('without anyone else, the threshold decides', () => {
    expect(isNamed(0.42, [])).toBe(true)
    expect(isNamed(0.42, [0.05])).toBe(true)
  })
})
