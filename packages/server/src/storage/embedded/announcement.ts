import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type RunningDatabase = { url: string; pid: number }

/** Where the owner of a data directory says how to reach its database; holds the password. */
const announcementFile = (dataDir: string) => join(dataDir, 'database.json')

export async function announce(dataDir: string, database: RunningDatabase): Promise<void> {
  await withdraw(dataDir)
  await writeFile(announcementFile(dataDir), JSON.stringify(database), { mode: 0o600 })
}

export async function withdraw(dataDir: string): Promise<void> {
  await rm(announcementFile(dataDir), { force: true })
}

/** Undefined until the database answers. */
export async function readAnnouncement(dataDir: string): Promise<RunningDatabase | undefined> {
  let text: string
  try {
    text = await readFile(announcementFile(dataDir), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    return JSON.parse(text) as RunningDatabase
  } catch {
    // It is being written at this moment.
    return undefined
  }
}
