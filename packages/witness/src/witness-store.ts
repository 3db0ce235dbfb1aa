import { appendFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
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
   * Keeps a request whose signed checkpoint was refused: it may be evidence. One for each checkpoint, because the rest of a request
   * is not signed and could be varied without end.
   */
  keepRefused(kind: Refused, checkpoint: string, request: string): Promise<void>
}

/**
 * `contradicting`: a checkpoint of a cosigned size with another root, which only the log can sign. `unproven`: an older checkpoint, or
 * one without a proof. Anyone can send those of the past again, so that the newest ones displace the oldest.
 */
export type Refused = 'contradicting' | 'unproven'
const folderOf = { contradicting: 'refused', unproven: 'unproven' } as const
const maxKept: Readonly<Record<Refused, number>> = { contradicting: 1_000, unproven: 200 }

export const originHash = (origin: string): string => sha256(Buffer.from(origin)).toString('hex')

const hourMs = 3_600_000

export const openWitnessStore = async (folder: string, limits = maxKept): Promise<WitnessStore> => {
  for (const name of Object.values(folderOf))
    await mkdir(join(folder, name), { recursive: true, mode: 0o700 })
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
    async keepRefused(kind, checkpoint, request) {
      const place = join(folder, folderOf[kind])
      const names = await readdir(place)
      const name = `${sha256(Buffer.from(checkpoint)).toString('hex')}.txt`
      if (names.includes(name)) return
      if (names.length >= limits[kind]) {
        if (kind === 'contradicting') return
        await rm(join(place, await oldestOf(place, names)), { force: true })
      }
      await writeFile(join(place, name), request)
    },
  }
}

const oldestOf = async (place: string, names: readonly string[]): Promise<string> => {
  const written = await Promise.all(
    names.map(async (name) => ({ name, atMs: (await stat(join(place, name))).mtimeMs })),
  )
  return written.reduce((oldest, one) => (one.atMs < oldest.atMs ? one : oldest)).name
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
