import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import {
  clusterDirectory,
  type EmbeddedPostgres,
  liveOwner,
  startEmbeddedPostgres,
  stopLeftovers,
} from '../packages/foundation/src/embedded-postgres/index.ts'
import {
  createQueueSchema,
  grantToApp,
  maintainPartitions,
  migrate,
} from '../packages/foundation/src/storage/index.ts'
import { scratchDirectories, scratchDirectory } from './machine/scratch.ts'
import { noon } from './noon.ts'

const prefix = 'nani-test-run-'

/** Where tests find a server that may create databases, and the migrated ones to clone: without partitions, and with those of noon. */
export type TestServer = { url: string; template: string; templateAtNoon: string }

/** The database server of one test run: TEST_DATABASE_URL, or an embedded one that lives as long as the run. */
export const startTestServer = async (): Promise<TestServer & { stop(): Promise<void> }> => {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? undefined : await startTemporary()
  const url = given ?? server!.url
  try {
    const templates = await createTemplates(url)
    const drop = () => Promise.all(Object.values(templates).map((name) => dropDatabase(url, name)))
    return {
      ...{ url, ...templates },
      stop: async () => void (await (server ? server.stop() : drop())),
    }
  } catch (error) {
    await server?.stop()
    throw error
  }
}

/** An embedded server with a data directory of its own, which its stop removes. */
export const startTemporary = async (port?: number): Promise<EmbeddedPostgres> => {
  await sweep()
  const dataDir = await mkdtemp(join(scratchDirectory, prefix))
  const server = await startEmbeddedPostgres({
    ...{ dataDir, log: () => {}, durable: false },
    ...(port !== undefined && { port }),
  })
  await quickenPasswords(server)
  return {
    ...server,
    stop: async () => {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Keeps the passwords, and proves them with one hash instead of 4,096. A run opens thousands of connections, and the socket is
 * in a private folder.
 */
const quickenPasswords = async ({ url, urls }: EmbeddedPostgres): Promise<void> => {
  const alterations = [url, urls.owner, urls.app].map((one) => {
    const { username, password } = new URL(one)
    return `alter role ${username} password '${decodeURIComponent(password)}'`
  })
  await runOn(url, ['set scram_iterations = 1', ...alterations].join('; '))
}

/** A run that was killed left its server: the next one clears it away. */
const sweep = async (): Promise<void> => {
  for (const directory of scratchDirectories) await sweepOne(directory)
}

const sweepOne = async (directory: string): Promise<void> => {
  for (const name of await readdir(directory).catch((): string[] => [])) {
    const dataDir = join(directory, name)
    // Without a cluster it may be a run that is only just beginning.
    const begun =
      name.startsWith(prefix) && (await readdir(dataDir).catch((): string[] => [])).includes('postgres')
    if (!begun || (await liveOwner(dataDir))) continue
    await stopLeftovers(clusterDirectory(dataDir), () => {})
    await rm(dataDir, { recursive: true, force: true })
  }
}

const createTemplates = async (url: string): Promise<Omit<TestServer, 'url'>> => {
  const template = `nani_template_${randomBytes(6).toString('hex')}`
  const templateAtNoon = `${template}_at_noon`
  await runOn(url, `create database ${template}`)
  await withPool(url, template, async (pool) => {
    await migrate(pool)
    // Else the first command on each database would create it, which takes longer than the command.
    await createQueueSchema(pool)
    await grantToApp(pool)
  })
  await cloneDatabase(url, template, templateAtNoon)
  await withPool(url, templateAtNoon, (pool) => maintainPartitions(pool, noon))
  return { template, templateAtNoon }
}

const withPool = async (url: string, name: string, work: (pool: pg.Pool) => Promise<void>): Promise<void> => {
  const pool = new pg.Pool({ connectionString: urlOfDatabase(url, name), max: 2 })
  try {
    await work(pool)
  } finally {
    await pool.end()
  }
}

/** Measured: copying files takes 20 ms, writing them through the log 140 ms. */
export const cloneDatabase = (url: string, template: string, name: string): Promise<void> =>
  runOn(url, `create database ${name} template ${template} strategy file_copy`)

export const dropDatabase = (url: string, name: string): Promise<void> =>
  runOn(url, `drop database if exists ${name} with (force)`)

export const runOn = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export const urlOfDatabase = (url: string, name: string): string => {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}
