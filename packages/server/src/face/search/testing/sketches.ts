import type { Sketch } from '../sketch/sketch.ts'

/** How many bits of two sketches differ, counted one by one. */
export const bitsApart = (one: Sketch, other: Sketch): number =>
  differing(one.coarse, other.coarse) + differing(one.fine, other.fine)

const differing = (one: Uint8Array, other: Uint8Array): number =>
  [...one].reduce((count, byte, at) => count + (byte ^ other[at]!).toString(2).replaceAll('0', '').length, 0)
