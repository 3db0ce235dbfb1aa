import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { startTlsDatabase } from './tls-database.ts'

/** A primary and a standby of it, on two ports of this machine. Of one test, which stops and starts them. */
export type ReplicatedDatabase = {
  ports: { primary: number; standby: number }
  /** Of the superuser, on the servers of these ports in this order. */
  urlOf(...ports: number[]): string
  killPrimary(): Promise<void>
  killStandby(): Promise<void>
  /** Its processes are suspended, and its connections remain open. */
  freezeStandby(): void
  thawStandby(): void
  /** The killed primary returns, as if nothing had happened. */
  returnPrimary(): Promise<void>
  promoteStandby(): Promise<void>
  stop(): Promise<void>
}

export const startReplicatedDatabase = async (standbyPort: number): Promise<ReplicatedDatabase> => {
  const first = await startTlsDatabase()
  const { pid, directory } = first
  const { uid, gid } = statSync(`/proc/${pid}`)
  const program = readlinkSync(`/proc/${pid}/exe`)
  const copy = `${directory}-standby`
  // The account of the database enters the folders by their path here.
  for (const folder of [dirname(directory), dirname(dirname(directory))]) chmodSync(folder, 0o711)
  const start = async (data: string, port: number): Promise<ChildProcess> => {
    const settings = {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      shared_buffers: '16MB',
    }
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const account = process.getuid?.() === 0 ? { uid, gid } : {}
    const child = spawn(program, ['-D', data, ...args], {
      ...account,
      cwd: data,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const lines: string[] = []
    await new Promise<void>((resolve, reject) => {
      createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', (line) => {
        lines.push(line)
        if (/ready to accept (?:read-only )?connections/.test(line)) resolve()
      })
      child.once('exit', () => reject(new Error(lines.join('\n'))))
    })
    return child
  }

  await first.run('alter system set wal_keep_size = 64')
  await first.stopButKeep()
  let primary = await start(directory, first.port)
  await copyWhileItRuns(first.url, directory, copy)
  writeFileSync(join(copy, 'standby.signal'), '')
  const { username, password } = new URL(first.url)
  writeFileSync(
    join(copy, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${first.port} user=${username} password=${password}'\n`,
    { flag: 'a' },
  )
  execFileSync('chown', ['-R', `${uid}:${gid}`, copy])
  const standby = await start(copy, standbyPort)
  const urlOf = (...ports: number[]) =>
    `postgres://${username}:${password}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/nani`
  return {
    ports: { primary: first.port, standby: standbyPort },
    urlOf,
    killPrimary: () => end(primary),
    killStandby: () => end(standby),
    freezeStandby: () => signalAll(standby, 'SIGSTOP'),
    thawStandby: () => signalAll(standby, 'SIGCONT'),
    returnPrimary: async () => {
      rmSync(join(directory, 'postmaster.pid'), { force: true })
      primary = await start(directory, first.port)
    },
    promoteStandby: () => runAt(urlOf(standbyPort), 'select pg_promote()'),
    stop: async () => {
      await Promise.all([end(primary), end(standby)])
      rmSync(copy, { recursive: true, force: true })
      await first.stop()
    },
  }
}

/** SIGKILL to every process of the server, so that nothing is written any more. */
const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  signalAll(child, 'SIGKILL')
  await exited
}

const signalAll = (child: ChildProcess, signal: NodeJS.Signals): void => {
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')
  child.kill(signal)
  for (const pid of children.filter((text) => text !== '')) signalQuietly(Number(pid), signal)
}

const signalQuietly = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended with its parent.
  }
}

const copyWhileItRuns = async (url: string, from: string, to: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`select pg_backup_start('standby', true)`)
  execFileSync('cp', ['-a', from, to])
  rmSync(join(to, 'postmaster.pid'), { force: true })
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  writeFileSync(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
  await client.end()
}

const runAt = async (url: string, sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}
