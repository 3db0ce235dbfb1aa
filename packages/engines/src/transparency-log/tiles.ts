import { emptyRoot, hashBytes, nodeHash, rootOfHashes, splitOf } from './merkle-hash.ts'

/** Hashes of a full tile. */
export const tileWidth = 256
const levelsOfTile = 8

/** The hashes of a tile at a level, in order. At least the width that the size of the tree requires. */
export type ReadTile = (level: number, tile: number) => Promise<Uint8Array>

/** How many nodes a level of tiles has in a tree of this size. */
export const nodesOfLevel = (size: number, level: number): number => Math.floor(size / tileWidth ** level)

/** The number of hashes of a tile in a tree of this size. */
export const widthOfTile = (size: number, level: number, tile: number): number =>
  Math.max(0, Math.min(tileWidth, nodesOfLevel(size, level) - tile * tileWidth))

/** The root of a tree. */
export const rootOf = (size: number, readTile: ReadTile): Promise<Buffer> =>
  size === 0 ? Promise.resolve(emptyRoot) : readerOf(readTile).range(0, size)

/** The proof that a leaf is in the tree of this size: from the sibling of the leaf to the child of the root. */
export const inclusionProof = async (index: number, size: number, readTile: ReadTile): Promise<Buffer[]> => {
  const { range } = readerOf(readTile)
  const path = async (from: number, until: number): Promise<Buffer[]> => {
    if (until - from === 1) return []
    const middle = from + splitOf(until - from)
    return index < middle
      ? [...(await path(from, middle)), await range(middle, until)]
      : [...(await path(middle, until)), await range(from, middle)]
  }
  return path(0, size)
}

/** The proof that the tree of `size` begins with the tree of `oldSize`. */
export const consistencyProof = async (
  oldSize: number,
  size: number,
  readTile: ReadTile,
): Promise<Buffer[]> => {
  if (oldSize === 0 || oldSize === size) return []
  const { range } = readerOf(readTile)
  const path = async (from: number, until: number, isWholeOld: boolean): Promise<Buffer[]> => {
    if (oldSize === until) return isWholeOld ? [] : [await range(from, until)]
    const middle = from + splitOf(until - from)
    return oldSize <= middle
      ? [...(await path(from, middle, isWholeOld)), await range(middle, until)]
      : [...(await path(middle, until, false)), await range(from, middle)]
  }
  return path(0, size, true)
}

/** Reads each tile once. */
const readerOf = (readTile: ReadTile) => {
  const read = new Map<string, Promise<Uint8Array>>()
  const tileAt = (level: number, tile: number) => {
    const name = `${level}/${tile}`
    const found = read.get(name) ?? readTile(level, tile)
    read.set(name, found)
    return found
  }
  /** The hash of a complete subtree of `count` leaves, a power of two. */
  const complete = async (from: number, count: number): Promise<Buffer> => {
    const height = Math.log2(count)
    const level = Math.floor(height / levelsOfTile)
    const width = 2 ** (height % levelsOfTile)
    const start = from / tileWidth ** level
    const tile = Math.floor(start / tileWidth)
    const bytes = await tileAt(level, tile)
    const offset = (start % tileWidth) * hashBytes
    if (bytes.length < offset + width * hashBytes)
      throw new Error(`The tile ${level}/${tile} of the tree is too short: it has ${bytes.length} bytes.`)
    return rootOfHashes(bytes.subarray(offset, offset + width * hashBytes))
  }
  const range = async (from: number, until: number): Promise<Buffer> => {
    const count = until - from
    if (Number.isInteger(Math.log2(count))) return complete(from, count)
    const middle = from + splitOf(count)
    return nodeHash(await range(from, middle), await range(middle, until))
  }
  return { range }
}

export const hashesIn = (bytes: Uint8Array): Uint8Array[] =>
  Array.from({ length: bytes.length / hashBytes }, (_, index) =>
    bytes.subarray(index * hashBytes, (index + 1) * hashBytes),
  )
