import type { Range } from '../scan/scan-rows.ts'
import {
  advance,
  type Code,
  countDown,
  get,
  i32,
  i64,
  moduleOf,
  repeat,
  set,
  type WasmFunction,
} from '../scan/wasm-module.ts'
import { Instance, Module, pagesOf, type WasmMemory, type WasmModule } from '../scan/web-assembly.ts'
import { coarseBytes, fineBytes } from './sketch.ts'

/** So many rows, far apart, are read at a time: the processor fetches each of them ahead. */
const rowsAtOnce = 4
const wordBytes = 8
const wordsOf = (bytes: number) => bytes / wordBytes

/* A result: the row of the slab in the low 22 bits, the distance above them. */
const distanceShift = 22
/** A slab with sketches may have so many. */
export const mostSketchedRows = 2 ** distanceShift
const rowMask = mostSketchedRows - 1
export const distanceOf = (result: number): number => result >>> distanceShift
export const rowOf = (result: number): number => result & rowMask

const [own, slab] = [0, 1]

/** How many bits of a part of a sketch differ from the query's, whose words are in locals. */
const bitsApart = (place: readonly Code[], words: number, firstWord: number): Code[] =>
  Array.from({ length: words }, (_, index) => [
    ...[...place, i64.load(slab, index * wordBytes), get(firstWord + index), i64.xor, i64.countOnes],
    ...(index > 0 ? [i64.add] : []),
  ])
    .flat()
    .concat([i64.toI32])

const loadQuery = (query: number, words: number, firstWord: number): Code[] =>
  Array.from({ length: words }, (_, index) => [
    ...[get(query), i64.load(own, index * wordBytes), set(firstWord + index)],
  ]).flat()

/**
 * near(query, plane, out, rounds, limit, row, stride): of the rows from `row` on, those whose coarse sketch is at most so far from
 * the query's. Each round takes one from each of four places, `stride` rows apart. Every row is written, and the next one
 * over it when it was too far: a jump that is rarely taken would cost more.
 */
const near = (): Omit<WasmFunction, 'memories'> => {
  const [query, plane, out, rounds, limit, row, stride, distance, firstPlace] = [0, 1, 2, 3, 4, 5, 6, 7, 8]
  const places = Array.from({ length: rowsAtOnce }, (_, index) => firstPlace + index)
  const firstWord = firstPlace + rowsAtOnce
  const words = wordsOf(coarseBytes)
  const rowsAhead = (index: number) => [get(stride), i32.constant(index), i32.multiply]
  const compareRow = (place: number, index: number): Code[] => [
    ...[...bitsApart([get(place)], words, firstWord), set(distance)],
    ...[get(out), get(distance), i32.constant(distanceShift), i32.shiftLeft],
    ...[get(row), ...rowsAhead(index), i32.add, i32.or, i32.store(own)],
    ...[get(out), get(distance), get(limit), i32.isAtMost, i32.constant(2), i32.shiftLeft, i32.add, set(out)],
    ...advance(place, coarseBytes),
  ]
  return {
    name: 'near',
    parameters: 7,
    locals: { i32: 1 + rowsAtOnce, i64: words },
    answers: true,
    body: [
      ...loadQuery(query, words, firstWord),
      ...places.flatMap((place, index) => [
        ...[get(row), ...rowsAhead(index), i32.add, i32.constant(coarseBytes), i32.multiply],
        ...[get(plane), i32.add, set(place)],
      ]),
      repeat(...places.flatMap(compareRow), ...advance(row, 1), ...countDown(rounds)),
      get(out),
    ],
  }
}

/** add(query, plane, results, rounds): adds to each result how far the fine sketch is. */
const add = (): Omit<WasmFunction, 'memories'> => {
  const [query, plane, results, rounds, result, place, firstWord] = [0, 1, 2, 3, 4, 5, 6]
  const words = wordsOf(fineBytes)
  return {
    name: 'add',
    parameters: 4,
    locals: { i32: 2, i64: words },
    answers: false,
    body: [
      ...loadQuery(query, words, firstWord),
      repeat(
        ...[get(results), i32.load(own), set(result)],
        ...[get(result), i32.constant(rowMask), i32.and, i32.constant(fineBytes), i32.multiply],
        ...[get(plane), i32.add, set(place)],
        ...[get(results), ...bitsApart([get(place)], words, firstWord)],
        ...[i32.constant(distanceShift), i32.shiftLeft, get(result), i32.add, i32.store(own)],
        ...advance(results, 4),
        ...countDown(rounds),
      ),
    ],
  }
}

export type SketchKernel = {
  /**
   * Writes to address `results` those of the rows whose coarse sketch is at most `limit` bits from the query's, and answers
   * where they end. There is room for all of the rows and one more; their number is a multiple of four.
   */
  near(rows: Range, limit: number, results: number): number
  /** Adds to so many results how far the fine sketches are. */
  add(results: number, count: number): void
}

export type SketchPlaces = {
  own: WasmMemory
  slab: WasmMemory
  /** Addresses: of the query's sketch in the thread's own memory, of all sketches in the slab. */
  query: { coarse: number; fine: number }
  planes: { coarse: number; fine: number }
}

const modules = new Map<string, WasmModule[]>()

export const openSketchKernel = ({ own, slab, query, planes }: SketchPlaces): SketchKernel => {
  const [ownPages, slabPages] = [pagesOf(own), pagesOf(slab)]
  const memories = [
    { pages: ownPages, shared: false },
    { pages: slabPages, shared: true },
  ]
  const key = `${ownPages},${slabPages}`
  const compiled =
    modules.get(key) ?? [near(), add()].map((one) => new Module(moduleOf({ ...one, memories })))
  modules.set(key, compiled)
  const [nearOf, addTo] = compiled.map((module, index) => {
    const { exports } = new Instance(module, { memory: { 0: own, 1: slab } })
    return exports[['near', 'add'][index]!]!
  })
  return {
    near({ from, to }, limit, results) {
      const stride = (to - from) / rowsAtOnce
      return nearOf!(query.coarse, planes.coarse, results, stride, limit, from, stride)
    },
    add(results, count) {
      if (count > 0) addTo!(query.fine, planes.fine, results, count)
    },
  }
}
