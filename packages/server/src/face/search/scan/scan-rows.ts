import { type Found, Nearest } from './nearest.ts'
import { highNibbleOffset, meanLowNibble, type QuantisedQuery } from './quantise.ts'
import { chunkRows, type Kernel, openKernel } from './scan-kernel.ts'
import { type Slab, type SlabShape, viewSlab } from './slab.ts'
import { Memory, wasmPageBytes } from './web-assembly.ts'

/** All slabs, in the order of their rows; all of them have the same number of rows. */
export type Slabs = readonly SlabShape[]
/** Rows `from`, which begins a chunk, to before `to`. */
export type Range = { from: number; to: number }

const mostDimensions = 4_096
const resultsAt = mostDimensions
const oneResultAt = resultsAt + 4 * chunkRows

type Opened = { slab: Slab; kernel: Kernel }

/** What a thread compares with: its own memory, and the slabs that it has seen. */
export class RowScanner {
  readonly #memory = new Memory({ initial: Math.ceil((oneResultAt + 4) / wasmPageBytes) })
  readonly #query = new Int8Array(this.#memory.buffer, 0, mostDimensions)
  readonly #results = new Int32Array(this.#memory.buffer, resultsAt, chunkRows)
  readonly #oneResult = new Int32Array(this.#memory.buffer, oneResultAt, 1)
  readonly #opened = new Map<number, Opened>()

  /** Every row that may be among the `k` nearest of the range; `score` is the cosine within the query's error. */
  scan(slabs: Slabs, query: QuantisedQuery, k: number, range: Range): Found[] {
    this.#query.set(query.numbers)
    const nearest = nearestFor(query, k)
    for (const [index, shape] of slabs.entries()) {
      const firstRow = index * shape.rows
      const from = Math.max(0, range.from - firstRow)
      const to = Math.min(shape.rows, range.to - firstRow)
      if (from < to) this.#scanSlab(this.#open(shape), { from, to }, firstRow, query, nearest)
    }
    return cosinesOf(nearest, query)
  }

  /** The same among given rows. */
  compare(slabs: Slabs, query: QuantisedQuery, k: number, rows: Iterable<number>): Found[] {
    this.#query.set(query.numbers)
    const nearest = nearestFor(query, k)
    for (const row of rows) {
      const shape = slabs[Math.floor(row / slabs[0]!.rows)]!
      const opened = this.#open(shape)
      const { slab, kernel } = opened
      const at = row % shape.rows
      kernel.dotsOfRow(0, slab.highAt + at * slab.rowBytes, oneResultAt)
      this.#offer(opened, at, row, 16 * this.#oneResult[0]!, query, nearest)
    }
    return cosinesOf(nearest, query)
  }

  #scanSlab(opened: Opened, { from, to }: Range, firstRow: number, query: QuantisedQuery, nearest: Nearest) {
    const { slab, kernel } = opened
    const { rowBytes, inverseLengths, spreads } = slab
    const results = this.#results
    const mean = (meanLowNibble - 16 * highNibbleOffset) * query.sum
    for (let start = from; start < to; start += chunkRows) {
      kernel.dotsOfChunk(0, slab.highAt + start * rowBytes, resultsAt)
      const rows = Math.min(chunkRows, to - start)
      for (let index = 0; index < rows; index++) {
        const row = start + index
        const high = 16 * results[index]!
        // Cauchy–Schwarz: more than this the low nibbles cannot add.
        const most = (high + mean) * inverseLengths[row]! + query.length * spreads[row]!
        if (most >= nearest.floor) this.#offer(opened, row, firstRow + row, high, query, nearest)
      }
    }
  }

  #offer(
    { slab, kernel }: Opened,
    at: number,
    row: number,
    high: number,
    query: QuantisedQuery,
    nearest: Nearest,
  ) {
    kernel.dotsOfRow(0, slab.lowAt + at * slab.rowBytes, oneResultAt)
    const product = high - 16 * highNibbleOffset * query.sum + this.#oneResult[0]!
    nearest.offer(row, product * slab.inverseLengths[at]!)
  }

  #open(shape: SlabShape): Opened {
    const known = this.#opened.get(shape.slabId)
    if (known) return known
    const slab = viewSlab(shape)
    const opened = { slab, kernel: openKernel(slab.rowBytes * 2, this.#memory, slab.memory) }
    this.#opened.set(shape.slabId, opened)
    return opened
  }
}

const nearestFor = ({ error, scale }: QuantisedQuery, k: number) => new Nearest(k, (2 * error) / scale)

const cosinesOf = (nearest: Nearest, { scale }: QuantisedQuery): Found[] =>
  nearest.found().map(({ row, score }) => ({ row, score: score * scale }))
