import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { scratchDirectory } from '../../../../testing/machine/scratch.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { clusterProcesses } from './leftover.ts'
import { isPidTaken, processIdentity } from './process-identity.ts'

const run = promisify(execFile)
const holder = join(import.meta.dirname, '', 'holder.fixture.ts')

let root: string
let seed: string
let dataDir: string
let started: EmbeddedPostgres[]
let children: ChildProcess[]

const clusterOf = (directory: string) => join(directory, 'postgres')

const start = async (
  directory = dataDir,
  options: { port?: number; log?: (line: string) => void } = {},
): Promise<EmbeddedPostgres> => {
  const database = await startEmbeddedPostgres({ dataDir: directory, log: () => {}, ...options })
  started.push(database)
  return database
}

type Said = { url?: string; pid?: number; error?: string; answered?: number }

/** Starts the small process of the fixture. `next()` is its next output line. */
const spawnHolder = (directory: string, afterwards = 'wait') => {
  const child = spawn(process.execPath, [holder, directory, afterwards], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  children.push(child)
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  const next = async () => JSON.parse((await lines.next()).value ?? '{}') as Said
  return { child, next, exited: once(child, 'exit') }
}

const query = async (url: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const killAll = async (pids: number[]): Promise<void> => {
  for (const pid of pids) process.kill(pid, 'SIGKILL')
  await expect.poll(() => clusterProcesses(clusterOf(dataDir))).toEqual([])
}

beforeAll(async () => {
  root = await mkdtemp(join(scratchDirectory, 'nani-embedded-'))
  seed = join(root, 'seed')
  const database = await startEmbeddedPostgres({ dataDir: seed, log: () => {}, durable: false })
  await query(database.url, 'create table kept (n int)')
  await database.stop()
})

afterAll(() => rm(root, { recursive: true, force: true }))

beforeEach(async () => {
  started = []
  children = []
  dataDir = join(await mkdtemp(join(root, 'case-')), 'data')
  await run('cp', ['-a', seed, dataDir])
})

afterEach(async () => {
  await Promise.all(started.map((database) => database.stop()))
  for (const child of children) child.kill('SIGKILL')
  for (const pid of await clusterProcesses(clusterOf(dataDir))) process.kill(pid, 'SIGKILL')
})

test('a first start makes a private, durable UTF-8 database that asks for its password', async () => {
  const fresh = join(root, 'fresh')
  const { url, pid } = await start(fresh)
  const [settings] = await query(
    url,
    `select current_setting('fsync') as fsync, current_setting('server_encoding') as encoding,
            current_setting('listen_addresses') as addresses, current_database() as database, lower('ÉÇ') as lowered,
            current_setting('autovacuum_analyze_threshold') as statistics`,
  )
  expect(settings).toEqual({
    fsync: 'on',
    encoding: 'UTF8',
    addresses: '',
    database: 'nani',
    lowered: 'éç',
    statistics: '1000',
  })
  for (const file of ['postgres-password', 'database.json'])
    expect((await stat(join(fresh, file))).mode & 0o777).toBe(0o600)
  const wrong = new URL(url)
  wrong.password = 'wrong'
  await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
  expect((await stat(`/proc/${pid}`).catch(() => undefined))?.uid ?? 1).not.toBe(0)
})

test('an installation of a release without roles is handed over to the owner, with its data', async () => {
  const first = await start()
  await query(
    first.url,
    "create schema pgboss; create table pgboss.job (n int); create type mood as enum ('calm')",
  )
  await query(first.url, 'create table people (id bigint generated always as identity, name text)')
  await query(first.url, "insert into people (name) values ('Kabeya')")
  await query(first.url, 'create function one() returns int language sql as $$ select 1 $$')
  await first.stop()
  const { urls } = await start()
  const foreign = `select relname from pg_class where relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
    and relkind in ('r', 'S', 'i') and relowner <> 'nani_owner'::regrole
    union all select proname from pg_proc where pronamespace = 'public'::regnamespace and proowner <> 'nani_owner'::regrole`
  expect(await query(urls.owner, foreign)).toEqual([])
  await query(urls.owner, 'alter table people add column age int; drop type mood; drop table pgboss.job')
  expect(await query(urls.owner, 'select name from people')).toEqual([{ name: 'Kabeya' }])
  await expect(query(urls.app, 'create table mine (n int)')).rejects.toThrow('permission denied')
  const [role] = await query(
    urls.app,
    'select rolsuper, rolcreaterole from pg_roles where rolname = current_user',
  )
  expect(role).toEqual({ rolsuper: false, rolcreaterole: false })
})

test('a database error is logged without rows and statements', async () => {
  const lines: string[] = []
  const { url } = await start(join(root, 'quiet'), { log: (line) => lines.push(line) })
  await query(url, 'create table people (name text primary key check (length(name) < 9))')
  await query(url, "insert into people values ('Kabeya')")
  for (const name of ['Kabeya', 'Kabeya Ilunga'])
    await expect(query(url, `insert into people values ('${name}')`)).rejects.toThrow('violates')
  await expect.poll(() => lines.filter((line) => line.includes('violates')).length).toBe(2)
  expect(lines.join('\n')).not.toContain('Kabeya')
})

test('a second start finds what the first one wrote', async () => {
  const first = await start()
  await query(first.url, 'insert into kept values (1)')
  await first.stop()
  expect(await readdir(dataDir)).toEqual(['database.lock', 'nani.lock', 'postgres', 'postgres-password'])
  const second = await start()
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 1 }])
})

