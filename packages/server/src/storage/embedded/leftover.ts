import { readdir, readFile, readlink, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isPidTaken, processIdentity } from './process-identity.ts'

/** Of the directory that holds the socket where the cluster's own path is too long for one. */
export const SOCKET_DIRECTORY_PREFIX = 'nani-socket-'

type Log = (line: string) => void

/**
 * Deals with what a killed Nani left behind: a database process that still runs is stopped (never
 * one that merely has its old process id), and a stale postmaster.pid is made harmless.
 */
export async function clearLeftovers(clusterDir: string, log: Log): Promise<void> {
  const pids = await clusterProcesses(clusterDir)
  if (pids.length > 0) {
    log(`stopping the database process an earlier run left behind (${pids.join(', ')})`)
    const postmaster = await recordedPid(clusterDir)
    if (postmaster !== undefined && pids.includes(postmaster)) {
      signal([postmaster], 'SIGINT')
      if (!(await allGone(clusterDir, 60_000))) signal([postmaster], 'SIGQUIT')
    } else {
      // Without their postmaster the children leave by themselves; one that computes must be told.
      if (!(await allGone(clusterDir, 2_000))) signal(pids, 'SIGQUIT')
    }
    if (!(await allGone(clusterDir, 5_000))) signal(await clusterProcesses(clusterDir), 'SIGKILL')
    if (!(await allGone(clusterDir, 5_000)))
      throw new Error(
        `The database processes of ${clusterDir} do not end: ${await clusterProcesses(clusterDir)}`,
      )
  }
  await disarmStaleLocks(clusterDir)
}

/** Ends whoever still fills a cluster that is going to be thrown away. */
export async function killProcesses(clusterDir: string): Promise<void> {
  signal(await clusterProcesses(clusterDir), 'SIGKILL')
  await allGone(clusterDir, 5_000)
}

/** The live processes that are PostgreSQL and stand in this very cluster. */
export async function clusterProcesses(clusterDir: string): Promise<number[]> {
  const cluster = await realpath(clusterDir).catch(() => undefined)
  if (!cluster) return []
  if (process.platform !== 'linux') return postmasterByCommandLine(cluster)
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const ours = await Promise.all(pids.map((pid) => standsIn(pid, cluster)))
  return pids.filter((_, index) => ours[index])
}

async function standsIn(pid: number, cluster: string): Promise<boolean> {
  try {
    if ((await readlink(`/proc/${pid}/cwd`)) !== cluster) return false
    const program = (await readlink(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '')
    return ['postgres', 'initdb'].includes(basename(program)) && (await processIdentity(pid)) !== undefined
  } catch {
    return false
  }
}

async function postmasterByCommandLine(cluster: string): Promise<number[]> {
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
export async function recordedPid(clusterDir: string): Promise<number | undefined> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  return pid > 0 ? pid : undefined
}

/**
 * PostgreSQL itself ignores a postmaster.pid whose process is gone, but not one whose id has since
 * gone to another process. The file is not removed, for it also guards the shared memory of children
 * that may still write; naming us, the parent of the next postmaster, makes PostgreSQL take it for stale.
 */
async function disarmStaleLocks(clusterDir: string): Promise<void> {
  const file = join(clusterDir, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  if (pid > 0 && isPidTaken(pid)) await writeFile(file, text.replace(/^\s*\d+/, String(process.pid)))
  for (const name of await readdir(clusterDir))
    if (name.startsWith('.s.PGSQL.')) await rm(join(clusterDir, name), { force: true })
  await removeTemporarySocketDirectory(text)
}

/** The fifth line of postmaster.pid is the socket's directory; ours is a temporary one where paths are long. */
async function removeTemporarySocketDirectory(postmasterPid: string): Promise<void> {
  const directory = postmasterPid.split('\n')[4] ?? ''
  if (directory.startsWith(join(tmpdir(), SOCKET_DIRECTORY_PREFIX)))
    await rm(directory, { recursive: true, force: true })
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // It left on its own.
    }
  }
}

async function allGone(clusterDir: string, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs
  while ((await clusterProcesses(clusterDir)).length > 0) {
    if (performance.now() > deadline) return false
    await delay(25)
  }
  return true
}
