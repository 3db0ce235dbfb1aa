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
/* Addresses in the thread's own memory. */
const queryAt = 0
const resultsAt = mostDimensions
const listAt = resultsAt + 4 * chunkRows
const oneResultAt = listAt + 4 * chunkRows

/** Of given rows, so many more than are wanted are compared whole. */
const likelyBeside = 64

type Opened = { slab: Slab; kernel: Kernel }
type Place = Opened & { firstRow: number }
/** `mean`: what a row's product has beside that of its high nibbles, when nothing is known of the low ones. */
type Search = { query: QuantisedQuery; mean: number; nearest: Nearest }

/** What a thread compares with: its own memory, and the slabs that it has seen. */
export class RowScanner {
  readonly #memory = new Memory({ initial: Math.ceil((oneResultAt + 4) / wasmPageBytes) })
  readonly #query = new Int8Array(this.#memory.buffer, queryAt, mostDimensions)
  readonly #results = new Int32Array(this.#memory.buffer, resultsAt, chunkRows)
  readonly #list = new Int32Array(this.#memory.buffer, listAt, chunkRows)
  readonly #oneResult = new Int32Array(this.#memory.buffer, oneResultAt, 1)
  readonly #opened = new Map<number, Opened>()

  /** Every row that may be among the `k` nearest of the range; `score` is the cosine within the query's error. */
  scan(slabs: Slabs, query: QuantisedQuery, k: number, range: Range): Found[] {
    const search = this.#begin(query, k)
    for (const [index, shape] of slabs.entries()) {
      const firstRow = index * shape.rows
      const from = Math.max(0, range.from - firstRow)
      const to = Math.min(shape.rows, range.to - firstRow)
      if (from < to) this.#scanSlab({ ...this.#open(shape), firstRow }, { from, to }, search)
    }
    return cosinesOf(search)
  }

  /**
   * The nearest among given rows, which are best in the order of their slabs. The low nibbles are read of those only that are
   * likely by the high ones: those leave the cosine uncertain by 0.005 (standard deviation; 0.023 at most, of 4,000 pairs).
   */
  compare(slabs: Slabs, query: QuantisedQuery, k: number, rows: readonly number[]): Found[] {
    const search = this.#begin(query, k)
    const slabRows = slabs[0]?.rows ?? 1
    const slabOf = (row: number) => Math.floor(row / slabRows)
    const placeOf = (slab: number) => ({ ...this.#open(slabs[slab]!), firstRow: slab * slabRows })
    const likely = new Nearest(k + likelyBeside, 0)
    for (let from = 0; from < rows.length; ) {
      const slab = slabOf(rows[from]!)
      let to = from + 1
      while (to < rows.length && to - from < chunkRows && slabOf(rows[to]!) === slab) to++
      this.#estimate(placeOf(slab), rows.slice(from, to), search, likely)
      from = to
    }
    for (const { row } of likely.found()) {
      const place = placeOf(slabOf(row))
      const at = row - place.firstRow
      place.kernel.dotsOfRow(queryAt, place.slab.highAt + at * place.slab.rowBytes, oneResultAt)
      this.#weigh(place, at, this.#oneResult[0]!, search)
    }
    return cosinesOf(search)
  }

  #begin(query: QuantisedQuery, k: number): Search {
    this.#query.set(query.numbers)
    const { error, scale, sum } = query
    return {
      query,
      mean: (meanLowNibble - 16 * highNibbleOffset) * sum,
      nearest: new Nearest(k, (2 * error) / scale),
    }
  }

  #scanSlab(place: Place, { from, to }: Range, search: Search) {
    const { slab, kernel } = place
    for (let start = from; start < to; start += chunkRows) {
      kernel.dotsOfChunk(queryAt, slab.highAt + start * slab.rowBytes, resultsAt)
      const rows = Math.min(chunkRows, to - start)
      for (let index = 0; index < rows; index++)
        this.#weigh(place, start + index, this.#results[index]!, search)
    }
  }

  /** At most a chunk of rows: what their cosine is if the low nibbles are as they are on average. */
  #estimate({ slab, kernel, firstRow }: Place, rows: readonly number[], { mean }: Search, likely: Nearest) {
    for (let index = 0; index < rows.length; index++)
      this.#list[index] = slab.highAt + (rows[index]! - firstRow) * slab.rowBytes
    kernel.dotsOfList(queryAt, listAt, resultsAt, rows.length)
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index]!
      const estimate = (16 * this.#results[index]! + mean) * slab.inverseLengths[row - firstRow]!
      if (estimate >= likely.floor) likely.offer(row, estimate)
    }
  }

  /** By the product with the high nibbles: the low ones are only read when they can matter. */
  #weigh({ slab, kernel, firstRow }: Place, row: number, product: number, { query, mean, nearest }: Search) {
    const high = 16 * product
    const inverseLength = slab.inverseLengths[row]!
    // Cauchy–Schwarz: more than this the low nibbles cannot add.
    const most = (high + mean) * inverseLength + query.length * slab.spreads[row]!
    if (!(most >= nearest.floor)) return
    kernel.dotsOfRow(queryAt, slab.lowAt + row * slab.rowBytes, oneResultAt)
    const whole = high - 16 * highNibbleOffset * query.sum + this.#oneResult[0]!
    nearest.offer(firstRow + row, whole * inverseLength)
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

const cosinesOf = ({ nearest, query: { scale } }: Search): Found[] =>
  nearest.found().map(({ row, score }) => ({ row, score: score * scale }))
