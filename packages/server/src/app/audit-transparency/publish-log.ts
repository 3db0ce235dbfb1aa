import { mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Environment, environments } from '@nani/contract'
import { tilePath, tileWidth, widthOfTile } from '@nani/engines/transparency-log/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import { newestCheckpoint, newestCosigned } from './checkpoints.ts'
import { publicKeysOf } from './log-key.ts'
import { cosignedName, keysName, logResource } from './log-resource.ts'

export type PublishedLog = { environment: Environment; size: number; written: number }

/** Writes the log as static files. A tile that is there is not written again. The checkpoint comes last. */
export const publishLog = async (database: Database, folder: string): Promise<PublishedLog[]> => {
  const published: PublishedLog[] = []
  for (const environment of environments) {
    const checkpoint = await newestCheckpoint(database, environment)
    if (!checkpoint) continue
    const { size, note } = checkpoint
    let written = 0
    for (const path of pathsOf(size)) {
      const file = join(folder, environment, path)
      if (await exists(file)) continue
      const resource = await logResource(database, `${environment}/${path}`)
      if (!resource) throw new Error(`The log of ${environment} has no resource ${path}.`)
      await writeWhole(file, resource.body)
      written++
    }
    const keys = await publicKeysOf(database, environment)
    if (keys) await writeWhole(join(folder, environment, keysName), Buffer.from(keys))
    const cosigned = await newestCosigned(database, environment)
    if (cosigned) await writeWhole(join(folder, environment, cosignedName), Buffer.from(cosigned.note))
    await writeWhole(join(folder, environment, 'checkpoint'), Buffer.from(note))
    published.push({ environment, size, written })
  }
  return published
}

/** The paths of all tiles and bundles of a tree. */
const pathsOf = function* (size: number): Generator<string> {
  for (let level = 0; widthOfTile(size, level, 0) > 0; level++)
    for (let tile = 0; widthOfTile(size, level, tile) > 0; tile++) {
      const width = Math.min(tileWidth, widthOfTile(size, level, tile))
      yield tilePath({ level, tile, width })
      if (level === 0) yield tilePath({ level: 'entries', tile, width })
    }
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  )

/** A reader never sees a part of a file. */
const writeWhole = async (file: string, bytes: Buffer): Promise<void> => {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.new`, bytes)
  await rename(`${file}.new`, file)
}
