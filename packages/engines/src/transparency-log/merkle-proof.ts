import { hashBytes, nodeHash, splitOf } from './merkle-hash.ts'

/*
 * The verification of proofs: RFC 9162 sections 2.1.3.2 and 2.1.4.2. The numbers of leaves are below 2^53, so that
 * they are divided and not shifted.
 */

const isOdd = (value: number) => value % 2 === 1
const half = (value: number) => Math.floor(value / 2)
const isSize = (value: number) => Number.isSafeInteger(value) && value >= 0
const areHashes = (hashes: readonly Uint8Array[]) => hashes.every(({ length }) => length === hashBytes)

export type InclusionClaim = {
  leaf: Uint8Array
  index: number
  size: number
  root: Uint8Array
  proof: readonly Uint8Array[]
}

/** Whether the leaf has this index in the tree of this size and root. */
export const isIncluded = ({ leaf, index, size, root, proof }: InclusionClaim): boolean => {
  if (!isSize(index) || !isSize(size) || index >= size || !areHashes([leaf, root, ...proof])) return false
  let first = index
  let last = size - 1
  let calculated = leaf
  for (const sibling of proof) {
    if (last === 0) return false
    if (isOdd(first) || first === last) {
      calculated = nodeHash(sibling, calculated)
      while (!isOdd(first) && first !== 0) {
        first = half(first)
        last = half(last)
      }
    } else calculated = nodeHash(calculated, sibling)
    first = half(first)
    last = half(last)
  }
  return last === 0 && Buffer.compare(calculated, root) === 0
}

export type ConsistencyClaim = {
  oldSize: number
  oldRoot: Uint8Array
  size: number
  root: Uint8Array
  proof: readonly Uint8Array[]
}

/** Whether the newer tree begins with all leaves of the older one. An empty tree is the beginning of every tree. */
export const isConsistent = ({ oldSize, oldRoot, size, root, proof }: ConsistencyClaim): boolean => {
  if (!isSize(oldSize) || !isSize(size) || oldSize > size) return false
  if (!areHashes([oldRoot, root, ...proof])) return false
  if (oldSize === size) return proof.length === 0 && Buffer.compare(oldRoot, root) === 0
  if (oldSize === 0) return proof.length === 0
  const isPowerOfTwo = splitOf(oldSize + 1) === oldSize
  const path = isPowerOfTwo ? [oldRoot, ...proof] : proof
  const [start, ...siblings] = path
  if (start === undefined) return false
  let first = oldSize - 1
  let last = size - 1
  while (isOdd(first)) {
    first = half(first)
    last = half(last)
  }
  let ofOld = start
  let ofNew = start
  for (const sibling of siblings) {
    if (last === 0) return false
    if (isOdd(first) || first === last) {
      ofOld = nodeHash(sibling, ofOld)
      ofNew = nodeHash(sibling, ofNew)
      while (!isOdd(first) && first !== 0) {
        first = half(first)
        last = half(last)
      }
    } else ofNew = nodeHash(ofNew, sibling)
    first = half(first)
    last = half(last)
  }
  return last === 0 && Buffer.compare(ofOld, oldRoot) === 0 && Buffer.compare(ofNew, root) === 0
}
