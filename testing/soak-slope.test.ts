import { expect, test } from 'vitest'
import { judgeSlope, median, slopeOf } from '../bench/soak/slope.ts'

const points = (values: number[]) => values.map((value, index) => ({ atSeconds: index * 10, value }))
const tolerance = { share: 0.05, absolute: 1 }

test('the slope of a straight line is its own, and one outlier does not move it', () => {
  expect(slopeOf(points([0, 20, 40, 60]))).toBe(2)
  expect(slopeOf(points([5, 5, 5, 500, 5, 5, 5]))).toBe(0)
})

test('a steady quantity passes, and so does one that falls', () => {
  expect(judgeSlope(points([100, 101, 99, 100, 101, 99]), tolerance).failed).toBe(false)
  expect(judgeSlope(points([100, 90, 80, 70]), tolerance).failed).toBe(false)
})

test('a quantity that leaks fails', () => {
  const leaking = Array.from({ length: 30 }, (_, index) => 100 + index + (index % 3))
  expect(judgeSlope(points(leaking), tolerance).failed).toBe(true)
})

test('the median of an even number of values is the mean of the two in the middle', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(median([])).toBe(0)
})
