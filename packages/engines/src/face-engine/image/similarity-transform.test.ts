import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crop } from './crop.ts'
import { applyTransform, fitSimilarity } from './similarity-transform.ts'

const points = [
  { x: 38, y: 51 },
  { x: 73, y: 51 },
  { x: 56, y: 71 },
  { x: 41, y: 92 },
  { x: 70, y: 92 },
]

test('the fit recovers any rotation, scale and shift', () => {
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
  fc.assert(
    fc.property(
      number(-3, 3),
      number(0.05, 20),
      number(-900, 900),
      number(-900, 900),
      (angle, scale, x0, y0) => {
        const transform = { a: scale * Math.cos(angle), b: scale * Math.sin(angle), x0, y0 }
        const fitted = fitSimilarity(
          points,
          points.map((point) => applyTransform(transform, point)),
        )
        for (const part of ['a', 'b', 'x0', 'y0'] as const)
          expect(fitted[part]).toBeCloseTo(transform[part], 6)
      },
    ),
  )
})

test('for points that no such transform reaches, no other transform has a smaller squared error', () => {
  const target = points.map(({ x, y }, index) => ({ x: 2 * x + (index % 3), y: 2 * y - (index % 2) * 4 }))
  const squares = (transform: ReturnType<typeof fitSimilarity>) =>
    points.reduce((sum, point, index) => {
      const { x, y } = applyTransform(transform, point)
      return sum + (x - target[index]!.x) ** 2 + (y - target[index]!.y) ** 2
    }, 0)
  const fitted = fitSimilarity(points, target)
  for (const part of ['a', 'b', 'x0', 'y0'] as const) {
    for (const step of [-1e-3, 1e-3]) {
      expect(squares({ ...fitted, [part]: fitted[part] + step })).toBeGreaterThan(squares(fitted))
    }
  }
})

test('a crop of a fine pattern at a tenth of its size is its mean, without aliasing', () => {
  const data = new Uint8Array(400 * 400 * 3)
  for (let pixel = 0; pixel < 400 * 400; pixel++) {
    data.fill(((pixel % 400) + Math.floor(pixel / 400)) % 2 === 0 ? 255 : 0, pixel * 3, pixel * 3 + 3)
  }
  const small = crop({ width: 400, height: 400, data }, { a: 10, b: 0, x0: 0, y0: 0 }, 40, 40)
  expect(Math.max(...small.data) - Math.min(...small.data)).toBeLessThan(4)
})

test('pixels outside the image are black', () => {
  const image = { width: 4, height: 4, data: new Uint8Array(48).fill(200) }
  const { data } = crop(image, { a: 1, b: 0, x0: -2, y0: 0 }, 4, 4)
  expect([data[0], data[3], data[6], data[9]]).toEqual([0, 0, 200, 200])
})
