import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../testing/database.ts'
import { scratchDirectory } from '../../../../testing/machine/scratch.ts'
import { isEmbeddedDatabase } from './embedded-database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

let folder: string
let embedded: EmbeddedPostgres
let client: pg.Client
beforeAll(async () => {
  folder = await mkdtemp(join(scratchDirectory, 'nani-embedded-database-'))
  embedded = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: () => {}, durable: false })
  client = new pg.Client({ connectionString: embedded.urls.app })
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await embedded?.stop()
  await rm(folder, { recursive: true })
})

test('the database of a data directory is recognised from any connection, and no session can say otherwise', async () => {
  expect(await isEmbeddedDatabase(client)).toBe(true)
  for (const change of [`set cluster_name = 'other'`, `alter role nani_app set cluster_name = 'other'`])
    await expect(client.query(change), change).rejects.toThrow('cannot be changed')
})

test('another database is not the embedded one', async () => {
  const database = await createTestDatabase()
  expect(await isEmbeddedDatabase(database.pool)).toBe(false)
  await database.drop()
})
