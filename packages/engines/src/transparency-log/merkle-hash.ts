import { hash } from 'node:crypto'

export const hashBytes = 32

// A string takes less time than a new buffer. A tree has millions of hashes.
const hashText = (bytes: Uint8Array): string => hash('sha256', bytes, 'binary')

/** SHA-256. */
export const sha256 = (bytes: Uint8Array): Buffer => Buffer.from(hashText(bytes), 'latin1')

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

/** The hashes of leaves of 32 bytes each, one after another. A rest of fewer bytes is no leaf. */
export const leafHashes = (leaves: Uint8Array): Buffer => {
  const hashes = Buffer.allocUnsafe(leaves.length - (leaves.length % hashBytes))
  for (let at = 0; at < hashes.length; at += hashBytes) {
    ofLeaf.set(leaves.subarray(at, at + hashBytes), 1)
    hashes.write(hashText(ofLeaf), at, 'latin1')
  }
  return hashes
}

/** The root of a complete tree over these hashes, one after another. Their number is a power of two. */
export const rootOfHashes = (hashes: Uint8Array): Buffer => {
  const level = Buffer.from(hashes)
  for (let bytes = level.length; bytes > hashBytes; bytes /= 2)
    for (let at = 0; at < bytes; at += 2 * hashBytes) {
      ofNode.set(level.subarray(at, at + 2 * hashBytes), 1)
      level.write(hashText(ofNode), at / 2, 'latin1')
    }
  return level.subarray(0, hashBytes)
}

/** The largest power of two that is smaller than `count`, for a count of two or more. */
export const splitOf = (count: number): number => {
  let power = 1
  while (power * 2 < count) power *= 2
  return power
}
