import { expect, test } from 'vitest'
import { viewSlab } from '../scan/slab.ts'
import { TemplateRows } from '../scan/template-rows.ts'
import { templateOf } from '../testing/people.ts'
import { bitsApart, sketchOf } from '../testing/sketches.ts'
import { extractBytes, rowsOfBlock } from './extract.ts'
import { SketchScanner } from './sketch-scanner.ts'

const dimensions = 64
const people = 5_000
const vectors = Array.from({ length: people }, (_, index) => templateOf(index + 1, dimensions))
const rowsOf = () => {
  const rows = new TemplateRows({ dimensions, slabRows: 2_048, sketched: true })
  for (const [index, vector] of vectors.entries()) rows.put({ id: index + 1, vector })
  return rows
}

test('the rows with the nearest sketches are found, across slabs and at the ends of a range', () => {
  const rows = rowsOf()
  const query = templateOf(9_000, dimensions)
  const distances = vectors.map((vector) => bitsApart(sketchOf(query), sketchOf(vector)))
  const range = { from: 1_024, to: 4_500 }
  const found = new SketchScanner().nearRows(rows.slabs, query, range)
  expect(Math.min(...found)).toBeGreaterThanOrEqual(range.from)
  expect(Math.max(...found)).toBeLessThan(range.to)
  expect(new Set(found).size).toBe(found.length)
  const farthestFound = Math.max(...found.map((row) => distances[row]!))
  const within = distances.slice(range.from, range.to).filter((distance) => distance <= farthestFound)
  // So few rows all pass the first filter. The result is every row within the distance.
  expect(found).toHaveLength(within.length)
  expect(found.length).toBeGreaterThanOrEqual(2_000)
  expect(found.length).toBeLessThan(2_200)
})

test('among many rows, a row as near as another photograph of the person is always kept', () => {
  const many = 60_000
  const rows = new TemplateRows({ dimensions, slabRows: 16_384, sketched: true })
  for (let row = 0; row < many; row++) rows.put({ id: row + 1, vector: templateOf(row, dimensions) })
  const scanner = new SketchScanner()
  for (const row of [0, 7, 16_383, 16_384, 33_000, many - 1]) {
    const photograph = templateOf(100_000 + row, dimensions, {
      vector: templateOf(row, dimensions),
      share: 0.6,
    })
    const found = scanner.nearRows(rows.slabs, photograph, { from: 0, to: many })
    expect(found).toContain(row)
    expect(found.length).toBeLessThan(4_000)
  }
})

test('a removed template leaves no sketch in memory', () => {
  const rows = rowsOf()
  const before = Buffer.from(new Uint8Array(rows.slabs[0]!.memory.buffer).slice().buffer)
  const sketch = sketchOf(vectors[2]!)
  const extractOf = (memory: Uint8Array) => {
    const { extractsAt } = viewSlab(rows.slabs[0]!).sketches!
    return Array.from({ length: extractBytes }, (_, byte) => memory[extractsAt + 2 + byte * rowsOfBlock])
  }
  expect(before.includes(Buffer.from(sketch))).toBe(true)
  expect(extractOf(before)).toEqual([...sketch.subarray(0, extractBytes)])
  rows.remove(3)
  const after = Buffer.from(new Uint8Array(rows.slabs[0]!.memory.buffer).slice().buffer)
  expect(after.includes(Buffer.from(sketch))).toBe(false)
  expect(extractOf(after)).toEqual(new Array(extractBytes).fill(0))
})
