import { paddedDimensions } from './quantise.ts'
import { Memory, type WasmMemory, wasmPageBytes } from './web-assembly.ts'

/**
 * Room for a fixed number of templates in memory that threads share; the system gives it as it is written to. First all
 * high nibbles, which a scan reads, then all low ones, which it reads of few rows.
 */
export type Slab = {
  memory: WasmMemory
  rowBytes: number
  highAt: number
  lowAt: number
  high: Uint8Array
  low: Uint8Array
  inverseLengths: Float32Array
  spreads: Float32Array
}

/** What another thread needs to see the same slab. `rows` is a multiple of `chunkRows`. */
export type SlabShape = { slabId: number; memory: WasmMemory; dimensions: number; rows: number }

/** The inverse length of a row that takes part in no scan: every comparison with it is false. */
export const absent = Number.NaN

let nextSlabId = 1

export const newSlab = ({ dimensions, rows }: Pick<SlabShape, 'dimensions' | 'rows'>): SlabShape => {
  const bytes = rows * (paddedDimensions(dimensions) + 2 * Float32Array.BYTES_PER_ELEMENT)
  const pages = Math.ceil(bytes / wasmPageBytes)
  const memory = new Memory({ initial: pages, maximum: pages, shared: true })
  return { slabId: nextSlabId++, memory, dimensions, rows }
}

export const viewSlab = ({ memory, dimensions, rows }: SlabShape): Slab => {
  const rowBytes = paddedDimensions(dimensions) / 2
  const lowAt = rows * rowBytes
  const { buffer } = memory
  return {
    memory,
    rowBytes,
    highAt: 0,
    lowAt,
    high: new Uint8Array(buffer, 0, lowAt),
    low: new Uint8Array(buffer, lowAt, lowAt),
    inverseLengths: new Float32Array(buffer, 2 * lowAt, rows),
    spreads: new Float32Array(buffer, 2 * lowAt + rows * Float32Array.BYTES_PER_ELEMENT, rows),
  }
}
