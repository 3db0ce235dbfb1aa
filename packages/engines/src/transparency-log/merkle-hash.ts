import { hash } from 'node:crypto'

export const hashBytes = 32

/** SHA-256. */
export const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer')

/** The root of a tree without leaves: the hash of no bytes. */
export const emptyRoot: Buffer = sha256(Buffer.alloc(0))

const leafPrefix = Buffer.from([0])
const nodePrefix = Buffer.from([1])

/** The hash of a leaf (RFC 9162 section 2.1.1). */
export const leafHash = (entry: Uint8Array): Buffer => sha256(Buffer.concat([leafPrefix, entry]))

/** The hash of a node with two children. */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer =>
  sha256(Buffer.concat([nodePrefix, left, right]))

/** The largest power of two that is smaller than `count`, for a count of two or more. */
export const splitOf = (count: number): number => {
  let power = 1
  while (power * 2 < count) power *= 2
  return power
}
