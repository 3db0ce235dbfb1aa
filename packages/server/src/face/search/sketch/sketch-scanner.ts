import { chunkRows } from '../scan/scan-kernel.ts'
import type { Range, Slabs } from '../scan/scan-rows.ts'
import { type SlabShape, viewSlab } from '../scan/slab.ts'
import { Memory, type WasmMemory, wasmPageBytes } from '../scan/web-assembly.ts'
import { coarseBytes, fineBytes, type Sketch, sketcherOf } from './sketch.ts'
import { distanceOf, mostSketchedRows, openSketchKernel, rowOf, type SketchKernel } from './sketch-kernel.ts'

/** Fewer rows are compared one by one: that takes no longer. */
export const leastSketchedRows = 32_768

/*
 * How many rows stay after the coarse sketch, and after both: among few rows, and as a share of many. Among a million, the
 * nearest of 997 of 1,000 enrolled and of 994 of 1,000 strangers is among them.
 */
const keptByCoarse = (rows: number) => Math.max(16_384, rows / 32)
const keptByBoth = (rows: number) => Math.max(2_000, rows / 500)

/** The limit of the coarse sketch comes from so many chunks, evenly spread. */
const sampledChunks = 16

/* Addresses in the thread's own memory. */
const query = { coarse: 0, fine: coarseBytes }
const resultsAt = coarseBytes + fineBytes

/** A chunk more than a slab, so that every row can be written before it is known to be near. */
const memoryFor = (slabRows: number) =>
  new Memory({ initial: Math.ceil((resultsAt + 4 * (slabRows + chunkRows)) / wasmPageBytes) })

type Own = { slabRows: number; memory: WasmMemory; query: Sketch; results: Uint32Array }
type Part = { firstRow: number; results: Uint32Array }

/** Finds the rows that are worth comparing, by their sketches: an eighth of the bytes that a scan reads. */
export class SketchScanner {
  #own: Own | null = null
  readonly #kernels = new Map<number, SketchKernel>()
  readonly #sketchers = new Map<number, ReturnType<typeof sketcherOf>>()

  /** About as many rows of the range as are kept by both parts: those with the nearest sketches. */
  nearRows(slabs: Slabs, vector: Float32Array, range: Range): number[] {
    const own = this.#openOwn(slabs)
    this.#sketch(vector, own.query)
    const limit = this.#sampleLimit(own, slabs, range)
    const parts = slabs.flatMap((shape, index): Part[] => {
      const firstRow = index * shape.rows
      const from = Math.max(0, range.from - firstRow)
      const to = Math.min(shape.rows, range.to - firstRow)
      return from < to ? [{ firstRow, results: this.#scanSlab(own, shape, { from, to }, limit) }] : []
    })
    return nearestOf(parts, keptByBoth(range.to - range.from))
  }

  #scanSlab(own: Own, shape: SlabShape, { from, to }: Range, limit: number): Uint32Array {
    const kernel = this.#kernel(own, shape)
    const wholeChunks = { from, to: Math.ceil(to / chunkRows) * chunkRows }
    const count = (kernel.near(wholeChunks, limit, resultsAt) - resultsAt) / 4
    kernel.add(resultsAt, count)
    const found = own.results.slice(0, count)
    return to % chunkRows === 0 ? found : found.filter((result) => rowOf(result) < to)
  }

  /** Within which about as many rows are as are kept by the coarse sketch. */
  #sampleLimit(own: Own, slabs: Slabs, { from, to }: Range): number {
    const chunks = Math.floor((to - from) / chunkRows)
    const sampled = Math.min(chunks, sampledChunks)
    if (sampled === 0) return mostDistance
    const counts = new Uint32Array(mostDistance + 1)
    for (let index = 0; index < sampled; index++) {
      const row = from + Math.floor((index * chunks) / sampled) * chunkRows
      const shape = slabs[Math.floor(row / own.slabRows)]!
      const first = row % own.slabRows
      this.#kernel(own, shape).near({ from: first, to: first + chunkRows }, mostDistance, resultsAt)
      countDistances(own.results.subarray(0, chunkRows), counts)
    }
    return withinWhich(counts, (sampled * chunkRows * keptByCoarse(to - from)) / (to - from))
  }

  #openOwn(slabs: Slabs): Own {
    const slabRows = slabs[0]?.rows ?? 0
    if (this.#own?.slabRows === slabRows) return this.#own
    if (slabRows > mostSketchedRows) throw new Error(`${slabRows} rows in a slab with sketches`)
    const memory = memoryFor(slabRows)
    this.#kernels.clear()
    this.#own = {
      slabRows,
      memory,
      query: {
        coarse: new Uint8Array(memory.buffer, query.coarse, coarseBytes),
        fine: new Uint8Array(memory.buffer, query.fine, fineBytes),
      },
      results: new Uint32Array(memory.buffer, resultsAt),
    }
    return this.#own
  }

  #kernel({ memory }: Own, shape: SlabShape): SketchKernel {
    const known = this.#kernels.get(shape.slabId)
    if (known) return known
    const { sketches, memory: slab } = viewSlab(shape)
    if (sketches === null) throw new Error('templates without sketches')
    const planes = { coarse: sketches.coarseAt, fine: sketches.fineAt }
    const opened = openSketchKernel({ own: memory, slab, query, planes })
    this.#kernels.set(shape.slabId, opened)
    return opened
  }

  #sketch(vector: Float32Array, sketch: Sketch): void {
    const sketcher = this.#sketchers.get(vector.length) ?? sketcherOf(vector.length)
    this.#sketchers.set(vector.length, sketcher)
    sketcher(vector, sketch)
  }
}

const mostDistance = 8 * (coarseBytes + fineBytes)

const countDistances = (results: Uint32Array, counts: Uint32Array): void => {
  for (let index = 0; index < results.length; index++) counts[distanceOf(results[index]!)]!++
}

/** The least distance within which there are so many. */
const withinWhich = (counts: Uint32Array, wanted: number): number => {
  let within = 0
  for (let distance = 0; distance < mostDistance; distance++) {
    within += counts[distance]!
    if (within >= wanted) return distance
  }
  return mostDistance
}

/** The rows of so many results, the nearest, and of those that are as near as the last of them. */
const nearestOf = (parts: readonly Part[], wanted: number): number[] => {
  const counts = new Uint32Array(mostDistance + 1)
  for (const { results } of parts) countDistances(results, counts)
  const within = withinWhich(counts, wanted)
  const rows: number[] = []
  for (const { firstRow, results } of parts) {
    for (let index = 0; index < results.length; index++) {
      const result = results[index]!
      if (distanceOf(result) <= within) rows.push(firstRow + rowOf(result))
    }
  }
  return rows
}
