import type { EnrolledTemplate, FaceCandidate } from '../face-search.ts'
import { clearExtract, writeExtract } from '../sketch/extract.ts'
import { sketchBytes, turnerOf, writeSketch } from '../sketch/sketch.ts'
import { cosineOfRow, quantiseTemplate } from './quantise.ts'
import { chunkRows } from './scan-kernel.ts'
import type { Range, Slabs } from './scan-rows.ts'
import { absent, bytesOfRow, newSlab, type Slab, type SlabShape, viewSlab } from './slab.ts'

/** In a row of this id there is nobody. */
export const nobody = 0
/** Under a millisecond of work is not worth sharing. */
const leastPartRows = 20_000

/**
 * Which template is in which row of which slab. One thread writes; others scan meanwhile. What they find is compared
 * again here, so that a row which was emptied or filled during a scan answers for what it holds now.
 */
export class TemplateRows {
  readonly #dimensions: number
  readonly #slabRows: number
  readonly #turn: ReturnType<typeof turnerOf> | null
  readonly #shapes: SlabShape[] = []
  readonly #slabs: Slab[] = []
  /** Of each slab: whose template is in its rows. */
  readonly #ids: Float64Array[] = []
  readonly #rowOf = new Map<number, number>()
  /** Of templates that are not there yet: the rows that a graph has for them. */
  readonly #promised = new Map<number, number>()
  #free: number[] = []
  #used = 0
  #fillFrom = 0

  constructor(options: { dimensions: number; slabRows: number; sketched?: boolean }) {
    this.#dimensions = options.dimensions
    this.#slabRows = options.slabRows
    this.#turn = options.sketched ? turnerOf(options.dimensions) : null
  }

  get slabs(): Slabs {
    return this.#shapes
  }

  get size(): number {
    return this.#rowOf.size
  }

  /** Rows that were ever filled. */
  get used(): number {
    return this.#used
  }

  /** Of shared memory, as far as it was written to. */
  get bytes(): number {
    return this.#used * bytesOfRow({ dimensions: this.#dimensions, sketched: this.#turn !== null })
  }

  /** Takes the place of what is known under the same id. */
  put({ id, vector }: EnrolledTemplate): void {
    if (!Number.isSafeInteger(id) || id <= nobody) throw new Error(`no id of a template: ${id}`)
    checkVector(vector, this.#dimensions)
    this.remove(id)
    const row = this.#promised.get(id) ?? this.#free.pop() ?? this.#newRow()
    this.#promised.delete(id)
    const { slab, ids, at, high, low, sketch } = this.#place(row)
    const { inverseLength, spread } = quantiseTemplate(vector, high, low)
    if (sketch && this.#turn) {
      writeSketch(this.#turn(vector), sketch.whole)
      writeExtract(sketch.extracts, at, sketch.whole)
    }
    slab.spreads[at] = spread
    slab.inverseLengths[at] = inverseLength
    ids[at] = id
    this.#rowOf.set(id, row)
  }

  remove(id: number): void {
    const row = this.#rowOf.get(id)
    if (row === undefined) return
    const { slab, ids, at, high, low, sketch } = this.#place(row)
    slab.inverseLengths[at] = absent
    ids[at] = nobody
    // Revoked means gone: nothing of the face stays in memory.
    for (const bytes of [high, low, sketch?.whole]) bytes?.fill(0)
    if (sketch) clearExtract(sketch.extracts, at)
    this.#rowOf.delete(id)
    if (row >= this.#fillFrom) this.#free.push(row)
  }

  /** Removes whoever is not among these; rows wait for nobody any more. */
  keepOnly(ids: ReadonlySet<number>): void {
    this.#promised.clear()
    for (const id of this.#rowOf.keys()) if (!ids.has(id)) this.remove(id)
  }

  /** Rows that a graph has, by their ids: each waits for the template of its id. Before anything was put. */
  promise(ids: Float64Array): void {
    for (const id of ids) {
      const row = this.#newRow()
      const { slab, at } = this.#place(row)
      slab.inverseLengths[at] = absent
      if (id !== nobody) this.#promised.set(id, row)
    }
    this.fillOnlyFrom(this.#used)
  }

  /** Whose the rows before `to` are. */
  idsBefore(to: number): Float64Array {
    const ids = new Float64Array(to)
    for (const [index, of] of this.#ids.entries()) {
      const at = index * this.#slabRows
      if (at < to) ids.set(of.subarray(0, to - at), at)
    }
    return ids
  }

  /** How many of the rows before `to` are somebody's. */
  filledBefore(to: number): number {
    return this.idsBefore(to).reduce((count, id) => (id === nobody ? count : count + 1), 0)
  }

  /** From now on, rows before this one are emptied but not filled: a graph knows what was in them. */
  fillOnlyFrom(row: number): void {
    this.#fillFrom = row
    this.#free = this.#free.filter((free) => free >= row)
  }

  /** Rows `from` to the last in at most `parts` parts of about the same size; small ones are not divided. */
  ranges(from: number, parts: number): Range[] {
    const rows = Math.max(leastPartRows, (this.#used - from) / parts)
    const partRows = Math.ceil(rows / chunkRows) * chunkRows
    const ranges: Range[] = []
    for (let start = from; start < this.#used; start += partRows) {
      ranges.push({ from: start, to: Math.min(start + partRows, this.#used) })
    }
    return ranges
  }

  /** The cosine with what is in a row now; null when that is nobody. */
  compare(query: Float32Array, row: number): FaceCandidate | null {
    const { slab, ids, at, high, low } = this.#place(row)
    const id = ids[at]!
    if (id === nobody) return null
    const cosine = cosineOfRow(query, { high, low, inverseLength: slab.inverseLengths[at]! })
    return { id, cosine: Math.min(1, Math.max(-1, cosine)) }
  }

  #newRow(): number {
    if (this.#used === this.#slabs.length * this.#slabRows) {
      const [dimensions, rows, sketched] = [this.#dimensions, this.#slabRows, this.#turn !== null]
      const shape = newSlab({ dimensions, rows, sketched })
      this.#shapes.push(shape)
      this.#slabs.push(viewSlab(shape))
      this.#ids.push(new Float64Array(this.#slabRows))
    }
    return this.#used++
  }

  #place(row: number) {
    const index = Math.floor(row / this.#slabRows)
    const at = row % this.#slabRows
    const slab = this.#slabs[index]!
    const { high, low, rowBytes, sketches } = slab
    const ofRow = (plane: Uint8Array, bytes: number) => plane.subarray(at * bytes, (at + 1) * bytes)
    return {
      slab,
      at,
      ids: this.#ids[index]!,
      high: ofRow(high, rowBytes),
      low: ofRow(low, rowBytes),
      sketch: sketches && {
        extracts: sketches.extracts,
        whole: ofRow(sketches.whole, sketchBytes),
      },
    }
  }
}

const checkVector = (vector: Float32Array, dimensions: number): void => {
  if (vector.length !== dimensions) {
    throw new Error(`a template of ${vector.length} numbers, not ${dimensions}`)
  }
  let squares = 0
  for (let index = 0; index < dimensions; index++) squares += vector[index]! ** 2
  if (!(Math.abs(squares - 1) < 0.01)) throw new Error('a template that is not of length 1')
}
