import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boxToSource, crop } from './crop.ts'

const image = (width: number, height: number, seed: number) => {
  const data = new Uint8Array(width * height * 3)
  for (let at = 0; at < data.length; at++) data[at] = (Math.imul(at + seed, 2_654_435_761) >>> 24) & 255
  return { width, height, data }
}

/** Whether a sample lies on an edge, within numeric precision. */
const touches = (scale: number, start: number, length: number, samples: number) =>
  Array.from({ length: samples }, (_, at) => scale * (at + 0.5) + start).some(
    (place) => Math.abs(place) < 1e-9 || Math.abs(place - length) < 1e-9,
  )

test('a crop of the whole at its own size is the image', () => {
  const source = image(7, 5, 1)
  expect(crop(source, { a: 1, b: 0, x0: 0, y0: 0 }, 7, 5).data).toEqual(source.data)
})

test('an upright crop equals a crop with a rotation near zero', () => {
  const places = fc.double({ min: -6, max: 12, noNaN: true })
  const sides = fc.integer({ min: 1, max: 12 })
  fc.assert(
    fc.property(
      sides,
      sides,
      fc.double({ min: 0.2, max: 1.4, noNaN: true }),
      places,
      places,
      (w, h, a, x0, y0) => {
        // A sample exactly on the edge of the image can fall on either side.
        fc.pre(!touches(a, x0, w, 9) && !touches(a, y0, h, 8))
        const source = image(w, h, w + h)
        const upright = crop(source, { a, b: 0, x0, y0 }, 9, 8).data
        const turned = crop(source, { a, b: 1e-13, x0, y0 }, 9, 8).data
        expect(upright.every((value, at) => Math.abs(value - turned[at]!) <= 1)).toBe(true)
      },
    ),
  )
})

test('outside of the image is black', () => {
  const { data } = crop(image(4, 4, 2), { a: 1, b: 0, x0: -4, y0: 0 }, 4, 4)
  expect([...data]).toEqual(Array(48).fill(0))
})

test('a reduced image is averaged and keeps its proportions', () => {
  const board = image(64, 32, 3)
  for (let at = 0; at < board.data.length; at++) board.data[at] = Math.floor(at / 3) % 2 === 0 ? 0 : 200
  const box = { left: 0, top: 0, width: 64, height: 32 }
  const { data } = crop(board, boxToSource(box, 16, 16), 16, 16)
  expect([...data.subarray(0, 3 * 16 * 4)].every((value) => value === 0)).toBe(true)
  expect([...data.subarray(3 * 16 * 6, 3 * 16 * 10)].every((value) => Math.abs(value - 100) <= 1)).toBe(true)
})
