import { expect, test } from 'vitest'
import { cosineOf, templateOf } from '../testing/people.ts'
import { cosineOfRow, quantiseQuery, quantiseTemplate } from './quantise.ts'
import { RowScanner } from './scan-rows.ts'
import { TemplateRows } from './template-rows.ts'

const rowsOf = (vectors: readonly Float32Array[], slabRows = 1_024) => {
  const rows = new TemplateRows({ dimensions: vectors[0]!.length, slabRows })
  for (const [index, vector] of vectors.entries()) rows.put({ id: index + 1, vector })
  return rows
}

/** Compares every row with the query, one after another. */
const oneByOne = (rows: TemplateRows, query: Float32Array, k: number) =>
  Array.from({ length: rows.used }, (_, row) => rows.compare(query, row))
    .flatMap((candidate) => candidate ?? [])
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, k)

const scanned = (rows: TemplateRows, query: Float32Array, k: number) =>
  new RowScanner()
    .scan(rows.slabs, quantiseQuery(query), k, { from: 0, to: rows.used })
    .flatMap(({ row }) => rows.compare(query, row) ?? [])
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, k)

test.each([512, 128, 40])(
  'a scan of templates of %i numbers finds what comparing one by one finds',
  (dimensions) => {
    const crowd = Array.from({ length: 3_000 }, (_, index) => templateOf(index, dimensions))
    // Families: many templates that are almost as similar as the best.
    const family = Array.from({ length: 300 }, (_, index) =>
      templateOf(5_000 + index, dimensions, { vector: crowd[7]!, share: 0.5 }),
    )
    const rows = rowsOf([...crowd, ...family])
    const queries = [7, 8, 9].map((person) =>
      templateOf(9_000 + person, dimensions, { vector: crowd[person]!, share: 0.6 }),
    )
    const strangers = [1, 2, 3].map((seed) => templateOf(20_000 + seed, dimensions))
    for (const query of [...queries, ...strangers]) {
      for (const k of [1, 10]) expect(scanned(rows, query, k)).toEqual(oneByOne(rows, query, k))
    }
  },
)

test('eight bits keep the cosine within 0.002', () => {
  const dimensions = 512
  for (let seed = 0; seed < 200; seed++) {
    const vector = templateOf(seed, dimensions)
    const query = templateOf(seed + 1_000, dimensions, { vector, share: (seed % 10) / 10 })
    const [high, low] = [new Uint8Array(256), new Uint8Array(256)]
    const { inverseLength } = quantiseTemplate(vector, high, low)
    const cosine = cosineOfRow(query, { high, low, inverseLength })
    expect(Math.abs(cosine - cosineOf(query, vector))).toBeLessThan(0.002)
  }
})

test('extreme templates are preserved: one number has all the length, all are equal, all are negative', () => {
  const only = new Float32Array(64)
  only[40] = -1
  const equal = new Float32Array(64).fill(0.125)
  const below = new Float32Array(64).fill(-0.125)
  const rows = rowsOf([only, equal, below])
  expect(scanned(rows, only, 1)[0]).toEqual({ id: 1, cosine: expect.closeTo(1, 6) })
  expect(scanned(rows, equal, 3).map(({ id }) => id)).toEqual([2, 1, 3])
  expect(scanned(rows, below, 1)[0]).toEqual({ id: 3, cosine: expect.closeTo(1, 6) })
})

test('many equal templates do not hide one another', () => {
  const twin = templateOf(1, 64)
  const rows = rowsOf([...Array.from({ length: 2_500 }, () => twin), templateOf(2, 64)])
  const found = scanned(rows, twin, 100)
  expect(found).toHaveLength(100)
  expect(new Set(found.map(({ id }) => id)).size).toBe(100)
})

test('a removed template leaves no data in memory, and its row is used again', () => {
  const rows = rowsOf([templateOf(1, 64), templateOf(2, 64)])
  rows.remove(1)
  const [slab] = rows.slabs
  expect(new Uint8Array(slab!.memory.buffer, 0, 32).every((byte) => byte === 0)).toBe(true)
  expect(scanned(rows, templateOf(1, 64), 2).map(({ id }) => id)).toEqual([2])
  rows.put({ id: 3, vector: templateOf(3, 64) })
  expect(rows.used).toBe(2)
  expect(scanned(rows, templateOf(3, 64), 1)[0]?.id).toBe(3)
})

test('an invalid template is refused', () => {
  const rows = rowsOf([templateOf(1, 64)])
  const vector = templateOf(2, 64)
  expect(() => rows.put({ id: 2, vector: vector.subarray(1) })).toThrow('63 numbers')
  expect(() => rows.put({ id: 2, vector: new Float32Array(64) })).toThrow('length 1')
  expect(() => rows.put({ id: 2, vector: vector.fill(Number.NaN, 3, 4) })).toThrow('length 1')
  expect(() => rows.put({ id: 0, vector: templateOf(2, 64) })).toThrow('no id')
  expect(rows.size).toBe(1)
})
