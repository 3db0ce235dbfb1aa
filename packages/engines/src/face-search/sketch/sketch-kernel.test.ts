import { expect, test } from 'vitest'
import { newSlab, viewSlab } from '../scan/slab.ts'
import { Memory } from '../scan/web-assembly.ts'
import { templateOf } from '../testing/people.ts'
import { bitsApart, sketchOf } from '../testing/sketches.ts'
import { extractBytes, tablesBytes, writeExtract, writeTables } from './extract.ts'
import { sketchBytes, turnerOf } from './sketch.ts'
import { distanceOf, openSketchKernel, rowOf } from './sketch-kernel.ts'

const dimensions = 512
const range = { from: 1_024, to: 3_072 }
const scratch = tablesBytes + sketchBytes
const resultsAt = scratch + 16

const openRows = (vectors: readonly Float32Array[], query: Float32Array) => {
  const shape = newSlab({ dimensions, rows: 4_096, sketched: true })
  const planes = viewSlab(shape).sketches!
  const sketches = vectors.map(sketchOf)
  for (const [index, sketch] of sketches.entries()) {
    const row = range.from + index
    planes.whole.set(sketch, row * sketchBytes)
    writeExtract(planes.extracts, row, sketch)
  }
  const own = new Memory({ initial: 2 })
  const tables = new Uint8Array(own.buffer, 0, tablesBytes)
  const turned = turnerOf(dimensions)(query)
  writeTables(turned, tables)
  new Uint8Array(own.buffer, tablesBytes, sketchBytes).set(sketchOf(query))
  const kernel = openSketchKernel({
    own,
    slab: shape.memory,
    query: { tables: 0, sketch: tablesBytes },
    scratch,
    planes: { extracts: planes.extractsAt, sketches: planes.sketchesAt },
  })
  return { own, kernel, turned, sketches }
}
const query = templateOf(1, dimensions)
const opposite = query.map((value) => -value)
const vectors = [
  query,
  opposite,
  ...Array.from({ length: 2_046 }, (_, seed) => templateOf(seed + 2, dimensions)),
]

test("the sum of a row is the query's magnitude in the directions with different signs, within the rounding of the tables", () => {
  const { own, kernel, turned, sketches } = openRows(vectors, query)
  kernel.sums(range, resultsAt)
  const sums = new Uint8Array(own.buffer, resultsAt, vectors.length)
  const lengths = Array.from(turned.subarray(0, 8 * extractBytes), Math.abs)
  const whole = lengths.reduce((sum, length) => sum + length)
  for (const [row, sketch] of sketches.entries()) {
    const differs = lengths.reduce((sum, length, bit) => {
      const isSet = ((sketch[bit >> 3]! >> (bit & 7)) & 1) === 1
      return isSet !== turned[bit]! > 0 ? sum + length : sum
    }, 0)
    // At most half a unit for each of 48 tables.
    expect(Math.abs(sums[row]! - Math.min(255, (380 * differs) / whole))).toBeLessThanOrEqual(24)
  }
  expect([sums[0], sums[1]]).toEqual([0, 255])
})

test('the rows within a limit are listed once each, and compared by all bits of their sketches', () => {
  const { own, kernel, sketches } = openRows(vectors, query)
  kernel.sums(range, resultsAt)
  const sums = Array.from(new Uint8Array(own.buffer, resultsAt, vectors.length))
  for (const limit of [0, 150, 180, 255]) {
    const count = kernel.near(range, limit, resultsAt)
    kernel.compare(resultsAt, count)
    const results = Array.from(new Uint32Array(own.buffer, resultsAt, count))
    const found = new Map(results.map((result) => [rowOf(result) - range.from, distanceOf(result)]))
    const within = sums.flatMap((sum, row) => (sum <= limit ? [row] : []))
    expect(count).toBe(within.length)
    expect([...found.keys()].toSorted((a, b) => a - b)).toEqual(within)
    for (const [row, distance] of found) expect(distance).toBe(bitsApart(sketches[row]!, sketches[0]!))
  }
})
