import { readdir, readFile, readlink, realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Refusal } from '../core/index.ts'
import { isPidTaken, pidNamespace, processIdentity } from './process-identity.ts'

type Log = (line: string) => void

/**
 * Stops the database processes that a killed Nani left behind in this PID namespace: never a process that merely has
 * an old process id, and never one of another container.
 */
export const stopLeftovers = async (clusterDir: string, log: Log): Promise<void> => {
  const pids = await clusterProcesses(clusterDir)
  if (pids.length === 0) return
  log(`stopping the database process an earlier run left behind (${pids.join(', ')})`)
  const postmaster = await recordedPid(clusterDir)
  if (postmaster !== undefined && pids.includes(postmaster)) {
    signal([postmaster], 'SIGINT')
    if (!(await allGone(clusterDir, 60_000))) signal([postmaster], 'SIGQUIT')
  } else {
    // Without their postmaster the child processes end by themselves. A child that computes needs a signal.
    if (!(await allGone(clusterDir, 2_000))) signal(pids, 'SIGQUIT')
  }
  if (!(await allGone(clusterDir, 5_000))) signal(await clusterProcesses(clusterDir), 'SIGKILL')
  if (!(await allGone(clusterDir, 5_000)))
    throw new Refusal(
      'data_directory_in_use',
      `The database processes of ${clusterDir} do not end: ${await clusterProcesses(clusterDir)}`,
    )
}

/** Ends processes that still write to a cluster that will be deleted. */
export const killProcesses = async (clusterDir: string): Promise<void> => {
  signal(await clusterProcesses(clusterDir), 'SIGKILL')
  await allGone(clusterDir, 5_000)
}

/** The live processes of this PID namespace that are PostgreSQL and work in this very cluster. */
export const clusterProcesses = async (clusterDir: string): Promise<number[]> => {
  const cluster = await realpath(clusterDir).catch(() => undefined)
  if (!cluster) return []
  if (process.platform !== 'linux') return postmasterByCommandLine(cluster)
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const ours = await Promise.all(pids.map((pid) => standsIn(pid, cluster)))
  return pids.filter((_, index) => ours[index])
}

const standsIn = async (pid: number, cluster: string): Promise<boolean> => {
  try {
    if ((await readlink(`/proc/${pid}/cwd`)) !== cluster) return false
    const program = (await readlink(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '')
    if (!['postgres', 'initdb'].includes(basename(program))) return false
    // A process of another container is not ours to stop; the lock that it holds refuses the start.
    if ((await pidNamespace(pid)) !== (await pidNamespace())) return false
    return (await processIdentity(pid)) !== undefined
  } catch {
    return false
  }
}

const postmasterByCommandLine = async (cluster: string): Promise<number[]> => {
  const pid = await recordedPid(cluster)
  if (pid === undefined || !isPidTaken(pid)) return []
  const { execFile } = await import('node:child_process')
  return new Promise((resolve) =>
    execFile('ps', ['-o', 'args=', '-p', String(pid)], (_, stdout) =>
      resolve(stdout.includes('postgres') && stdout.includes(cluster) ? [pid] : []),
    ),
  )
}

/** The process id in the first line of postmaster.pid. */
export const recordedPid = async (clusterDir: string): Promise<number | undefined> => {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  return pid > 0 ? pid : undefined
}

const signal = (pids: number[], name: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // It left on its own.
    }
  }
}

const allGone = async (clusterDir: string, withinMs: number): Promise<boolean> => {
  const deadline = performance.now() + withinMs
  while ((await clusterProcesses(clusterDir)).length > 0) {
    if (performance.now() > deadline) return false
    await delay(25)
  }
  return true
}
