import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type RunningDatabase = {
  /** The URL of the role that serves calls. */
  url: string
  owner_url: string
  pid: number
}

/** The file in which the owner of a data directory publishes the URL of its database, with the password. */
const announcementFile = (dataDir: string) => join(dataDir, 'database.json')

export const announce = async (dataDir: string, database: RunningDatabase): Promise<void> => {
  await withdraw(dataDir)
  await writeFile(announcementFile(dataDir), JSON.stringify(database), { mode: 0o600 })
}

export const withdraw = async (dataDir: string): Promise<void> => {
  await rm(announcementFile(dataDir), { force: true })
}

/** Undefined until the database answers. */
export const readAnnouncement = async (dataDir: string): Promise<RunningDatabase | undefined> => {
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
    // The file is being written at this moment.
    return undefined
  }
}
