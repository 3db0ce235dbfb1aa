import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@nani/foundation/embedded-postgres/index.ts'
import pg from 'pg'
import { freePort } from '../../../../../testing/machine/free-port.ts'
import { scratchDirectory } from '../../../../../testing/machine/scratch.ts'
import { testServerCertificate } from '../tls.ts'

/** A PostgreSQL of one test, on a TCP port of this machine, whose certificate the test chooses. */
export type TlsDatabase = {
  port: number
  /** Of the superuser. */
  url: string
  /** The certificate file that the server uses from now on. It signs itself, so it is its own authority. */
  useCertificateFor(host: string): Promise<string>
  withoutTls(): Promise<void>
  run(sql: string): Promise<void>
  /** The process of the server, and its files. */
  pid: number
  directory: string
  /** Stops the server, for a test that starts it itself. */
  stopButKeep(): Promise<void>
  stop(): Promise<void>
}

export const startTlsDatabase = async (): Promise<TlsDatabase> => {
  const folder = await mkdtemp(join(scratchDirectory, 'nani-tls-database-'))
  const port = await freePort()
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    ...{ port, durable: false, log: () => {} },
  })
  const url = urlOnTcp(server, port)
  const run = (sql: string) => runAt(url, sql)
  let count = 0
  return {
    port,
    url,
    run,
    pid: server.pid,
    directory: join(folder, 'data', 'postgres'),
    stopButKeep: server.stop,
    useCertificateFor: async (host) => {
      const { cert, key } = await testServerCertificate(host)
      const prefix = join(folder, 'data', 'postgres', `tls-${++count}`)
      await writeFor(server, `${prefix}.crt`, cert)
      await writeFor(server, `${prefix}.key`, key)
      for (const [name, value] of Object.entries({
        ssl_cert_file: `tls-${count}.crt`,
        ssl_key_file: `tls-${count}.key`,
        ssl: 'on',
      }))
        await run(`alter system set ${name} = '${value}'`)
      await run('select pg_reload_conf()')
      await untilTls(url, 'on')
      return `${prefix}.crt`
    },
    withoutTls: async () => {
      await run('alter system set ssl = off')
      await run('select pg_reload_conf()')
      await untilTls(url, 'off')
    },
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const urlOnTcp = ({ url }: EmbeddedPostgres, port: number): string => {
  const { username, password, pathname } = new URL(url)
  return `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`
}

const runAt = async (url: string, sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** New connections of PostgreSQL have the new settings once its postmaster has read them. */
const untilTls = async (url: string, wanted: string): Promise<void> => {
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query('show ssl')
    await client.end()
    if (rows[0]?.ssl === wanted) return
  }
}

const writeFor = async ({ pid }: EmbeddedPostgres, path: string, content: string): Promise<void> => {
  await writeFile(path, content, { mode: 0o600 })
  const { uid, gid } = await stat(`/proc/${pid}`)
  if (process.getuid?.() === 0) await chown(path, uid, gid)
}
