import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clusterDirectory, startEmbeddedPostgres } from '@nani/foundation/embedded-postgres/index.ts'
import { allowCopies, urlOfCopies } from '../../testing/logical-server.ts'
import { freePort } from '../../testing/machine/free-port.ts'
import { on, run } from './databases.ts'

export type CopyingServer = {
  /** It has another number after it started again. */
  readPid(): Promise<number>
  urlOf(login: 'app' | 'owner' | 'superuser' | 'copies', database: string): string
  createDatabase(name: string): Promise<void>
  stop(): Promise<void>
}

/**
 * A server of PostgreSQL that copies tables between its databases. It has the settings of the embedded one of a product, apart from its
 * log, and so the same shared buffers.
 */
export const startCopyingServer = async (): Promise<CopyingServer> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'nani-bench-cells-'))
  const remove = () => rm(dataDir, { recursive: true, force: true })
  try {
    const port = await freePort()
    const options = { dataDir, port, log: () => {} }
    const before = await startEmbeddedPostgres(options)
    await allowCopies(before.url).finally(before.stop)
    const { url: superuser, urls, stop } = await startEmbeddedPostgres(options)
    // The server itself cannot reach the socket, which is in a private folder.
    const logins = { superuser, ...urls, copies: urlOfCopies(`postgres://127.0.0.1:${port}/nani`) }
    return {
      readPid: async () =>
        Number.parseInt(await readFile(join(clusterDirectory(dataDir), 'postmaster.pid'), 'utf8'), 10),
      urlOf: (login, database) => on(logins[login], database),
      createDatabase: (name) => run(superuser, `create database ${name} owner nani_owner`),
      async stop() {
        await stop()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}
