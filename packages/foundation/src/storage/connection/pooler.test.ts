import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { startTlsDatabase, type TlsDatabase } from '@nani/server/testing/database/tls-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../../../testing/machine/free-port.ts'
import { scratchDirectory } from '../../../../../testing/machine/scratch.ts'
import { openPool } from '../database.ts'
import { proveConnection } from './prove-connection.ts'

const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0

let folder: string
let database: TlsDatabase
beforeAll(async () => {
  folder = mkdtempSync(join(scratchDirectory, 'nani-pooler-'))
  database = await startTlsDatabase()
  await database.run(`create role caller login password 'caller'`)
})
afterAll(async () => {
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const prove = async (port: number): Promise<void> => {
  const url = `postgres://caller:caller@127.0.0.1:${port}/nani`
  const pool = openPool(url, { maxConnections: 3, statementTimeoutMs: 5_000, onError: () => {} })
  try {
    await proveConnection(pool, url, { variable: 'DATABASE_URL', place: 'db:5432/nani' })
  } finally {
    await pool.end()
  }
}

/** A pooler that ignores `options` of the startup message, as one with `ignore_startup_parameters = options` does. */
const startForgetful = (port: number): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((caller) => {
      const upstream = connect(database.port, '127.0.0.1')
      for (const [one, other] of [
        [caller, upstream],
        [upstream, caller],
      ] as const)
        one.on('error', () => other.destroy())
      caller.once('data', (startup: Buffer) => {
        upstream.write(withoutOptions(startup))
        caller.pipe(upstream).pipe(caller)
      })
    }).listen(port, '127.0.0.1', () => resolve(server))
  })

const withoutOptions = (startup: Buffer): Buffer => {
  const texts = startup.subarray(8, -1).toString('latin1').split('\0')
  const kept = texts.flatMap((name, index) =>
    index % 2 === 0 && name !== '' && name !== 'options' ? [name, texts[index + 1]] : [],
  )
  const body = Buffer.from(`${kept.join('\0')}\0\0`, 'latin1')
  const head = Buffer.alloc(8)
  head.writeInt32BE(body.length + 8)
  startup.copy(head, 4, 4, 8)
  return Buffer.concat([head, body])
}

test('a pooler that drops the pinned settings is refused, and they are named', async () => {
  const port = await freePort()
  const server = await startForgetful(port)
  try {
    await expect(prove(port)).rejects.toMatchObject({
      code: 'database_pooler_unsupported',
      message: expect.stringMatching(/drops settings of the connection: .*search_path.*random_page_cost/),
    })
  } finally {
    server.close()
  }
})

/** With `settings` of its file, in front of the database of this test. */
const startPgBouncer = async (port: number, settings: string): Promise<ChildProcess> => {
  writeFileSync(join(folder, 'users.txt'), '"caller" "caller"\n')
  const file = join(folder, `${port}.ini`)
  writeFileSync(
    file,
    `[databases]\nnani = host=127.0.0.1 port=${database.port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nauth_type = plain\nauth_file = ${join(folder, 'users.txt')}\nunix_socket_dir =\n${settings}\n`,
  )
  // It refuses to run as root.
  chmodSync(folder, 0o755)
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const child = spawn('pgbouncer', [file], { ...account, stdio: ['ignore', 'ignore', 'pipe'] })
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (text: Buffer) => text.includes('process up') && resolve())
    child.once('exit', () => reject(new Error('pgbouncer did not start')))
  })
  return child
}

test.runIf(hasPgBouncer).each([
  ['transaction mode', 'pool_mode = transaction', 'refuses a setting'],
  [
    'transaction mode that ignores parameters',
    'pool_mode = transaction\nignore_startup_parameters = options, statement_timeout, lock_timeout',
    'drops settings',
  ],
  ['session mode', 'pool_mode = session', 'refuses a setting'],
])('pgbouncer in %s is refused with the reason (needs pgbouncer)', async (_mode, settings, reason) => {
  const port = await freePort()
  const child = await startPgBouncer(port, settings)
  try {
    await expect(prove(port)).rejects.toMatchObject({
      code: 'database_pooler_unsupported',
      message: expect.stringContaining(reason),
    })
  } finally {
    child.kill('SIGKILL')
  }
})

test.runIf(hasPgBouncer)(
  'a pooler in transaction mode is refused, also where the settings are right (needs pgbouncer)',
  async () => {
    const port = await freePort()
    const settings = 'pool_mode = transaction\nignore_startup_parameters = options, statement_timeout'
    for (const [name, value] of Object.entries({
      search_path: 'public',
      synchronous_commit: 'on',
      random_page_cost: '1.1',
      TimeZone: "'UTC'",
    }))
      await database.run(`alter role caller set ${name} = ${value}`)
    const child = await startPgBouncer(port, settings)
    try {
      await expect(prove(port)).rejects.toThrow('shares a connection between clients')
    } finally {
      child.kill('SIGKILL')
      await database.run('alter role caller reset all')
    }
  },
)
