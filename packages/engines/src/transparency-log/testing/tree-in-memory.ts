import { appendLeaves } from '../append-leaves.ts'
import { leafHash } from '../merkle-hash.ts'
import type { ReadTile } from '../tiles.ts'

/** A tree whose tiles are in memory. */
export const treeInMemory = () => {
  const tiles = new Map<string, Buffer>()
  let size = 0
  const readTile: ReadTile = async (level, tile) => tiles.get(`${level}/${tile}`) ?? Buffer.alloc(0)
  return {
    readTile,
    tiles,
    size: () => size,
    async append(entries: readonly Uint8Array[]) {
      for (const { level, tile, hashes } of await appendLeaves(size, entries.map(leafHash), readTile))
        tiles.set(`${level}/${tile}`, hashes)
      size += entries.length
    },
  }
}