test('after kill -9 of Nani the next start stops the orphaned database and loses nothing', async () => {
  const { child, next, exited } = spawnHolder(dataDir)
  const { url = '', pid = 0 } = await next()
  child.kill('SIGKILL')
  await exited
  await query(url, 'insert into kept values (2)')
  expect(isPidTaken(pid)).toBe(true)
  const again = await start()
  expect(await processIdentity(pid)).toBeUndefined()
  expect(await query(again.url, 'select n from kept')).toEqual([{ n: 2 }])
})

test('after kill -9 of Nani and of the database the next start recovers', async () => {
  const { child, next, exited } = spawnHolder(dataDir)
  const { url = '' } = await next()
  await query(url, 'insert into kept values (3)')
  child.kill('SIGKILL')
  await exited
  await killAll(await clusterProcesses(clusterOf(dataDir)))
  const again = await start()
  expect(await query(again.url, 'select n from kept')).toEqual([{ n: 3 }])
})

test('a backend that outlives its killed postmaster is ended before the next start', async () => {
  const { child, next, exited } = spawnHolder(dataDir)
  const { url = '', pid = 0 } = await next()
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  // A pure computation, which does not check for its postmaster.
  client.query('select count(*) from generate_series(1, 1e12::bigint)').catch(() => {})
  child.kill('SIGKILL')
  await exited
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => processIdentity(pid)).toBeUndefined()
  expect(await processIdentity(rows[0].pid)).toBeDefined()
  const again = await start()
  expect(await processIdentity(rows[0].pid)).toBeUndefined()
  expect(await query(again.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a process that now has the id of the dead database is neither killed nor in the way', async () => {
  const { child, next, exited } = spawnHolder(dataDir)
  await next()
  child.kill('SIGKILL')
  await exited
  await killAll(await clusterProcesses(clusterOf(dataDir)))
  const { uid, gid } = await stat(clusterOf(dataDir))
  const stranger = spawn('sleep', ['60'], { ...(process.getuid?.() === 0 ? { uid, gid } : {}), cwd: '/' })
  children.push(stranger)
  const file = join(clusterOf(dataDir), 'postmaster.pid')
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(/^\d+/, String(stranger.pid)))
  await start()
  expect(await processIdentity(stranger.pid!)).toBeDefined()
})

test('a live Nani keeps its data directory to itself, and a dead one does not', async () => {
  const { child, next, exited } = spawnHolder(dataDir)
  await next()
  await expect(start()).rejects.toThrow(`in use by another nani server (process ${child.pid},`)
  const second = spawnHolder(dataDir)
  expect((await second.next()).error).toContain(`process ${child.pid}`)
  child.kill('SIGKILL')
  await exited
  await start()
})

test('a lock whose process id has gone to another process is stale', async () => {
  const owner = { pid: process.ppid, process_identity: 'of an earlier one', held_for: 'server', since: '' }
  const lock = join(dataDir, 'nani.lock')
  await writeFile(lock, JSON.stringify(owner))
  const { url } = await start()
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(JSON.parse(await readFile(lock, 'utf8'))).toMatchObject({ pid: process.pid, held_for: 'server' })
})

