import { sketchBytes, turnerOf, writeSketch } from '../sketch/sketch.ts'

export const sketchOf = (vector: Float32Array): Uint8Array => {
  const sketch = new Uint8Array(sketchBytes)
  writeSketch(turnerOf(vector.length)(vector), sketch)
  return sketch
}

/** The number of different bits of two sketches, counted one by one. */
export const bitsApart = (one: Uint8Array, other: Uint8Array): number =>
  one.reduce((count, byte, at) => count + (byte ^ other[at]!).toString(2).replaceAll('0', '').length, 0)
