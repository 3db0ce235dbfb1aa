import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import {
  clusterDirectory,
  type EmbeddedPostgres,
  liveOwner,
  startEmbeddedPostgres,
  stopLeftovers,
} from '../packages/server/src/embedded-postgres/index.ts'
import { grantToApp, migrate } from '../packages/server/src/storage/index.ts'

const prefix = 'nani-test-run-'

/** Where tests find a server that may create databases, and the migrated one to clone. */
export type TestServer = { url: string; template: string }

/** The database server of one test run: TEST_DATABASE_URL, or an embedded one that lives as long as the run. */
export const startTestServer = async (): Promise<TestServer & { stop(): Promise<void> }> => {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? undefined : await startTemporary()
  const url = given ?? server!.url
  try {
    const template = await createTemplate(url)
    return { url, template, stop: () => (server ? server.stop() : dropDatabase(url, template)) }
  } catch (error) {
    await server?.stop()
    throw error
  }
}

const startTemporary = async (): Promise<EmbeddedPostgres> => {
  await sweep()
  const dataDir = await mkdtemp(join(tmpdir(), prefix))
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false })
  return {
    ...server,
    stop: async () => {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A run that was killed left its server: the next one clears it away. */
const sweep = async (): Promise<void> => {
  for (const name of await readdir(tmpdir())) {
    const dataDir = join(tmpdir(), name)
    // Without a cluster it may be a run that is only just beginning.
    const begun =
      name.startsWith(prefix) && (await readdir(dataDir).catch((): string[] => [])).includes('postgres')
    if (!begun || (await liveOwner(dataDir))) continue
    await stopLeftovers(clusterDirectory(dataDir), () => {})
    await rm(dataDir, { recursive: true, force: true })
  }
}

const createTemplate = async (url: string): Promise<string> => {
  const template = `nani_template_${randomBytes(6).toString('hex')}`
  await runOn(url, `create database ${template}`)
  const pool = new pg.Pool({ connectionString: urlOfDatabase(url, template), max: 2 })
  try {
    await migrate(pool)
    await grantToApp(pool)
  } finally {
    await pool.end()
  }
  return template
}

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
