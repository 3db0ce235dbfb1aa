import { drawsOf, hashOf } from '../draws.ts'

/** Fingers in the order of their ISO 19794-2 position codes, which begin at 1. */
export const fingers = [
  'right_thumb',
  'right_index',
  'right_middle',
  'right_ring',
  'right_little',
  'left_thumb',
  'left_index',
  'left_middle',
  'left_ring',
  'left_little',
] as const
export type Finger = (typeof fingers)[number]

const headerBytes = 24
const viewHeaderBytes = 4
const minutiaBytes = 6
const extendedLengthBytes = 2
const widthPixels = 320
const heightPixels = 400
/** 500 dots per inch, in pixels per centimetre. */
const pixelsPerCentimetre = 197

/** A finger minutiae record of ISO/IEC 19794-2:2005 with one view. The minutiae are random and belong to no person. */
export const drawFinger = (seed: string, finger: Finger): Buffer => {
  const draws = drawsOf(hashOf(`finger ${finger} ${seed}`))
  const count = 28 + draws.below(20)
  const record = Buffer.alloc(headerBytes + viewHeaderBytes + count * minutiaBytes + extendedLengthBytes)
  record.write('FMR\0 20\0', 0, 'latin1')
  record.writeUInt32BE(record.length, 8)
  record.writeUInt16BE(widthPixels, 14)
  record.writeUInt16BE(heightPixels, 16)
  record.writeUInt16BE(pixelsPerCentimetre, 18)
  record.writeUInt16BE(pixelsPerCentimetre, 20)
  record[22] = 1
  record[headerBytes] = fingers.indexOf(finger) + 1
  record[headerBytes + 2] = 60 + draws.below(40)
  record[headerBytes + 3] = count
  for (let index = 0; index < count; index++) {
    // Inside the ellipse of a fingertip; the type (1 ending, 2 bifurcation) is in the two high bits.
    const angle = draws.fraction() * 2 * Math.PI
    const reach = Math.sqrt(draws.fraction())
    const x = Math.round(widthPixels / 2 + Math.cos(angle) * reach * 130)
    const y = Math.round(heightPixels / 2 + Math.sin(angle) * reach * 170)
    const offset = headerBytes + viewHeaderBytes + index * minutiaBytes
    record.writeUInt16BE(((1 + draws.below(2)) << 14) | x, offset)
    record.writeUInt16BE(y, offset + 2)
    record[offset + 4] = draws.below(256)
    record[offset + 5] = 40 + draws.below(60)
  }
  return record
}
