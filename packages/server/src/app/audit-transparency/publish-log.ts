import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Environment, environments } from '@nani/contract'
import { tilePath, tileWidth, widthOfTile } from '@nani/engines/transparency-log/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import { checkKept } from './check/check-kept.ts'
import { collectFindings } from './check/finding.ts'
import { newestCheckpoint, newestCosigned } from './checkpoints.ts'
import { type LogSigners, publicKeysOf } from './log-key.ts'
import { cosignedName, keysName, logResource } from './log-resource.ts'

export type PublishedLog = { environment: Environment; size: number; written: number }

/**
 * Writes the log as static files. A tile that is there is not written again. The checkpoint comes last.
 * @throws {Refusal} `audit_log_contradicted`, if the log does not continue the one that the folder has.
 */
export const publishLog = async (
  database: Database,
  folder: string,
  signers: LogSigners,
): Promise<PublishedLog[]> => {
  const logs = await Promise.all(
    environments.map(async (environment) => {
      const checkpoint = await newestCheckpoint(database, environment)
      const place = join(folder, environment)
      await requireContinued(database, { environment, place, size: checkpoint?.size ?? 0, signers })
      return { environment, place, checkpoint }
    }),
  )
  const published: PublishedLog[] = []
  for (const { environment, place, checkpoint } of logs) {
    if (!checkpoint) continue
    const { size, note } = checkpoint
    const cosigned = await newestCosigned(database, environment)
    let written = 0
    for (const path of new Set([...pathsOf(size), ...partialPathsOf(cosigned?.size ?? 0)])) {
      const file = join(place, path)
      if (await exists(file)) continue
      const resource = await logResource(database, `${environment}/${path}`)
      if (!resource) throw new Error(`The log of ${environment} has no resource ${path}.`)
      await writeWhole(file, resource.body)
      written++
    }
    const keys = await publicKeysOf(database, environment)
    if (keys) await writeWhole(join(place, keysName), Buffer.from(keys))
    if (cosigned) await writeWhole(join(place, cosignedName), Buffer.from(cosigned.note))
    await writeWhole(join(place, 'checkpoint'), Buffer.from(note))
    published.push({ environment, size, written })
  }
  return published
}

type Continued = { environment: Environment; place: string; size: number; signers: LogSigners }

/** The folder has what was published before. Readers have seen it, so that a log that does not continue it was shortened or replaced. */
const requireContinued = async (
  database: Database,
  { environment, place, size, signers }: Continued,
): Promise<void> => {
  const text = await readFile(join(place, 'checkpoint'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return
  const findings = collectFindings()
  await checkKept(
    database,
    { key: signers[environment], environment, size },
    { keptBy: place, text },
    findings,
  )
  const [found] = findings.kept
  if (found) throw new Refusal('audit_log_contradicted', `${found.message} Nothing was published.`)
}

/** A checkpoint that witnesses cosigned needs the partial tiles of its own size. */
const partialPathsOf = (size: number): string[] => [...pathsOf(size)].filter((path) => path.includes('.p/'))

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
