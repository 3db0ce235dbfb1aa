import type { Environment } from '@nani/contract'
import {
  hashBytes,
  leafHashes,
  rootOf,
  rootOfHashes,
  tileWidth,
  widthOfTile,
} from '@nani/engines/transparency-log/index.ts'
import { type Database, readBundles, tilesIn } from '../tree-rows.ts'

const maxHeldBundles = 4_096
/** Bundles of one read. */
const pageBundles = 256
const maxHeldTiles = 64

/**
 * The commitments of a log, each verified against the root that was signed: a bundle against the hash in the tile above
 * it, that tile against the one above it, and the last ones against the root.
 */
export const openVerifiedBundles = async (
  database: Database,
  environment: Environment,
  { size, root }: { size: number; root: Buffer },
) => {
  const stored = tilesIn(database, environment)
  const tiles = new Map<string, Uint8Array>()
  /** The tile above many bundles is read once. */
  const readTile = async (level: number, tile: number): Promise<Uint8Array> => {
    const name = `${level}/${tile}`
    const known = tiles.get(name) ?? (await stored(level, tile))
    if (tiles.size >= maxHeldTiles) tiles.delete(tiles.keys().next().value as string)
    return tiles.set(name, known).get(name) as Uint8Array
  }
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
    if (!rootOfHashes(hashes).equals(parent.subarray(place, place + hashBytes))) return false
    return isLinked(level + 1, above, parent.subarray(0, width * hashBytes))
  }
  const hold = async (bundle: number, found: Buffer): Promise<void> => {
    const width = widthOfTile(size, 0, bundle)
    const commitments = found.subarray(0, width * hashBytes)
    const isWhole = commitments.length === width * hashBytes
    if (!isWhole || !(await isLinked(0, bundle, leafHashes(commitments)))) altered.add(bundle)
    if (held.size >= maxHeldBundles) held.delete(held.keys().next().value as number)
    held.set(bundle, commitments)
  }
  const verify = async (bundles: readonly number[]): Promise<void> => {
    for (let at = 0; at < bundles.length; at += pageBundles) {
      const page = bundles.slice(at, at + pageBundles)
      const found = await readBundles(database, environment, page)
      for (const bundle of page) await hold(bundle, found.get(bundle) ?? Buffer.alloc(0))
    }
  }
  return {
    hasRoot,
    altered,
    /** Loads the bundles of these leaves, so that `commitment` finds them. */
    async prepare(leaves: Iterable<number>) {
      const bundles = new Set(Array.from(leaves, (leaf) => Math.floor(leaf / tileWidth)))
      await verify([...bundles].filter((bundle) => !held.has(bundle)))
    },
    /** Verifies bundles against the root. Those that do not lead to it are in `altered`. */
    verify,
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
