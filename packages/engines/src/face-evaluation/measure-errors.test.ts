import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Compared, measureErrors } from './measure-errors.ts'

const pairs = (same: readonly number[], different: readonly number[]): Compared[] => [
  ...same.map((similarity) => ({ similarity, isSame: true })),
  ...different.map((similarity) => ({ similarity, isSame: false })),
]

test('a pair matches if its similarity is at least the threshold', () => {
  const { at } = measureErrors(pairs([0.85, 0.84, 0.99], [0.8, 0.79, 0.1, 0.95]))
  const at80 = at.find(({ threshold }) => threshold === 0.8)!
  expect(at80.falseMatch).toMatchObject({ count: 2, total: 4 })
  expect(at80.falseNonMatch).toMatchObject({ count: 0, total: 3 })
  const at85 = at.find(({ threshold }) => threshold === 0.85)!
  expect(at85.falseMatch).toMatchObject({ count: 1, total: 4 })
  expect(at85.falseNonMatch).toMatchObject({ count: 1, total: 3 })
})

test('separated people: no equal error rate, the whole area', () => {
  const { equalError, areaUnderCurve } = measureErrors(pairs([0.9, 0.95], [0.1, 0.2]))
  expect(equalError?.rate).toBe(0)
  expect(areaUnderCurve).toBe(1)
})

test('scores without information: half of the area', () => {
  const { equalError, areaUnderCurve } = measureErrors(pairs([0.1, 0.9, 0.5], [0.1, 0.9, 0.5]))
  expect(areaUnderCurve).toBe(0.5)
  expect(equalError!.rate).toBeCloseTo(0.5, 0)
})

test('a false match rate is only reported with enough pairs to measure it', () => {
  const few = measureErrors(
    pairs(
      [0.9],
      Array.from({ length: 150 }, (_, index) => index / 200),
    ),
  )
  const [hundredth, thousandth] = few.atFalseMatchRate
  expect(hundredth!.errors!.falseMatch.count).toBe(1)
  expect(thousandth!.errors).toBeNull()
})

test('with pairs of one kind only, the other rates have no cases', () => {
  expect(measureErrors(pairs([0.9], []))).toMatchObject({ equalError: null, areaUnderCurve: null })
  expect(measureErrors([]).at[0]!.falseMatch).toMatchObject({ total: 0, low: 0, high: 1 })
})

test('the curve follows the threshold, and its ends include all pairs', () => {
  const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(scores, scores, (same, different) => {
      const { curve } = measureErrors(pairs(same, different))
      expect(curve[0]).toMatchObject({ falseMatchRate: 1, falseNonMatchRate: 0 })
      for (const [index, point] of curve.entries()) {
        const before = curve[index - 1]
        if (!before) continue
        expect(point.threshold).toBeGreaterThan(before.threshold)
        expect(point.falseMatchRate).toBeLessThanOrEqual(before.falseMatchRate)
        expect(point.falseNonMatchRate).toBeGreaterThanOrEqual(before.falseNonMatchRate)
      }
    }),
  )
})
