import { mkdir, open } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { ArchivedTable } from './archived-tables.ts'

export type ArchivedDayName = { table: ArchivedTable; day: string }
export type DayFiles = { rows: string; keys: string; manifest: string }

/** The files of a day of a table. */
export const dayFiles = (folder: string, { table, day }: ArchivedDayName): DayFiles => {
  const start = join(folder, `${day}.${table}`)
  return { rows: `${start}.rows`, keys: `${start}.keys`, manifest: `${start}.manifest.json` }
}

/** A file under this name is not whole. */
export const partialOf = (file: string): string => `${file}.partial`

/** Waits until the disk has the names of a folder. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Creates the folder, and waits until the disk has the name of each level that was created. */
export const createFolder = async (folder: string): Promise<void> => {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  const end = dirname(resolve(first))
  for (let parent = dirname(resolve(folder)); ; parent = dirname(parent)) {
    await syncFolder(parent)
    if (parent === end || parent === dirname(parent)) return
  }
}
