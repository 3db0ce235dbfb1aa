import { chunkRows } from '../scan/scan-kernel.ts'
import type { Range, Slabs } from '../scan/scan-rows.ts'
import { type SlabShape, viewSlab } from '../scan/slab.ts'
import { Memory, type WasmMemory, wasmPageBytes } from '../scan/web-assembly.ts'
import { tablesBytes, writeTables } from './extract.ts'
import { sketchBytes, turnerOf, writeSketch } from './sketch.ts'
import { distanceOf, maxSketchedRows, openSketchKernel, rowOf, type SketchKernel } from './sketch-kernel.ts'

/** Fewer rows are compared one by one, which is not slower. */
export const leastSketchedRows = 32_768

/**
 * Number of rows that remain after the extract, and after the sketch: a minimum, and a share of many rows. Among a
 * million, they contain the nearest row for 499 of 500 enrolled people and as many strangers.
 */
const rowsAfterExtract = (rows: number) => Math.max(16_384, rows / 64)
const rowsAfterSketch = (rows: number) => Math.max(2_000, rows / 500)

/** The limit of the extract is estimated from this number of evenly spread chunks. */
const sampledChunks = 16

/* Addresses in the memory of the thread. */
const query = { tables: 0, sketch: tablesBytes }
const scratch = tablesBytes + sketchBytes
const resultsAt = scratch + 16

const memoryFor = (slabRows: number) =>
  new Memory({ initial: Math.ceil((resultsAt + 4 * slabRows) / wasmPageBytes) })

type Own = {
  slabRows: number
  memory: WasmMemory
  tables: Uint8Array
  sketch: Uint8Array
  sums: Uint8Array
  results: Uint32Array
}
type Part = { firstRow: number; results: Uint32Array }

/** Finds candidate rows by their sketches. It reads a tenth of the bytes of a scan. */
export class SketchScanner {
  #own: Own | null = null
  readonly #kernels = new Map<number, SketchKernel>()
  readonly #turners = new Map<number, ReturnType<typeof turnerOf>>()

  /** The rows of the range with the nearest sketches, about as many as both filters keep. */
  nearRows(slabs: Slabs, vector: Float32Array, range: Range): number[] {
    const own = this.#openOwn(slabs)
    const turned = this.#turn(vector)
    writeTables(turned, own.tables)
    writeSketch(turned, own.sketch)
    const limit = this.#sampleLimit(own, slabs, range)
    const parts = slabs.flatMap((shape, index): Part[] => {
      const firstRow = index * shape.rows
      const from = Math.max(0, range.from - firstRow)
      const to = Math.min(shape.rows, range.to - firstRow)
      return from < to ? [{ firstRow, results: this.#scanSlab(own, shape, { from, to }, limit) }] : []
    })
    return nearestOf(parts, rowsAfterSketch(range.to - range.from))
  }

  #scanSlab(own: Own, shape: SlabShape, { from, to }: Range, limit: number): Uint32Array {
    const kernel = this.#kernel(own, shape)
    const wholeChunks = { from, to: Math.ceil(to / chunkRows) * chunkRows }
    const count = kernel.near(wholeChunks, limit, resultsAt)
    kernel.compare(resultsAt, count)
    const found = own.results.slice(0, count)
    return to % chunkRows === 0 ? found : found.filter((result) => rowOf(result) < to)
  }

  /** The largest sum of about as many rows as the extract filter keeps. */
  #sampleLimit(own: Own, slabs: Slabs, { from, to }: Range): number {
    const chunks = Math.floor((to - from) / chunkRows)
    const sampled = Math.min(chunks, sampledChunks)
    if (sampled === 0) return maxSum
    const counts = new Uint32Array(maxSum + 1)
    for (let index = 0; index < sampled; index++) {
      const row = from + Math.floor((index * chunks) / sampled) * chunkRows
      const shape = slabs[Math.floor(row / own.slabRows)]!
      const first = row % own.slabRows
      this.#kernel(own, shape).sums({ from: first, to: first + chunkRows }, resultsAt)
      for (let at = 0; at < chunkRows; at++) counts[own.sums[at]!]!++
    }
    return withinWhich(counts, (sampled * chunkRows * rowsAfterExtract(to - from)) / (to - from))
  }

  #openOwn(slabs: Slabs): Own {
    const slabRows = slabs[0]?.rows ?? 0
    if (this.#own?.slabRows === slabRows) return this.#own
    if (slabRows > maxSketchedRows) throw new Error(`${slabRows} rows in a slab with sketches`)
    const memory = memoryFor(slabRows)
    const { buffer } = memory
    this.#kernels.clear()
    this.#own = {
      slabRows,
      memory,
      tables: new Uint8Array(buffer, query.tables, tablesBytes),
      sketch: new Uint8Array(buffer, query.sketch, sketchBytes),
      sums: new Uint8Array(buffer, resultsAt, chunkRows),
      results: new Uint32Array(buffer, resultsAt),
    }
    return this.#own
  }

  #kernel({ memory }: Own, shape: SlabShape): SketchKernel {
    const known = this.#kernels.get(shape.slabId)
    if (known) return known
    const { sketches, memory: slab } = viewSlab(shape)
    if (sketches === null) throw new Error('templates without sketches')
    const planes = { extracts: sketches.extractsAt, sketches: sketches.sketchesAt }
    const opened = openSketchKernel({ own: memory, slab, query, scratch, planes })
    this.#kernels.set(shape.slabId, opened)
    return opened
  }

  #turn(vector: Float32Array): Float32Array {
    const turner = this.#turners.get(vector.length) ?? turnerOf(vector.length)
    this.#turners.set(vector.length, turner)
    return turner(vector)
  }
}

const maxSum = 255
const maxDistance = 8 * sketchBytes

/** The smallest value with at least this number of rows. */
const withinWhich = (counts: Uint32Array, wanted: number): number => {
  let within = 0
  for (let number = 0; number < counts.length - 1; number++) {
    within += counts[number]!
    if (within >= wanted) return number
  }
  return counts.length - 1
}

/** The rows of the nearest results, including ties with the last of them. */
const nearestOf = (parts: readonly Part[], wanted: number): number[] => {
  const counts = new Uint32Array(maxDistance + 1)
  for (const { results } of parts) {
    for (let index = 0; index < results.length; index++) counts[distanceOf(results[index]!)]!++
  }
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
