import { globSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Credentials } from '../client/credentials.ts'
import { createApplication } from '../installation/applications.ts'
import {
  databaseProcesses,
  type Installation,
  isAlive,
  removeInstallation,
  startInstallation,
} from '../installation/start-installation.ts'
import { startedDataDir } from '../installation/started-data-dir.ts'

/** An installation that is killed and started again at the same addresses, as a supervisor would. */
export type CrashableInstallation = {
  dataDir: string
  running(): Installation
  start(): Promise<void>
  /** Starts with these settings in addition, also from now on. */
  restart(added: NodeJS.ProcessEnv): Promise<void>
  /** Replaces the files of a stopped installation, as the restore of a backup does. */
  replaceData(dataDir: string): Promise<void>
  /** Starts, and is killed after `afterMs` whether it is ready by then or not. */
  startAndDie(afterMs: number): Promise<void>
  /** `kill -9` of the server, and of its database process when asked to. */
  kill(what: { database: boolean }): Promise<void>
  createApplication(): Promise<Credentials>
  remove(): Promise<void>
}

export const crashableInstallation = async (
  settings: NodeJS.ProcessEnv = {},
): Promise<CrashableInstallation> => {
  const dataDir = startedDataDir()
  const ports: NodeJS.ProcessEnv = {
    ...settings,
    NANI_SANDBOX_PORT: String(await lastingPort()),
    NANI_PRODUCTION_PORT: String(await lastingPort()),
  }
  let installation: Installation | undefined
  const running = () => {
    if (!installation) throw new Error('nothing was started')
    return installation
  }
  return {
    dataDir,
    running,
    async start() {
      installation = await startInstallation(dataDir, ports)
    },
    async restart(added) {
      Object.assign(ports, added)
      installation = await startInstallation(dataDir, ports)
    },
    async replaceData(from) {
      rmSync(dataDir, { recursive: true })
      renameSync(from, dataDir)
    },
    async startAndDie(afterMs) {
      let killed: Promise<void> = Promise.resolve()
      const started = await startInstallation(dataDir, ports, {
        onSpawn: (pid) => {
          killed = delay(afterMs).then(() => killProcess(pid))
        },
      }).catch(() => undefined)
      await killed
      await started?.exited
    },
    async kill({ database }) {
      if (database) killDatabase(dataDir, { backends: true })
      await running().kill()
    },
    createApplication: async () => ({
      ...(await createApplication(dataDir, { burst: 10_000, quota: ['kyc_validation=none'] })),
      base_url: running().demo.sandbox.base_url,
    }),
    remove: () => removeInstallation(dataDir, installation),
  }
}

/**
 * `kill -9` of the process that PostgreSQL names as its first. Its children leave when they notice, which may be after a
 * commit. With `backends` they are killed too, so that each statement ends where it is.
 */
export const killDatabase = (dataDir: string, { backends = false } = {}): void => {
  for (const pid of databaseProcesses(dataDir)) {
    const children = backends ? childrenOf(pid) : []
    for (const each of [pid, ...children]) killProcess(each)
  }
}

/** By the file system of Linux. Elsewhere the children of a killed database leave by themselves. */
const childrenOf = (parent: number): number[] =>
  globSync('/proc/[0-9]*/stat').flatMap((file) => {
    const [, pid, parentPid] = /^(\d+) \(.*\) \S (\d+) /s.exec(readIfThere(file)) ?? []
    return Number(parentPid) === parent ? [Number(pid)] : []
  })

/** A process may end between the listing and the reading. */
const readIfThere = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const killProcess = (pid: number) => {
  // A process that ended by itself just now is as dead as it should be.
  if (isAlive(pid)) process.kill(pid, 'SIGKILL')
}

// Below the ephemeral range, so that no other process gets the port while the server is dead.
const firstPort = 20_000
const lastPort = 30_000

const lastingPort = async (): Promise<number> => {
  for (;;) {
    const port = firstPort + Math.floor(Math.random() * (lastPort - firstPort))
    if (await isFree(port)) return port
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
