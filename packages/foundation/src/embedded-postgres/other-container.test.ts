import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { scratchDirectory } from '../../../../testing/machine/scratch.ts'
import { lockCluster } from './cluster-lock.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { stopLeftovers } from './leftover.ts'

const holder = join(import.meta.dirname, 'holder.fixture.ts')
/** What a container has of its own: process ids, shared memory and /proc. */
const container = ['--pid', '--ipc', '--fork', '--mount-proc', '--kill-child']

const mayUnshare = (() => {
  try {
    execFileSync('unshare', [...container, 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

let root: string
let seed: string
let dataDir: string
let children: ChildProcess[]

beforeAll(async () => {
  root = await mkdtemp(join(scratchDirectory, 'nani-container-'))
  seed = join(root, 'seed')
  await startAndStop(seed)
})
afterAll(() => rm(root, { recursive: true, force: true }))

beforeEach(async () => {
  dataDir = join(await mkdtemp(join(root, 'case-')), 'data')
  await promisify(execFile)('cp', ['-a', seed, dataDir])
  children = []
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await stopLeftovers(join(dataDir, 'postgres'), () => {})
  // Every process of the database has ended when its lock can be taken.
  ;(await lockCluster(dataDir, 10_000)).release()
})

type Said = { url?: string; pid?: number; error?: string }

const spawnHolder = (command: string, args: string[]) => {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  children.push(child)
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  return { child, said: async () => JSON.parse((await lines.next()).value ?? '{}') as Said }
}

const startHere = (...args: string[]) => spawnHolder(process.execPath, [holder, dataDir, ...args])
const startInContainer = (before: string[] = []) =>
  spawnHolder('unshare', [...container, ...before, process.execPath, holder, dataDir])

const startAndStop = async (directory = dataDir) => {
  const database = await startEmbeddedPostgres({ dataDir: directory, log: () => {}, durable: false })
  await database.stop()
  return database
}

const postmasterFile = () => join(dataDir, 'postgres', 'postmaster.pid')

test.skipIf(!mayUnshare)('a second container is refused, whichever of the two came first', async () => {
  const first = startInContainer()
  expect((await first.said()).url).toBeDefined()
  const before = await readFile(postmasterFile(), 'utf8')
  expect((await startHere().said()).error).toContain('of another container')
  expect((await startInContainer().said()).error).toContain('in use by another nani server')
  expect(await readFile(postmasterFile(), 'utf8')).toBe(before)
})

test.skipIf(!mayUnshare)('after the kill of a container the next start succeeds in another', async () => {
  const first = startInContainer()
  expect((await first.said()).url).toBeDefined()
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  expect((await startInContainer().said()).url).toBeDefined()
})

test.skipIf(!mayUnshare)(
  'a database that outlives its server in another container is refused, not harmed',
  async () => {
    // The shell is the first process of the container and stays, so that kill -9 of the server leaves the database.
    const script = '"$0" "$@" & echo "{\\"pid\\":$!}"; wait; sleep 600'
    const first = startInContainer(['sh', '-c', script])
    await first.said()
    const { url = '', pid: databasePid = 0 } = await first.said()
    expect(url).not.toBe('')
    killInside(first.child, 'nani.lock')
    const before = await readFile(postmasterFile(), 'utf8')
    const { error } = await startHere('wait', '500').said()
    expect(error).toContain('still runs in another container')
    expect(before.startsWith(`${databasePid}\n`)).toBe(true)
    expect(await readFile(postmasterFile(), 'utf8')).toBe(before)
  },
)

/** Kills the one process that has `file` of the data directory open, by its id outside of the container. */
const killInside = (container: ChildProcess, file: string): void => {
  const shell = execFileSync('pgrep', ['-P', String(container.pid)], { encoding: 'utf8' }).trim()
  const server = execFileSync('pgrep', ['-P', shell, '-f', 'holder.fixture'], { encoding: 'utf8' }).trim()
  const open = execFileSync('ls', ['-l', `/proc/${server}/fd`], { encoding: 'utf8' })
  expect(open).toContain(file)
  process.kill(Number(server), 'SIGKILL')
}

test('a postmaster.pid that no proof covers is not touched, and the start is refused', async () => {
  // The files of a release without the lock: the id of a process outside this container, and no socket.
  const forged = `4194000\n${join(dataDir, 'postgres')}\n1700000000\n5432\n.\n\n  1 2\nready\n`
  await writeFile(postmasterFile(), forged)
  await expect(startAndStop()).rejects.toThrow('may still run in another container')
  expect(await readFile(postmasterFile(), 'utf8')).toBe(forged)
})

test('a database of an earlier release that still listens is not touched; once its socket is dead it is replaced', async () => {
  await writeFile(postmasterFile(), `4194000\n${dataDir}\n1700000000\n5432\n.\n\n  1 2\nready\n`)
  const socket = join(dataDir, 'postgres', '.s.PGSQL.5432')
  const alive = createServer().listen(socket)
  await once(alive, 'listening')
  await expect(startAndStop()).rejects.toThrow('may still run in another container')
  // A killed process leaves the file of its socket, without a listener.
  const killed = spawn(process.execPath, [
    '-e',
    `require('net').createServer().listen('${socket}2', () => process.kill(process.pid, 'SIGKILL'))`,
  ])
  await once(killed, 'exit')
  alive.close()
  await once(alive, 'close')
  await rm(socket, { force: true })
  execFileSync('mv', [`${socket}2`, socket])
  await startAndStop()
})

test('a lock file that is only written, not locked, does not hold the directory', async () => {
  await writeFile(
    join(dataDir, 'nani.lock'),
    JSON.stringify({ pid: 1, pid_namespace: 'pid:[1]', host: 'gone' }),
  )
  expect((await startAndStop()).url).toMatch(/^postgres/)
})

test('the message does not depend on the content of the lock file', async () => {
  const first = startHere()
  expect((await first.said()).url).toBeDefined()
  await writeFile(join(dataDir, 'nani.lock'), 'not JSON')
  expect((await startHere().said()).error).toContain('in use by another nani process')
})

test('a program flock that is missing is named, with what to do', async () => {
  const path = process.env.PATH
  process.env.PATH = dataDir
  try {
    await chmod(dataDir, 0o700)
    await expect(startAndStop()).rejects.toThrow('install util-linux')
  } finally {
    process.env.PATH = path
  }
})
