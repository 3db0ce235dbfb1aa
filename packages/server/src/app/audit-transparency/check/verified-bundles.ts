import type { Environment } from '@nani/contract'
import { hashBytes, rootOf, tileWidth, widthOfTile } from '@nani/engines/transparency-log/index.ts'
import { type Database, hashOfTile, leafTileOf, readBundle, tilesIn } from '../tree-rows.ts'

const maxHeldBundles = 4_096

/**
 * The commitments of a log, each verified against the root that was signed: a bundle against the hash in the tile above
 * it, that tile against the one above it, and the last ones against the root.
 */
export const openVerifiedBundles = async (
  database: Database,
  environment: Environment,
  { size, root }: { size: number; root: Buffer },
) => {
  const readTile = tilesIn(database, environment)
  const altered = new Set<number>()
  const held = new Map<number, Buffer>()
  const verdicts = new Map<string, Promise<boolean>>()
  const hasRoot = (await rootOf(size, readTile).catch(() => Buffer.alloc(0))).equals(root)

  /** Whether a tile that is full has its hash in the tile above. The others are part of the root. */
  const isLinked = (level: number, tile: number, hashes: Uint8Array): Promise<boolean> => {
    if (hashes.length < tileWidth * hashBytes) return Promise.resolve(hasRoot)
    const name = `${level}/${tile}`
    const known = verdicts.get(name) ?? link(level, tile, hashes)
    verdicts.set(name, known)
    return known
  }
  const link = async (level: number, tile: number, hashes: Uint8Array): Promise<boolean> => {
    const above = Math.floor(tile / tileWidth)
    const parent = await readTile(level + 1, above)
    const width = widthOfTile(size, level + 1, above)
    const place = (tile % tileWidth) * hashBytes
    if (parent.length < width * hashBytes) return false
    if (!hashOfTile(hashes).equals(parent.subarray(place, place + hashBytes))) return false
    return isLinked(level + 1, above, parent.subarray(0, width * hashBytes))
  }
  const load = async (bundle: number): Promise<Buffer> => {
    const width = widthOfTile(size, 0, bundle)
    const commitments = (await readBundle(database, environment, bundle)).subarray(0, width * hashBytes)
    const isWhole = commitments.length === width * hashBytes
    if (!isWhole || !(await isLinked(0, bundle, leafTileOf(commitments)))) altered.add(bundle)
    if (held.size >= maxHeldBundles) held.delete(held.keys().next().value as number)
    held.set(bundle, commitments)
    return commitments
  }
  return {
    hasRoot,
    altered,
    /** Loads the bundles of these leaves, so that `commitment` finds them. */
    async prepare(leaves: Iterable<number>) {
      for (const bundle of new Set(Array.from(leaves, (leaf) => Math.floor(leaf / tileWidth))))
        if (!held.has(bundle)) await load(bundle)
    },
    /** The commitment of a leaf whose bundle was prepared. Null: the log has no such leaf. */
    commitment(leaf: number): Buffer | null {
      if (leaf >= size) return null
      const place = (leaf % tileWidth) * hashBytes
      const found = held.get(Math.floor(leaf / tileWidth))?.subarray(place, place + hashBytes)
      return found?.length === hashBytes ? found : null
    },
  }
}
export type VerifiedBundles = Awaited<ReturnType<typeof openVerifiedBundles>>
