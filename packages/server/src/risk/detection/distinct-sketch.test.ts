import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { addToSketch, countOfSketch, emptySketch, mergeSketches } from './distinct-sketch.ts'

const hashOf = (value: number) => createHmac('sha256', 'a key of the test').update(`value ${value}`).digest()
const sketchOf = (from: number, to: number) => {
  const sketch = emptySketch()
  for (let value = from; value < to; value++) addToSketch(sketch, hashOf(value))
  return sketch
}

test.each([0, 1, 10, 100, 1_000, 3_000, 20_000, 200_000])('%i values are counted within 10 %%', (values) => {
  const count = countOfSketch(sketchOf(0, values))
  expect(Math.abs(count - values)).toBeLessThanOrEqual(values * 0.1)
})

test('a repeated value counts once', () => {
  const sketch = sketchOf(0, 500)
  const before = countOfSketch(sketch)
  for (let value = 0; value < 500; value++) addToSketch(sketch, hashOf(value))
  expect(countOfSketch(sketch)).toBe(before)
})

test('merged sketches count the values of all of them', () => {
  const merged = mergeSketches([sketchOf(0, 1_000), sketchOf(500, 1_500), emptySketch()])
  expect(merged).toEqual(sketchOf(0, 1_500))
})
