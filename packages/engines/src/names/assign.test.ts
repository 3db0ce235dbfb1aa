import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assign } from './assign.ts'

const square = (sizes: { min: number; max: number }) =>
  fc.integer(sizes).chain((size) =>
    fc.array(fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: size, maxLength: size }), {
      minLength: size,
      maxLength: size,
    }),
  )

const cheapestByTryingAll = (
  costs: readonly (readonly number[])[],
  row = 0,
  taken = new Set<number>(),
): number => {
  if (row === costs.length) return 0
  let best = Number.POSITIVE_INFINITY
  for (let column = 0; column < costs.length; column++) {
    if (taken.has(column)) continue
    taken.add(column)
    best = Math.min(best, costs[row]![column]! + cheapestByTryingAll(costs, row + 1, taken))
    taken.delete(column)
  }
  return best
}

test('the assignment has the cost of the best permutation', () => {
  fc.assert(
    fc.property(square({ min: 1, max: 6 }), (costs) => {
      const columns = assign(costs)
      expect(new Set(columns).size).toBe(costs.length)
      const cost = columns.reduce((sum, column, row) => sum + costs[row]![column]!, 0)
      expect(cost).toBe(cheapestByTryingAll(costs))
    }),
  )
})

test('at most n³ + n² costs are examined', () => {
  fc.assert(
    fc.property(square({ min: 1, max: 24 }), (costs) => {
      let reads = 0
      const counted = costs.map(
        (row) =>
          new Proxy(row, {
            get: (target, key) => {
              reads++
              return Reflect.get(target, key)
            },
          }),
      )
      assign(counted)
      expect(reads).toBeLessThanOrEqual(costs.length ** 3 + costs.length ** 2)
    }),
  )
})
