import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { clusterDirectory } from '../packages/server/src/storage/embedded/cluster.ts'
import { liveOwner } from '../packages/server/src/storage/embedded/data-directory-lock.ts'
import { clearLeftovers } from '../packages/server/src/storage/embedded/leftover.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../packages/server/src/storage/embedded-postgres.ts'
import { migrate } from '../packages/server/src/storage/migrate.ts'

const PREFIX = 'nani-test-run-'

/** Where tests find a server that may create databases, and the migrated one to clone. */
export type TestServer = { url: string; template: string }

/** The database server of one test run: TEST_DATABASE_URL, or an embedded one that lives as long as the run. */
export async function startTestServer(): Promise<TestServer & { stop(): Promise<void> }> {
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

async function startTemporary(): Promise<EmbeddedPostgres> {
  await sweep()
  const dataDir = await mkdtemp(join(tmpdir(), PREFIX))
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
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const dataDir = join(tmpdir(), name)
    // Without a cluster it may be a run that is only just beginning.
    const begun =
      name.startsWith(PREFIX) && (await readdir(dataDir).catch((): string[] => [])).includes('postgres')
    if (!begun || (await liveOwner(dataDir))) continue
    await clearLeftovers(clusterDirectory(dataDir), () => {})
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function createTemplate(url: string): Promise<string> {
  const template = `nani_template_${randomBytes(6).toString('hex')}`
  await runOn(url, `create database ${template}`)
  const pool = new pg.Pool({ connectionString: urlOfDatabase(url, template), max: 2 })
  try {
    await migrate(pool)
    // What every database has beside our own tables (the queue's schema) is created here.
  } finally {
    await pool.end()
  }
  return template
}

export function dropDatabase(url: string, name: string): Promise<void> {
  return runOn(url, `drop database if exists ${name} with (force)`)
}

export async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export function urlOfDatabase(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}
