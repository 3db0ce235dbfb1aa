import { hash } from 'node:crypto'

export const hashBytes = 32

/** SHA-256. */
export const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer')

/** The root of a tree without leaves: the hash of no bytes. */
export const emptyRoot: Buffer = sha256(Buffer.alloc(0))

// A tree has millions of these: their bytes are put into one place, instead of a buffer for each.
const ofLeaf = Buffer.alloc(1 + hashBytes, 0)
const ofNode = Buffer.alloc(1 + 2 * hashBytes, 1)
const leafPrefix = Buffer.from([0])

/** The hash of a leaf (RFC 9162 section 2.1.1). */
export const leafHash = (entry: Uint8Array): Buffer => {
  if (entry.length !== hashBytes) return sha256(Buffer.concat([leafPrefix, entry]))
  ofLeaf.set(entry, 1)
  return sha256(ofLeaf)
}

/** The hash of a node with two children. */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => {
  if (left.length !== hashBytes || right.length !== hashBytes) throw new Error('A hash has 32 bytes.')
  ofNode.set(left, 1)
  ofNode.set(right, 1 + hashBytes)
  return sha256(ofNode)
}

/** The largest power of two that is smaller than `count`, for a count of two or more. */
export const splitOf = (count: number): number => {
  let power = 1
  while (power * 2 < count) power *= 2
  return power
}
