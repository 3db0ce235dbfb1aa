import { type Environment, environments } from '@nani/contract'
import {
  encodeBundle,
  hashBytes,
  hashesIn,
  readTilePath,
  type TileResource,
  tileWidth,
  widthOfTile,
} from '@nani/engines/transparency-log/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import { newestCheckpoint, newestCosigned } from './checkpoints.ts'
import { publicKeysOf } from './log-key.ts'
import { readBundle, tilesIn } from './tree-rows.ts'

/**
 * The newest checkpoint that a witness cosigned. The name is one of Nani: tlog-tiles has `checkpoint` alone, whose newest one a
 * witness may not have seen yet.
 */
export const cosignedName = 'checkpoint.cosigned'

/** The public keys of the log, the newest first. The name is one of Nani, too. */
export const keysName = 'keys'

/** A static resource of the log. A tile never changes, a checkpoint does. */
export type LogResource = { body: Buffer; contentType: string; immutable: boolean }

/**
 * The resource of a path such as `production/checkpoint`, or null. Only what the newest checkpoint covers is published:
 * a leaf that no checkpoint has is not part of the log yet.
 */
export const logResource = async (database: Database, path: string): Promise<LogResource | null> => {
  const environment = environments.find((name) => path.startsWith(`${name}/`))
  if (!environment) return null
  const newest = await newestCheckpoint(database, environment)
  if (!newest) return null
  const name = path.slice(environment.length + 1)
  const text = (note: string) => ({
    body: Buffer.from(note),
    contentType: 'text/plain; charset=utf-8',
    immutable: false,
  })
  if (name === 'checkpoint') return text(newest.note)
  if (name === keysName) {
    const keys = await publicKeysOf(database, environment)
    return keys === null ? null : text(keys)
  }
  if (name === cosignedName) {
    const cosigned = await newestCosigned(database, environment)
    return cosigned && text(cosigned.note)
  }
  const resource = readTilePath(name)
  const body = resource && (await tileBytes(database, environment, resource, newest.size))
  return body && { body, contentType: 'application/octet-stream', immutable: true }
}

const tileBytes = async (
  database: Database,
  environment: Environment,
  { level, tile, width }: TileResource,
  size: number,
): Promise<Buffer | null> => {
  const height = level === 'entries' ? 0 : level
  if (width > Math.min(tileWidth, widthOfTile(size, height, tile))) return null
  const hashes =
    level === 'entries'
      ? await readBundle(database, environment, tile)
      : await tilesIn(database, environment)(level, tile)
  const wanted = Buffer.from(hashes).subarray(0, width * hashBytes)
  if (wanted.length < width * hashBytes) return null
  return level === 'entries' ? encodeBundle(hashesIn(wanted)) : wanted
}
