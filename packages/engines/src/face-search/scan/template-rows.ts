import type { EnrolledTemplate, FaceCandidate } from '../face-search.ts'
import { clearExtract, writeExtract } from '../sketch/extract.ts'
import { sketchBytes, turnerOf, writeSketch } from '../sketch/sketch.ts'
import { cosineOfRow, quantiseTemplate } from './quantise.ts'
import { chunkRows } from './scan-kernel.ts'
import type { Range, Slabs } from './scan-rows.ts'
import { absent, bytesOfRow, newSlab, type Slab, type SlabShape, viewSlab } from './slab.ts'

/** The id of an empty row. */
export const emptyRow = 0
/** A smaller part takes less than a millisecond and is not divided. */
const leastPartRows = 20_000

/**
 * Assigns templates to rows of slabs. One thread writes while others scan. Their results are compared again here, so
 * that a row emptied or filled during a scan counts with its current content.
 */
export class TemplateRows {
  readonly #dimensions: number
  readonly #slabRows: number
  readonly #turn: ReturnType<typeof turnerOf> | null
  readonly #shapes: SlabShape[] = []
  readonly #slabs: Slab[] = []
  /** For each slab: the template ids of its rows. */
  readonly #ids: Float64Array[] = []
  readonly #rowOf = new Map<number, number>()
  readonly #free: number[] = []
  #used = 0

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

  /** Number of rows that were ever filled. */
  get used(): number {
    return this.#used
  }

  /** Bytes of shared memory that were written. */
  get bytes(): number {
    return this.#used * bytesOfRow({ dimensions: this.#dimensions, sketched: this.#turn !== null })
  }

  /** Replaces the template with the same id. */
  put({ id, vector }: EnrolledTemplate): void {
    if (!Number.isSafeInteger(id) || id <= emptyRow) throw new Error(`no id of a template: ${id}`)
    checkVector(vector, this.#dimensions)
    this.remove(id)
    const row = this.#free.pop() ?? this.#newRow()
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
    ids[at] = emptyRow
    // A revoked face is erased from memory.
    for (const bytes of [high, low, sketch?.whole]) bytes?.fill(0)
    if (sketch) clearExtract(sketch.extracts, at)
    this.#rowOf.delete(id)
    this.#free.push(row)
  }

  /** Removes all other templates. */
  keepOnly(ids: ReadonlySet<number>): void {
    for (const id of this.#rowOf.keys()) if (!ids.has(id)) this.remove(id)
  }

  /** Divides the rows into at most `parts` ranges of similar size. Small ranges are not divided. */
  ranges(parts: number): Range[] {
    const rows = Math.max(leastPartRows, this.#used / parts)
    const partRows = Math.ceil(rows / chunkRows) * chunkRows
    const ranges: Range[] = []
    for (let start = 0; start < this.#used; start += partRows) {
      ranges.push({ from: start, to: Math.min(start + partRows, this.#used) })
    }
    return ranges
  }

  /** The cosine with the current content of a row. Null if it is empty. */
  compare(query: Float32Array, row: number): FaceCandidate | null {
    const { slab, ids, at, high, low } = this.#place(row)
    const id = ids[at]!
    if (id === emptyRow) return null
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
