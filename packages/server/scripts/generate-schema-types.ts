import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPool } from '../src/storage/database.ts'
import { startEmbeddedPostgres } from '../src/storage/embedded-postgres.ts'
import { migrate } from '../src/storage/migrate.ts'
import { schemaTypes } from '../src/storage/schema-types.ts'

const target = join(import.meta.dirname, '../src/storage/schema.generated.ts')

/** Migrates an empty database and writes down what came out. */
const dataDir = await mkdtemp(join(tmpdir(), 'nani-schema-'))
const server = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false })
try {
  const pool = openPool(server.url, { maxConnections: 1, statementTimeoutMs: 60_000, onError: console.error })
  await migrate(pool)
  await writeFile(target, await schemaTypes(pool))
  await pool.end()
  console.log(`Wrote ${target}`)
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
