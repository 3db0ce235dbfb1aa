import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './machine/free-port.ts'
import { runOn, startTemporary, urlOfDatabase } from './test-server.ts'

export type Login = 'superuser' | 'owner' | 'app' | 'copies'

export type LogicalServer = {
  pid: number
  /** An empty database of `nani_owner`. */
  createDatabase(name: string): Promise<void>
  urlOf(login: Login, database: string): string
  /** It keeps its connections, and answers nothing until it is resumed. */
  hang(): void
  resume(): void
  stop(): Promise<void>
}

const copies = { username: 'nani_copies', password: 'copies' }

/** Prepares a server for copies of its tables. They are possible after the server has started again. */
export const allowCopies = async (superuser: string): Promise<void> => {
  await runOn(superuser, `alter system set wal_level = 'logical'`)
  await runOn(superuser, `create role ${copies.username} login replication password '${copies.password}'`)
  await runOn(superuser, 'grant pg_create_subscription to nani_owner')
}

/** The URL of the login that copies, made from that of another login. */
export const urlOfCopies = (other: string): string => Object.assign(new URL(other), copies).href

/**
 * A database server whose tables can be copied to other databases (`wal_level = logical`), and that may copy from others. The server
 * of all tests writes a smaller log.
 */
export const startLogicalServer = async (): Promise<LogicalServer> => {
  // Another server cannot use the socket, which is in a folder of this account.
  const port = await freePort()
  const server = await startTemporary(port)
  let pid: number
  try {
    await allowCopies(server.url)
    // The embedded database starts again by itself.
    process.kill(server.pid, 'SIGINT')
    pid = await pidOnceLogical(server.url)
  } catch (error) {
    await server.stop()
    throw error
  }
  const urls = { superuser: server.url, ...server.urls, copies: urlOfCopies(server.urls.app) }
  return {
    pid,
    createDatabase: (name) => runOn(server.url, `create database ${name} owner nani_owner`),
    urlOf: (login, database) => overTcp(urlOfDatabase(urls[login], database), port),
    hang: () => signalAll(pid, 'SIGSTOP'),
    resume: () => signalAll(pid, 'SIGCONT'),
    stop: server.stop,
  }
}

/** To a server of PostgreSQL and to its processes. */
export const signalAll = (pid: number, signal: NodeJS.Signals): void => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  for (const one of [pid, ...children.split(' ').filter(Boolean).map(Number)]) {
    try {
      process.kill(one, signal)
    } catch (error) {
      // A process of the server may have ended meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

const overTcp = (url: string, port: number): string => {
  const other = new URL(url)
  other.search = ''
  other.hostname = '127.0.0.1'
  other.port = String(port)
  return other.href
}

const pidOnceLogical = async (url: string): Promise<number> => {
  for (let tries = 0; tries < 200; tries += 1) {
    const state = await stateOf(url).catch(() => null)
    if (state?.level === 'logical') return state.pid
    await setTimeout(50)
  }
  throw new Error('the database did not start with wal_level = logical')
}

type State = { level: string; pid: number }

const stateOf = async (url: string): Promise<State | undefined> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<State>(
      `select current_setting('wal_level') as level, split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid`,
    )
    return rows[0]
  } finally {
    await client.end()
  }
}
