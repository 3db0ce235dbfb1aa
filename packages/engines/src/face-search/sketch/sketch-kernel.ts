import type { Range } from '../scan/scan-rows.ts'
import { touchRows } from '../scan/touch-rows.ts'
import {
  advance,
  type Code,
  countDown,
  get,
  i8x16,
  i16x8,
  i32,
  i64,
  moduleOf,
  repeat,
  set,
  tee,
  v128,
  type WasmFunction,
  when,
} from '../scan/wasm-module.ts'
import { Instance, Module, pagesOf, type WasmMemory, type WasmModule } from '../scan/web-assembly.ts'
import { extractBytes, rowsOfBlock } from './extract.ts'
import { sketchBytes } from './sketch.ts'

/**
 * Number of distant blocks that are read together. The processor prefetches each of them, and each table is read once.
 */
const blocksPerStep = 4
const blockBytes = extractBytes * rowsOfBlock
const wordBytes = 8
const words = sketchBytes / wordBytes

/* A result: the row of the slab in the low 22 bits, the distance in the bits above. */
const distanceShift = 22
/** Maximum number of rows of a slab with sketches. */
export const maxSketchedRows = 2 ** distanceShift
const rowMask = maxSketchedRows - 1
export const distanceOf = (result: number): number => result >>> distanceShift
export const rowOf = (result: number): number => result & rowMask

const [own, slab] = [0, 1]

type Locals = {
  tables: number
  /** For each block: its place, and the sums of its rows. */
  places: readonly number[]
  sums: readonly number[]
  mask: number
  low: number
  high: number
  loaded: number
}

/** Adds the table values of both halves of each byte to the sums of some blocks. */
const sumUp = ({ tables, places, sums, mask, low, high, loaded }: Locals): Code[] =>
  Array.from({ length: extractBytes }, (_, byte) => [
    ...[get(tables), v128.load(own, 2 * byte * rowsOfBlock), set(low)],
    ...[get(tables), v128.load(own, (2 * byte + 1) * rowsOfBlock), set(high)],
    ...places.flatMap((place, index) => {
      const sum = sums[index]!
      return [
        ...[get(place), v128.load(slab, byte * rowsOfBlock), set(loaded)],
        ...[get(low), get(loaded), get(mask), v128.and, i8x16.lookUp],
        ...(byte === 0 ? [] : [get(sum), i8x16.addSaturating]),
        ...[get(high), get(loaded), i32.constant(4), i16x8.shiftRightUnsigned, get(mask), v128.and],
        ...[i8x16.lookUp, i8x16.addSaturating, set(sum)],
      ]
    }),
  ]).flat()

const indices = Array.from({ length: blocksPerStep }, (_, index) => index)

/**
 * sums(tables, plane, out, rounds, row, stride): the sum of each row, one byte each. Each iteration takes a block from
 * each of four places, `stride` rows apart.
 *
 * near(tables, plane, out, rounds, row, stride, limit): the rows with a sum of at most `limit`. Returns the end of the
 * list.
 */
const overBlocks = (name: 'sums' | 'near'): Omit<WasmFunction, 'memories'> => {
  const [tables, plane, out, rounds, row, stride, limit] = [0, 1, 2, 3, 4, 5, 6]
  const bits = 7
  const places = indices.map((index) => 8 + index)
  const firstVector = 8 + blocksPerStep
  const sums = indices.map((index) => firstVector + index)
  const [mask, low, high, loaded, limits] = [0, 1, 2, 3, 4].map(
    (index) => firstVector + blocksPerStep + index,
  ) as [number, number, number, number, number]
  const rowsAhead = (index: number) => [get(stride), i32.constant(index), i32.multiply]
  const write = (index: number): Code[] => [
    ...[get(out), ...rowsAhead(index), i32.add, get(sums[index]!), v128.store(own)],
  ]
  const list = (index: number): Code[] => [
    ...[get(sums[index]!), get(limits), i8x16.isAtMost, i8x16.bits, tee(bits)],
    when(
      repeat(
        ...[get(out), get(row), ...rowsAhead(index), i32.add, get(bits), i32.trailingZeros, i32.add],
        ...[i32.store(own), ...advance(out, 4)],
        ...[get(bits), get(bits), i32.constant(1), i32.subtract, i32.and, tee(bits)],
      ),
    ),
  ]
  return {
    name,
    parameters: 7,
    locals: { i32: 1 + blocksPerStep, v128: blocksPerStep + 5 },
    answers: true,
    body: [
      ...[i32.constant(15), i8x16.splat, set(mask), get(limit), i8x16.splat, set(limits)],
      ...indices.flatMap((index) => [
        ...[get(row), ...rowsAhead(index), i32.add, i32.constant(extractBytes), i32.multiply],
        ...[get(plane), i32.add, set(places[index]!)],
      ]),
      repeat(
        ...sumUp({ tables, places, sums, mask, low, high, loaded }),
        ...indices.flatMap(name === 'sums' ? write : list),
        ...places.flatMap((place) => advance(place, blockBytes)),
        ...(name === 'sums' ? advance(out, rowsOfBlock) : advance(row, rowsOfBlock)),
        ...countDown(rounds),
      ),
      get(out),
    ],
  }
}

