import { extractBytes } from '../sketch/extract.ts'
import { sketchBytes } from '../sketch/sketch.ts'
import { paddedDimensions } from './quantise.ts'
import { Memory, type WasmMemory, wasmPageBytes } from './web-assembly.ts'

/**
 * Space for a fixed number of templates in memory that threads share. The system allocates pages when they are
 * written. All high nibbles come first, because a scan reads them. Then come all low ones, which it reads for few
 * rows. Last come the sketches, if any: the plane of their extracts, then the complete sketches.
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
  sketches: { extractsAt: number; sketchesAt: number; extracts: Uint8Array; whole: Uint8Array } | null
}

/** The data that another thread needs to use the same slab. `rows` is a multiple of `chunkRows`. */
export type SlabShape = {
  slabId: number
  memory: WasmMemory
  dimensions: number
  rows: number
  sketched: boolean
}

/** The inverse length of an empty row. Every comparison with it is false. */
export const absent = Number.NaN

let nextSlabId = 1

/** Bytes of shared memory for one row. */
export const bytesOfRow = ({ dimensions, sketched }: Pick<SlabShape, 'dimensions' | 'sketched'>): number =>
  paddedDimensions(dimensions) +
  2 * Float32Array.BYTES_PER_ELEMENT +
  (sketched ? extractBytes + sketchBytes : 0)

export const newSlab = (shape: Pick<SlabShape, 'dimensions' | 'rows' | 'sketched'>): SlabShape => {
  const pages = Math.ceil((shape.rows * bytesOfRow(shape)) / wasmPageBytes)
  const memory = new Memory({ initial: pages, maximum: pages, shared: true })
  return { slabId: nextSlabId++, memory, ...shape }
}

export const viewSlab = ({ memory, dimensions, rows, sketched }: SlabShape): Slab => {
  const { buffer } = memory
  let end = 0
  const plane = <View>(
    type: new (buffer: typeof memory.buffer, at: number, length: number) => View,
    bytes: number,
    length: number,
  ) => {
    const at = end
    end += bytes
    return { at, view: new type(buffer, at, length) }
  }
  const bytesOf = (rowBytes: number) => plane(Uint8Array, rows * rowBytes, rows * rowBytes)
  const floats = () => plane(Float32Array, rows * Float32Array.BYTES_PER_ELEMENT, rows).view
  const rowBytes = paddedDimensions(dimensions) / 2
  const [high, low] = [bytesOf(rowBytes), bytesOf(rowBytes)]
  const [inverseLengths, spreads] = [floats(), floats()]
  const sketches = sketched ? ([bytesOf(extractBytes), bytesOf(sketchBytes)] as const) : null
  return {
    memory,
    rowBytes,
    highAt: high.at,
    lowAt: low.at,
    high: high.view,
    low: low.view,
    inverseLengths,
    spreads,
    sketches: sketches && {
      extractsAt: sketches[0].at,
      sketchesAt: sketches[1].at,
      extracts: sketches[0].view,
      whole: sketches[1].view,
    },
  }
}
