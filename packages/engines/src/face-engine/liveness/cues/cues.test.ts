import { expect, test } from 'vitest'
import type { Box } from '../../geometry.ts'
import type { RgbImage } from '../../image/decoded-image.ts'
import { measureBlue } from './blue.ts'
import { measureBorders } from './borders.ts'
import { contentOf } from './content.ts'
import { powerSpectra } from './fourier.ts'
import { measureGrid } from './grid.ts'
import { cropSurroundings } from './surroundings.ts'

type Paint = (x: number, y: number) => readonly [number, number, number]

const paint = (width: number, height: number, colour: Paint): RgbImage => ({
  width,
  height,
  data: Uint8Array.from({ length: width * height * 3 }, (_, at) => {
    const pixel = Math.floor(at / 3)
    return colour(pixel % width, Math.floor(pixel / width))[at % 3]!
  }),
})
const grey = (value: number) => [value, value, value] as const

/** A disc of skin in front of a soft wall, without any straight edge. */
const face: Box = { left: 270, top: 240, width: 100, height: 120 }
const isHead = (x: number, y: number) => Math.hypot((x - 320) / 50, (y - 300) / 60) < 1
const person: Paint = (x, y) => (isHead(x, y) ? [190, 140, 115] : grey(110 + 40 * Math.sin(x / 90 + y / 130)))
const whole = (image: RgbImage): Box => ({ left: 0, top: 0, width: image.width, height: image.height })
const bordersOf = (colour: Paint) => {
  const image = paint(640, 640, colour)
  return measureBorders(cropSurroundings(image, whole(image), face))
}

/** The position in a sheet that is rotated around the face. */
const turned = (x: number, y: number, degrees: number) => {
  const angle = (degrees * Math.PI) / 180
  const [u, v] = [x - 320, y - 300]
  return [u * Math.cos(angle) + v * Math.sin(angle), v * Math.cos(angle) - u * Math.sin(angle)] as const
}

test.each([0, 6, 12])('a print has four borders, also when rotated by %i degrees', (degrees) => {
  const borders = bordersOf((x, y) => {
    const [u, v] = turned(x, y, degrees)
    const isSheet = Math.abs(u) < 105 && Math.abs(v) < 125
    return isSheet ? person(x, y) : grey(40)
  })
  expect(borders.lines[3]).toBeGreaterThan(0.8)
})

test('a person in front of a wall has no border; a door is one border', () => {
  expect(bordersOf(person).lines[0]).toBeLessThan(0.5)
  const [first, , third] = bordersOf((x, y) => (x > 480 ? grey(30) : person(x, y))).lines
  expect(first).toBeGreaterThan(0.9)
  expect(third).toBeLessThan(0.5)
})

test('a bezel is black beyond straight edges on two sides of the face; a light frame, one side or a dark room is not', () => {
  const between = (x: number, least: number, most: number) => x > least && x < most
  expect(bordersOf((x, y) => (between(x, 220, 420) ? person(x, y) : grey(12))).bezel).toBeGreaterThan(0.9)
  expect(bordersOf((x, y) => (between(x, 220, 420) ? person(x, y) : grey(235))).bezel).toBe(0)
  expect(bordersOf((x, y) => (between(x, -1, 420) ? person(x, y) : grey(12))).bezel).toBe(0)
  const lit = (x: number, y: number) => Math.max(0, 1 - Math.hypot(x - 320, y - 300) / 260)
  const inTheDark: Paint = (x, y) => person(x, y).map((value) => value * lit(x, y)) as never
  expect(bordersOf(inTheDark).bezel).toBeLessThan(0.3)
})

test('near the edge of the photograph a border needs its visible length only', () => {
  const image = paint(640, 160, (x, y) => (x > 220 && x < 420 ? person(x, y + 220) : grey(235)))
  const { lines } = measureBorders(cropSurroundings(image, whole(image), { ...face, top: 20 }))
  expect(lines[1]).toBeGreaterThan(0.9)
})

test('noise is not a border', () => {
  let state = 1
  const noise = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  expect(bordersOf(() => grey(255 * noise())).lines[0]).toBeLessThan(0.7)
})

test('black bars along the edges of the file are not part of the picture, but dark content is', () => {
  const padded = paint(300, 300, (x, y) => (x < 20 || x >= 260 || y < 30 ? grey(4) : grey(120)))
  expect(contentOf(padded)).toEqual({ left: 22, top: 32, width: 236, height: 268 })
  const tilted = paint(300, 300, (x, y) => (x < 20 + y / 5 ? grey(4) : grey(120)))
  expect(contentOf(tilted).left).toBeLessThan(25)
  expect(contentOf(paint(300, 300, () => grey(90)))).toEqual({ left: 0, top: 0, width: 300, height: 300 })
  // Only the centre remains of a black picture, without an error.
  expect(contentOf(paint(300, 300, () => grey(0))).width).toBeGreaterThan(0)
})

test('the spectra of two pictures are separated: a wave appears at its own frequency', () => {
  const side = 64
  const wave = (across: number, down: number) =>
    Float32Array.from({ length: side * side }, (_, at) =>
      Math.cos((2 * Math.PI * (across * (at % side) + down * Math.floor(at / side))) / side),
    )
  const [one, other] = powerSpectra(wave(5, 9), wave(20, 0), side)
  expect(one.indexOf(Math.max(...one))).toBe(9 * side + 5)
  expect([20, side - 20]).toContain(other.indexOf(Math.max(...other)))
  expect(one[20]!).toBeLessThan(1e-6)
})

test('the waves of a screen are peaks, in luma and in colour', () => {
  const gridOf = (colour: Paint) => measureGrid(paint(640, 640, colour), face)
  const bare = gridOf(person)
  const beat = gridOf(
    (x, y) => person(x, y).map((value) => value + 12 * Math.sin(0.9 * x + 0.7 * y)) as never,
  )
  expect(beat.luma).toBeGreaterThan(bare.luma + 1)
  const coloured = gridOf((x, y) => {
    const [red, green, blue] = person(x, y)
    const wave = 14 * Math.sin(0.5 * x + 0.6 * y)
    return [red + wave, green - wave / 2, blue + wave]
  })
  expect(coloured.colour).toBeGreaterThan(bare.colour + 1)
})

test('a cold bright screen is bluer', () => {
  const blueOf = (colour: Paint) => measureBlue(paint(640, 640, colour), face)
  const cold = blueOf((x, y) => (isHead(x, y) ? [170, 190, 255] : person(x, y)))
  expect(cold).toBeGreaterThan(blueOf(person) + 0.5)
})

test('the size of the photograph does not change borders', () => {
  const sheet =
    (scale: number): Paint =>
    (x, y) =>
      Math.abs(x / scale - 320) < 105 && Math.abs(y / scale - 300) < 125 ? grey(180) : grey(40)
  const measured = [0.6, 1, 1.7].map((scale) => {
    const image = paint(Math.round(640 * scale), Math.round(640 * scale), sheet(scale))
    const [left, top, width, height] = [face.left, face.top, face.width, face.height].map(
      (value) => value * scale,
    )
    return measureBorders(
      cropSurroundings(image, whole(image), { left: left!, top: top!, width: width!, height: height! }),
    ).lines[3]
  })
  for (const border of measured) expect(border).toBeGreaterThan(0.85)
})
