import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { inject } from 'vitest'
import { openPool } from '../packages/foundation/src/storage/index.ts'
import './global-setup.ts'
import { cloneDatabase, dropDatabase, type TestServer, urlOfDatabase } from './test-server.ts'

export type TestDatabase = { url: string; pool: pg.Pool; drop(): Promise<void> }

/** A separate database with the migrated schema and no partitions. Drop it at the end (`afterAll(() => database.drop())`). */
export const createTestDatabase = (): Promise<TestDatabase> => cloneOf('template')

/** The same with the partitions of `noon`. To create them takes ten times as long as to clone them. */
export const createDatabaseAtNoon = (): Promise<TestDatabase> => cloneOf('templateAtNoon')

/** A copy of a database with its rows, as a second database of the server. The pool of the first one ends. */
export const copyOfDatabase = async ({ url, pool }: TestDatabase): Promise<TestDatabase> => {
  await pool.end()
  return cloneOf(new URL(url).pathname.slice(1))
}

const cloneOf = async (template: string): Promise<TestDatabase> => {
  const server = await findServer()
  const name = `nani_test_${randomBytes(6).toString('hex')}`
  const templates: Readonly<Record<string, string>> = {
    ...{ template: server.template, templateAtNoon: server.templateAtNoon },
  }
  await cloneDatabase(server.url, templates[template] ?? template, name)
  const url = urlOfDatabase(server.url, name)
  // Dropping ends the remaining connections of a tested process, which is not a failure.
  const pool = openPool(url, { maxConnections: 10, statementTimeoutMs: 60_000, onError: () => {} })
  return {
    url,
    pool,
    drop: async () => {
      if (!pool.ended) await pool.end()
      await dropDatabase(server.url, name)
    },
  }
}

const findServer = async (): Promise<TestServer> => {
  const answer = JSON.parse(await text(connect(inject('testServerSocket')))) as TestServer & {
    error?: string
  }
  if (answer.error) throw new Error(`The test database could not be started: ${answer.error}`)
  return answer
}
