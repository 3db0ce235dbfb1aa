import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'
const neededBytes = 4 * 2 ** 30

const hasRoom = (directory: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize >= neededBytes
  } catch {
    return false
  }
}

/**
 * Where tests make the files of a database: in memory, if there is room. A database has a thousand files, which are deleted
 * seconds later. A disk can take longer to make them than the tests to run.
 */
export const scratchDirectory: string = hasRoom(memory) ? memory : tmpdir()

/** Where an earlier run, with more or less room, may have left files. */
export const scratchDirectories: readonly string[] = [memory, tmpdir()]