test('one of several simultaneous starts after a crash gets the data directory', async () => {
  const first = spawnHolder(dataDir)
  await first.next()
  first.child.kill('SIGKILL')
  await first.exited
  const said = await Promise.all(Array.from({ length: 4 }, () => spawnHolder(dataDir).next()))
  expect(said.filter(({ url }) => url)).toHaveLength(1)
  expect(said.filter(({ error }) => error?.includes('in use by another nani server'))).toHaveLength(3)
})

test('a first start that was killed begins again', async () => {
  const fresh = join(root, 'interrupted')
  const { child, exited } = spawnHolder(fresh)
  await expect
    .poll(() => readdir(join(fresh, 'postgres.new')).catch(() => []), { interval: 5, timeout: 10_000 })
    .toContain('base')
  child.kill('SIGKILL')
  await exited
  expect(await readdir(fresh)).not.toContain('postgres')
  const { url } = await start(fresh)
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await readdir(fresh)).not.toContain('postgres.new')
})

test('two data directories run side by side', async () => {
  const other = join(root, 'other')
  await run('cp', ['-a', seed, other])
  const [one, two] = await Promise.all([start(), start(other)])
  await query(one.url, 'insert into kept values (1)')
  expect(await query(two.url, 'select n from kept')).toEqual([])
})

test('Ctrl-C reaches Nani and not the database, which still answers while calls drain', async () => {
  const { child, next, exited } = spawnHolder(dataDir)
  const { pid = 0 } = await next()
  process.kill(-child.pid!, 'SIGINT')
  expect(await next()).toEqual({ answered: 42 })
  expect(await exited).toEqual([0, null])
  expect(isPidTaken(pid)).toBe(false)
})

test('a process that leaves without stopping takes its database along', async () => {
  const { next, exited } = spawnHolder(dataDir, 'exit')
  await next()
  await exited
  await expect.poll(() => clusterProcesses(clusterOf(dataDir)), { timeout: 5_000 }).toEqual([])
})

test('stopping ends the database even when its directory is gone', async () => {
  const database = await start()
  await rm(dataDir, { recursive: true })
  await database.stop()
  expect(isPidTaken(database.pid)).toBe(false)
})

test('a database that ends by itself is started again under the same address, and loses nothing', async () => {
  const { url, pid, stop } = await start()
  await query(url, 'create table survivor as select 7 as seven')
  process.kill(pid, 'SIGKILL')
  await expect
    .poll(() => query(url, 'select seven from survivor').catch(() => 'away'), { timeout: 15_000 })
    .toEqual([{ seven: 7 }])
  await stop()
  expect(await clusterProcesses(clusterOf(dataDir))).toEqual([])
})

test('a cluster that vanished is not replaced by an empty one', async () => {
  const { url, pid, stop } = await start()
  await rm(clusterOf(dataDir), { recursive: true })
  process.kill(pid, 'SIGKILL')
  await expect(query(url, 'select 1')).rejects.toThrow()
  await stop()
  await expect(stat(join(clusterOf(dataDir), 'PG_VERSION'))).rejects.toThrow('ENOENT')
})

test('below a directory of root alone, and on a path too long for a socket, it runs as well', async () => {
  const deep = join(root, 'private', 'p'.repeat(100))
  await mkdir(deep, { recursive: true })
  await chmod(join(root, 'private'), 0o700)
  await run('cp', ['-a', seed, join(deep, 'data')])
  const { url, stop } = await start(join(deep, 'data'))
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  const socketDir = new URL(url).searchParams.get('host') ?? ''
  await stop()
  await expect(stat(socketDir)).rejects.toThrow('ENOENT')
})

test('in a directory open to all it runs under its plain path', async () => {
  const open = join(root, 'open')
  await run('cp', ['-a', seed, open])
  await chmod(root, 0o755)
  await chmod(open, 0o755)
  const { url } = await start(open)
  const [row] = await query(url, `select current_setting('data_directory') as directory`)
  expect(row).toEqual({ directory: clusterOf(open) })
  await chmod(root, 0o700)
})

test('listens on the loopback address with a given port, and fails at once if it is in use', async () => {
  const squatter = createServer().listen(0, '127.0.0.1')
  await once(squatter, 'listening')
  const { port } = squatter.address() as { port: number }
  await expect(start(dataDir, { port })).rejects.toThrow('Address already in use')
  squatter.close()
  await once(squatter, 'close')
  const { url } = await start(dataDir, { port })
  const overTcp = new URL(url)
  overTcp.search = ''
  expect(await query(overTcp.href, 'select 1 as one')).toEqual([{ one: 1 }])
})
