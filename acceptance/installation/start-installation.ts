import { type ChildProcess, spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { inject } from 'vitest'
import { scratchDirectory } from '../../testing/machine/scratch.ts'
import type { DemoCredentials } from '../client/credentials.ts'
import { settingsInCells } from './in-cells.ts'
import { ensureRegister, registerOf, removeRegister } from './own-register.ts'

export const repositoryRoot = resolve(import.meta.dirname, '../..')

declare module 'vitest' {
  interface ProvidedContext {
    /** Starts the product from a bundle of its sources (server-bundle.ts). */
    bundledProgram: string
  }
}

/** What `npm start` runs. */
const sourceProgram = 'packages/server/src/main.ts'
const readyLine = 'Nani is ready'
const readyTimeoutMs = 120_000
const stopTimeoutMs = 30_000

/** One product. The shared one is started the way a user starts it: `npm start` runs this very file. */
export type Installation = {
  dataDir: string
  demo: DemoCredentials
  pid: number
  output(): string
  /** The exit code, once the process has ended, asked to or not. */
  exited: Promise<number | null>
  /** SIGTERM (or another signal), and the exit code once the process has ended. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  kill(): Promise<void>
}

/**
 * The shared installation and its second processes recognise faces. The models take a third of the processor time of a
 * start, so that other starts are without them.
 */
export const recognisingFaces: NodeJS.ProcessEnv = { NANI_FACE_WORKERS: undefined }

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A data directory of its own that PostgreSQL's account can reach when the suite runs as root. */
export const newDataDir = (): string => mkdtempSync(join(scratchDirectory, 'nani-acceptance-'))

/** The environment of a new machine: without variables of Nani and of the runner of the tests. */
export const newMachineEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^(NANI_|VITEST|NODE_ENV$|NODE_OPTIONS$|DATABASE_URL$|DEV$|PROD$|TEST$|MODE$|SSR$)/.test(name),
    ),
  )

const cleanEnvironment = (dataDir: string, extra: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...newMachineEnvironment(),
  NANI_DATA_DIR: dataDir,
  ...{ NANI_SANDBOX_PORT: '0', NANI_PRODUCTION_PORT: '0', NANI_CITIZEN_PORT: '0', NANI_CONSOLE_PORT: '0' },
  NANI_DESK_PORT: '0',
  NANI_FACE_WORKERS: '0',
  ...settingsInCells,
  // Where the database is given, its register is given too.
  ...(extra.DATABASE_URL ? {} : registerOf(dataDir)),
  ...extra,
})

/** Starts the product where it must refuse to, and returns what it printed. Run by `wrapper`, such as `unshare`. */
export const startRefused = async (dataDir: string, extra: NodeJS.ProcessEnv, wrapper: string[] = []) => {
  const [program = '', ...args] = [...wrapper, process.execPath, inject('bundledProgram')]
  const child = spawn(program, args, {
    cwd: repositoryRoot,
    env: cleanEnvironment(dataDir, extra),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8')
      // It must never be ready; a test that waited for its end would wait for ever.
      if (output.split('\n').includes(readyLine)) child.kill('SIGTERM')
    })
  const code = await new Promise<number | null>((resolveExit) => child.once('close', resolveExit))
  running.delete(child)
  return { code, output }
}

/**
 * Starts the product on `dataDir` and waits for the line `Nani is ready`. Tests of its memory and of its delays start it from its
 * sources, because these differ in a bundle.
 */
export const startInstallation = async (
  dataDir: string,
  extra: NodeJS.ProcessEnv = {},
  {
    onSpawn = () => {},
    demo = true,
    root = repositoryRoot,
    // Another release has its sources alone.
    fromSources = root !== repositoryRoot,
  }: { onSpawn?: (pid: number) => void; demo?: boolean; root?: string; fromSources?: boolean } = {},
): Promise<Installation> => {
  if (!extra.DATABASE_URL) await ensureRegister(dataDir)
  const child = spawn(process.execPath, [fromSources ? sourceProgram : inject('bundledProgram')], {
    cwd: root,
    env: cleanEnvironment(dataDir, extra),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  if (child.pid !== undefined) onSpawn(child.pid)
  let output = ''
  const exited = new Promise<number | null>((resolveExit) => {
    child.once('exit', (code) => {
      running.delete(child)
      resolveExit(code)
    })
  })
  const ready = new Promise<void>((resolveReady) => {
    const collect = (chunk: Buffer) => {
      output += chunk.toString('utf8')
      if (output.split('\n').includes(readyLine)) resolveReady()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
  })
  await withTimeout(
    Promise.race([ready, exited.then((code) => endedEarly(code, output))]),
    readyTimeoutMs,
    () => {
      child.kill('SIGKILL')
      return `not ready in ${readyTimeoutMs} ms:\n${output}`
    },
  )
  return {
    dataDir,
    // Without a demo application there are no credentials.
    demo: demo ? readDemoCredentials(dataDir) : ({} as DemoCredentials),
    pid: child.pid ?? 0,
    output: () => output,
    exited,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return withTimeout(exited, stopTimeoutMs, () => {
        child.kill('SIGKILL')
        return `did not stop in ${stopTimeoutMs} ms:\n${output}`
      })
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

const endedEarly = (code: number | null, output: string): never => {
  throw new Error(`the product ended with ${code} before it was ready:\n${output}`)
}

export const readDemoCredentials = (dataDir: string): DemoCredentials =>
  JSON.parse(readFileSync(join(dataDir, 'demo-credentials.json'), 'utf8')) as DemoCredentials

export const writeDemoCredentials = (dataDir: string, demo: DemoCredentials): void =>
  writeFileSync(join(dataDir, 'demo-credentials.json'), JSON.stringify(demo))

/** Stops what is left of an installation, a database orphaned by `kill -9` included, and its files. */
export const removeInstallation = async (dataDir: string, installation?: Installation): Promise<void> => {
  await installation?.kill().catch(() => {})
  for (const pid of databaseProcesses(dataDir)) terminate(pid)
  await withTimeout(
    gone(() => databaseProcesses(dataDir).some(isAlive)),
    stopTimeoutMs,
    () => 'the database stays',
  )
  await removeRegister(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
}

/** The database processes that hold this data directory, by the pid files PostgreSQL writes. */
export const databaseProcesses = (dataDir: string): number[] =>
  globSync('**/postmaster.pid', { cwd: dataDir })
    .map((file) => firstLineOf(join(dataDir, file)))
    .filter((pid) => Number.isInteger(pid) && pid > 1 && isAlive(pid))

const firstLineOf = (file: string): number => {
  try {
    return Number(readFileSync(file, 'utf8').split('\n')[0])
  } catch {
    // The database ended between the listing and the reading, and took its file along.
    return Number.NaN
  }
}

/** SIGQUIT is PostgreSQL's immediate shutdown. */
const terminate = (pid: number): void => {
  try {
    process.kill(pid, 'SIGQUIT')
  } catch {
    // It ended by itself meanwhile.
  }
}

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const gone = async (present: () => boolean): Promise<void> => {
  while (present()) await new Promise((resolveLater) => setTimeout(resolveLater, 50))
}

const withTimeout = async <T>(work: Promise<T>, timeoutMs: number, onTimeout: () => string): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(onTimeout())), timeoutMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
