import { expect, test } from 'vitest'
import { cosineOf, templateOf } from '../testing/people.ts'
import { bitsApart, sketchOf } from '../testing/sketches.ts'

test.each([512, 128, 40, 700])(
  'of templates of %i numbers, the share of bits that differ is their angle, a half turn being 1',
  (dimensions) => {
    let sum = 0
    const pairs = 60
    for (let seed = 0; seed < pairs; seed++) {
      const vector = templateOf(seed, dimensions)
      const other = templateOf(seed + 1_000, dimensions, { vector, share: (seed % 10) / 10 })
      const share = bitsApart(sketchOf(vector), sketchOf(other)) / 512
      const angle = Math.acos(cosineOf(vector, other)) / Math.PI
      expect(Math.abs(share - angle)).toBeLessThan(0.11)
      sum += share - angle
    }
    expect(Math.abs(sum / pairs)).toBeLessThan(0.01)
  },
)

test('the opposite vector has all bits inverted', () => {
  const vector = templateOf(1, 512)
  expect(bitsApart(sketchOf(vector), sketchOf(vector.map((value) => -value)))).toBe(512)
})

test('length does not matter', () => {
  const vector = templateOf(1, 512)
  expect(sketchOf(vector.map((value) => 3 * value))).toEqual(sketchOf(vector))
})
