import { appendFile, mkdir, open, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '@nani/engines/transparency-log/index.ts'

/** What a witness knows of a log: the newest checkpoint that it cosigned. */
export type WitnessedLog = { size: number; root: string; note: string }

/** Keeps checkpoints in a folder. Nothing is forgotten when the process or the machine ends. */
export type WitnessStore = {
  /** The newest checkpoint of a log. Null: none was cosigned. */
  latest(origin: string): Promise<WitnessedLog | null>
  latestByHash(originHash: string): Promise<WitnessedLog | null>
  /** Returns after the checkpoint is on the disk. */
  keep(origin: string, log: WitnessedLog, atMs: number): Promise<void>
  /**
   * Keeps a request whose signed checkpoint was refused: it is evidence. One for each checkpoint, because the rest of a
   * request is not signed and could be varied without end.
   */
  keepRefused(checkpoint: string, request: string): Promise<void>
}

export const originHash = (origin: string): string => sha256(Buffer.from(origin)).toString('hex')

const hourMs = 3_600_000
const maxRefused = 1_000

export const openWitnessStore = async (folder: string): Promise<WitnessStore> => {
  const refusedFolder = join(folder, 'refused')
  await mkdir(refusedFolder, { recursive: true, mode: 0o700 })
  const writtenHours = new Map<string, number>()
  const latestByHash = async (hash: string): Promise<WitnessedLog | null> => {
    const text = await readFile(join(folder, `${hash}.latest.json`), 'utf8').catch(
      (error: NodeJS.ErrnoException) => {
        // Any other failure must not look like a log that was never seen.
        if (error.code === 'ENOENT') return null
        throw error
      },
    )
    return text === null ? null : (JSON.parse(text) as WitnessedLog)
  }
  return {
    latestByHash,
    latest: (origin) => latestByHash(originHash(origin)),
    async keep(origin, log, atMs) {
      const hash = originHash(origin)
      const hour = Math.floor(atMs / hourMs)
      // One checkpoint of each hour stays readable for people.
      if (writtenHours.get(hash) !== hour) {
        await appendFile(
          join(folder, `${hash}.history.txt`),
          `${new Date(atMs).toISOString()}\n${log.note}\n`,
        )
        writtenHours.set(hash, hour)
      }
      await replaceDurably(folder, `${hash}.latest.json`, JSON.stringify(log))
    },
    async keepRefused(checkpoint, request) {
      if ((await readdir(refusedFolder)).length >= maxRefused) return
      await writeFile(join(refusedFolder, `${sha256(Buffer.from(checkpoint)).toString('hex')}.txt`), request)
    },
  }
}

/** The new file is on the disk before it takes the name, and the name before this returns. */
const replaceDurably = async (folder: string, name: string, text: string): Promise<void> => {
  const path = join(folder, name)
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
  const directory = await open(folder, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
