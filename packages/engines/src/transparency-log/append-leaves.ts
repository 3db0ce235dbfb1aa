import { rootOfHashes } from './merkle-hash.ts'
import { hashesIn, nodesOfLevel, type ReadTile, tileWidth } from './tiles.ts'

/** A tile that an append created or made wider. */
export type ChangedTile = { level: number; tile: number; hashes: Buffer }

/**
 * Appends leaf hashes to a tree of `size` leaves. Returns every tile that changes, each with all of its hashes. A tile
 * that becomes full adds its own hash to the level above.
 */
export const appendLeaves = async (
  size: number,
  leaves: readonly Uint8Array[],
  readTile: ReadTile,
): Promise<ChangedTile[]> => {
  const changed: ChangedTile[] = []
  let added = leaves
  for (let level = 0; added.length > 0; level++) {
    const before = nodesOfLevel(size, level)
    const first = Math.floor(before / tileWidth)
    const partial = before % tileWidth === 0 ? [] : hashesIn(await readTile(level, first))
    const nodes = [...partial.slice(0, before % tileWidth), ...added]
    const above: Uint8Array[] = []
    for (let from = 0; from < nodes.length; from += tileWidth) {
      const ofTile = nodes.slice(from, from + tileWidth)
      const hashes = Buffer.concat(ofTile)
      changed.push({ level, tile: first + from / tileWidth, hashes })
      if (ofTile.length === tileWidth) above.push(rootOfHashes(hashes))
    }
    added = above
  }
  return changed
}
