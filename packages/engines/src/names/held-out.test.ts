import { describe, expect, test } from 'vitest'
import { comparePersonNames } from './index.ts'
import { inventPairs, neverMatchCategories } from './testing/name-variants.ts'

/** The rules were developed on pairs of other seeds. */
const inventedPairs = inventPairs(77_001, 300).map((pair) => ({
  ...pair,
  ...comparePersonNames(pair.a, pair.b),
}))
const share = (pairs: typeof inventedPairs) =>
  pairs.filter((pair) => pair.verdict === pair.expected).length / pairs.length

describe('invented Congolese names', () => {
  test('at least 98 % of all verdicts are correct', () => {
    expect(share(inventedPairs)).toBeGreaterThanOrEqual(0.98)
  })

  test.each([...Map.groupBy(inventedPairs, (pair) => pair.category)])('%s: at least 95 %', (_, pairs) => {
    expect(share(pairs)).toBeGreaterThanOrEqual(0.95)
  })

  test.each(neverMatchCategories)('%s never yields match', (category) => {
    const pairs = inventedPairs.filter((pair) => pair.category === category)
    expect(pairs.length).toBeGreaterThan(0)
    expect(pairs.filter((pair) => pair.verdict === 'match')).toEqual([])
  })
})
