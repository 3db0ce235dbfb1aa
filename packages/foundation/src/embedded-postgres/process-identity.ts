import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * The start time and the boot of a process. They distinguish it from a later process with the same id. Undefined if
 * no such process lives (a zombie does not count).
 */
export const processIdentity = async (pid: number): Promise<string | undefined> =>
  process.platform === 'linux' ? linuxIdentity(pid) : otherIdentity(pid)

const linuxIdentity = async (pid: number): Promise<string | undefined> => {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The command name may itself hold spaces and parentheses: the fields count from its last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
    return `${fields[19]}@${boot.trim()}`
  } catch {
    return undefined
  }
}

const otherIdentity = async (pid: number): Promise<string | undefined> => {
  try {
    const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)])
    return stdout.trim() || undefined
  } catch {
    return undefined
  }
}

/** Whether any process with this id exists, of any owner. */
export const isPidTaken = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The PID namespace of a process; every container has its own. Undefined where it cannot be read, or on macOS. */
export const pidNamespace = async (pid: number | 'self' = 'self'): Promise<string | undefined> =>
  readlink(`/proc/${pid}/ns/pid`).catch(() => undefined)