/** compare(query, plane, results, rounds, scratch): writes the number of differing sketch bits for each row. */
const compare = (): Omit<WasmFunction, 'memories'> => {
  const [query, plane, results, rounds, scratch] = [0, 1, 2, 3, 4]
  const [row, place, left, next, sum, firstWord] = [5, 6, 7, 8, 9, 10]
  const placeOf = (row: Code[]) => [...row, i32.constant(sketchBytes), i32.multiply, get(plane), i32.add]
  const wordsOfQuery = Array.from({ length: words }, (_, index) => [
    ...[get(query), i64.load(own, index * wordBytes), set(firstWord + index)],
  ])
  const bitsApart = Array.from({ length: words }, (_, index) => [
    ...[get(place), i64.load(slab, index * wordBytes), get(firstWord + index), i64.xor, i64.countOnes],
    ...(index > 0 ? [i64.add] : []),
  ])
  const readNext = [...placeOf([get(next), i32.load(own)]), i32.load(slab)]
  return {
    name: 'compare',
    parameters: 5,
    locals: { i32: 5, i64: words },
    answers: false,
    body: [
      ...touchRows({ list: results, rounds, left, next, sum }, readNext),
      ...[get(scratch), get(sum), i32.store(own)],
      ...wordsOfQuery.flat(),
      repeat(
        ...placeOf([get(results), i32.load(own), tee(row)]),
        ...[set(place), get(results), ...bitsApart.flat(), i64.toI32, i32.constant(distanceShift)],
        ...[i32.shiftLeft, get(row), i32.or, i32.store(own)],
        ...advance(results, 4),
        ...countDown(rounds),
      ),
    ],
  }
}

/**
 * Rows are numbers in the slab. `from` begins a chunk and `to` ends one. Results are addresses in the memory of the
 * thread.
 */
export type SketchKernel = {
  /** Writes the sum of each row by its extract, one byte each. */
  sums(rows: Range, results: number): void
  /** Writes the rows with a sum of at most `limit`, 32 bits each, and returns their number. There is space for all. */
  near(rows: Range, limit: number, results: number): number
  /** Converts this number of rows to results with the number of sketch bits that differ from the query. */
  compare(results: number, count: number): void
}

export type SketchPlaces = {
  own: WasmMemory
  slab: WasmMemory
  /** Addresses: the tables and sketch of the query in the memory of the thread, all sketches in the slab. */
  query: { tables: number; sketch: number }
  /** The address of four unused bytes. */
  scratch: number
  planes: { extracts: number; sketches: number }
}

const modules = new Map<string, WasmModule[]>()

export const openSketchKernel = ({ own, slab, query, scratch, planes }: SketchPlaces): SketchKernel => {
  const [ownPages, slabPages] = [pagesOf(own), pagesOf(slab)]
  const memories = [
    { pages: ownPages, shared: false },
    { pages: slabPages, shared: true },
  ]
  const key = `${ownPages},${slabPages}`
  const functions = [overBlocks('sums'), overBlocks('near'), compare()]
  const compiled = modules.get(key) ?? functions.map((one) => new Module(moduleOf({ ...one, memories })))
  modules.set(key, compiled)
  const [sums, near, compareRows] = compiled.map((module, index) => {
    const { exports } = new Instance(module, { memory: { 0: own, 1: slab } })
    return exports[functions[index]!.name]!
  })
  const over = (run: typeof sums, { from, to }: Range, results: number, limit: number) => {
    const stride = (to - from) / blocksPerStep
    return run!(query.tables, planes.extracts, results, stride / rowsOfBlock, from, stride, limit)
  }
  return {
    sums: (rows, results) => void over(sums, rows, results, 0),
    near: (rows, limit, results) => (over(near, rows, results, limit) - results) / 4,
    compare(results, count) {
      if (count > 0) compareRows!(query.sketch, planes.sketches, results, count, scratch)
    },
  }
}
