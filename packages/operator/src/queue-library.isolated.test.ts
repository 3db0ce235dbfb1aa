import { registerHooks } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { runInMemory, testMasterKey } from './testing/run-in-memory.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('a command loads the library of the queue only where the schema of the queue is not current', async () => {
  const list = async () => {
    const env = { DATABASE_URL: database.url, NANI_MASTER_KEY: testMasterKey }
    const { code } = await runInMemory(['applications', 'list'], { env, cwd: import.meta.dirname })
    return code
  }
  expect(await list()).toBe(0)
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'pg-boss') throw new Error('the library is loaded')
      return next(specifier, context)
    },
  })
  expect(await list()).toBe(0)
  await database.pool.query("delete from pgboss.queue where name = 'nani-jobs'")
  expect(await list()).not.toBe(0)
})
