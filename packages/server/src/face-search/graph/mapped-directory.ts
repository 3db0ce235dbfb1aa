import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const prefix = 'nani-faces-'

/** Creates a directory for this process only. Those of killed processes are removed. */
export const makeMappedDirectory = async (within: string): Promise<string> => {
  for (const name of await readdir(within)) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN
    if (pid > 0 && !isRunning(pid)) await rm(join(within, name), { recursive: true, force: true })
  }
  return mkdtemp(join(within, `${prefix}${process.pid}-`))
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user is running too.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
