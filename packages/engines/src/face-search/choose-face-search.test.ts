import { withTryLock } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { singleWriter } from './choose-face-search.ts'
import type { FaceSearch } from './face-search.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** The pool, with an unlock that waits until the test releases it. */
const slowToUnlock = (pool: pg.Pool) => {
  const reached = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const connect = async () => {
    const client = await pool.connect()
    const query = async (text: string, values: unknown[]) => {
      if (text.includes('unlock')) {
        reached.resolve()
        await release.promise
      }
      return client.query(text, values)
    }
    return { query, release: (error?: Error) => client.release(error) }
  }
  return { pool: { connect } as unknown as pg.Pool, reached: reached.promise, release: release.resolve }
}

test('a change that is announced between the last read and the unlock reaches the collection', async () => {
  const { pool, reached, release } = slowToUnlock(database.pool)
  const catchUp = vi.fn(async () => {})
  const search = singleWriter(pool, 'collection a', { catchUp } as unknown as FaceSearch)
  const first = search.catchUp()
  await reached
  const notified = search.catchUp()
  // Enough time for a call to meet the lock, if it would.
  for (let time = 0; time < 3; time++) await withTryLock(database.pool, 'another', async () => {})
  release()
  await Promise.all([first, notified])
  expect(catchUp).toHaveBeenCalledTimes(2)
})

test('while another process writes the collection, this one writes no change', async () => {
  const other = slowToUnlock(database.pool)
  const catchUp = vi.fn(async () => {})
  const feeding = singleWriter(other.pool, 'collection b', { async catchUp() {} } as FaceSearch).catchUp()
  await other.reached
  await singleWriter(database.pool, 'collection b', { catchUp } as unknown as FaceSearch).catchUp()
  expect(catchUp).not.toHaveBeenCalled()
  other.release()
  await feeding
})
