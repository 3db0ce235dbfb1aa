import { touchRows } from './touch-rows.ts'
import {
  advance,
  type Code,
  countDown,
  get,
  i8x16,
  i16x8,
  i32,
  i32x4,
  moduleOf,
  repeat,
  set,
  tee,
  v128,
} from './wasm-module.ts'
import { Instance, Module, pagesOf, type WasmMemory, type WasmModule } from './web-assembly.ts'

/** Numbers of a template in one step: 16 bytes with two nibbles. */
export const stepNumbers = 32
/** Rows that one call of `dotsOfChunk` compares. */
export const chunkRows = 1_024

/** Number of distant rows that are read together. The processor prefetches each of them, and the query is read once. */
const rowsPerStep = 4

const [query, plane, out, rounds, list] = [0, 1, 2, 3, 4]
const [left, next, touched] = [5, 6, 7]
const [mask, loaded, high] = [8, 9, 10]
const sums = (row: number) => ({ even: 11 + 2 * row, odd: 12 + 2 * row })
const [own, slab] = [0, 1]

/** The first result overwrites the sum. */
const touchListed: readonly Code[] = [
  ...touchRows({ list, rounds, left, next, sum: touched }, [get(next), i32.load(own), i32.load(slab)]),
  ...[get(out), get(touched), i32.store(own)],
]

type Shape = { dimensions: number; ownPages: number; slabPages: number }
/** In each iteration the next row, or the row at the next address of a list. */
type Rows = { rowsPerStep: number; stride: number; listed: boolean }

/**
 * dots(query, plane, out, rounds, list): the inner products of a query with rows of a plane of nibbles, as 32-bit
 * integers. Each iteration takes a row from each of `rowsPerStep` places, `stride` rows apart. Query and results are
 * in the memory of the thread. The plane is in shared memory.
 *
 * Bytes 16g … 16g+15 of a row have numbers 32g … 32g+15 in their low nibbles and the next 16 in their high ones. A
 * nibble fits the seven bits for which the relaxed product is the same on every machine. One instruction then
 * multiplies and sums 16 numbers, so memory bandwidth limits the speed.
 */
const kernel = ({ dimensions, ownPages, slabPages }: Shape, { rowsPerStep, stride, listed }: Rows) => {
  const rowBytes = dimensions / 2
  const rows = Array.from({ length: rowsPerStep }, (_, row) => row)
  const step = (at: number) => (row: number) => {
    const { even, odd } = sums(row)
    return [
      ...[get(plane), v128.load(slab, at / 2 + row * stride * rowBytes), set(loaded)],
      ...[get(query), v128.load(own, at), get(loaded), get(mask), v128.and],
      ...[get(even), i32x4.dotAdd, set(even)],
      ...[get(loaded), i32.constant(4), i16x8.shiftRightUnsigned, get(mask), v128.and, set(high)],
      ...[get(query), v128.load(own, at + stepNumbers / 2), get(high), get(odd), i32x4.dotAdd, set(odd)],
    ]
  }
  const steps = Array.from({ length: dimensions / stepNumbers }, (_, index) =>
    rows.flatMap(step(index * stepNumbers)),
  )
  const clear = rows.flatMap((row) => [v128.zero, tee(sums(row).even), set(sums(row).odd)])
  const keep = rows.flatMap((row): Code[] => {
    const { even, odd } = sums(row)
    const lanes = [0, 1, 2, 3].flatMap((lane) => [
      get(even),
      i32x4.lane(lane),
      ...(lane > 0 ? [i32.add] : []),
    ])
    return [get(even), get(odd), i32x4.add, set(even), get(out), ...lanes, i32.store(own, row * stride * 4)]
  })
  return moduleOf({
    name: 'dots',
    parameters: 5,
    locals: { i32: 3, v128: 3 + 2 * rowsPerStep },
    answers: false,
    memories: [
      { pages: ownPages, shared: false },
      { pages: slabPages, shared: true },
    ],
    body: [
      ...[i32.constant(15), i8x16.splat, set(mask)],
      ...(listed ? touchListed : []),
      repeat(
        ...(listed ? [get(list), i32.load(own), set(plane), ...advance(list, 4)] : []),
        ...clear,
        ...steps.flat(),
        ...keep,
        ...advance(out, 4),
        ...(listed ? [] : advance(plane, rowBytes)),
        ...countDown(rounds),
      ),
    ],
  })
}

/** All are addresses: of the query and results in the memory of the thread, and of the rows in the slab. */
type Dots = (query: number, plane: number, out: number) => void
export type Kernel = {
  dotsOfRow: Dots
  dotsOfChunk: Dots
  /** For rows whose addresses are in a list in the memory of the thread. */
  dotsOfList: (query: number, list: number, out: number, count: number) => void
}

const modules = new Map<string, WasmModule[]>()

/** The kernel over the memory of a thread and a slab. `dimensions` is a multiple of `stepNumbers`. */
export const openKernel = (dimensions: number, ownMemory: WasmMemory, slabMemory: WasmMemory): Kernel => {
  const shape: Shape = { dimensions, ownPages: pagesOf(ownMemory), slabPages: pagesOf(slabMemory) }
  const key = Object.values(shape).join()
  const compiled =
    modules.get(key) ??
    [
      kernel(shape, { rowsPerStep: 1, stride: 0, listed: false }),
      kernel(shape, { rowsPerStep, stride: chunkRows / rowsPerStep, listed: false }),
      kernel(shape, { rowsPerStep: 1, stride: 0, listed: true }),
    ].map((bytes) => new Module(bytes))
  modules.set(key, compiled)
  const [row, chunk, listed] = compiled.map((module) => {
    const { exports } = new Instance(module, { memory: { 0: ownMemory, 1: slabMemory } })
    return exports.dots!
  })
  return {
    dotsOfRow: (query, plane, out) => void row!(query, plane, out, 1, 0),
    dotsOfChunk: (query, plane, out) => void chunk!(query, plane, out, chunkRows / rowsPerStep, 0),
    dotsOfList: (query, list, out, count) => void listed!(query, 0, out, count, list),
  }
}
