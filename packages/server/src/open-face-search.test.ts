import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { readConfig } from './core/index.ts'
import type { FaceSearch } from './face/index.ts'
import { checkFaceSearch, fedByOne } from './open-face-search.ts'
import { unlessElsewhere } from './storage/index.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** The pool, with an unlock that waits until it is let go. */
const slowToUnlock = (pool: pg.Pool) => {
  const reached = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const connect = async () => {
    const client = await pool.connect()
    const query = async (text: string, values: unknown[]) => {
      if (text.includes('unlock')) {
        reached.resolve()
        await letGo.promise
      }
      return client.query(text, values)
    }
    return { query, release: (error?: Error) => client.release(error) }
  }
  return { pool: { connect } as unknown as pg.Pool, reached: reached.promise, letGo: letGo.resolve }
}

test('a change that is told of between the last read and the unlock is brought to the collection', async () => {
  const { pool, reached, letGo } = slowToUnlock(database.pool)
  const catchUp = vi.fn(async () => {})
  const search = fedByOne(pool, 'collection a', { catchUp } as unknown as FaceSearch)
  const first = search.catchUp()
  await reached
  const told = search.catchUp()
  // Time enough to meet the lock, for a call that would.
  for (let time = 0; time < 3; time++) await unlessElsewhere(database.pool, 'another', async () => {})
  letGo()
  await Promise.all([first, told])
  expect(catchUp).toHaveBeenCalledTimes(2)
})

test('while another process feeds the collection, nothing is brought there', async () => {
  const other = slowToUnlock(database.pool)
  const catchUp = vi.fn(async () => {})
  const feeding = fedByOne(other.pool, 'collection b', { async catchUp() {} } as FaceSearch).catchUp()
  await other.reached
  await fedByOne(database.pool, 'collection b', { catchUp } as unknown as FaceSearch).catchUp()
  expect(catchUp).not.toHaveBeenCalled()
  other.letGo()
  await feeding
})

const choice = (NANI_FACE_SEARCH: string) => readConfig({ NANI_FACE_SEARCH })

test('a graph is not opened on a disk: without files in memory the start is refused, and told what to choose', () => {
  expect(() => checkFaceSearch(choice('graph'), '/no/such/directory')).toThrow(/scan.*sketches/)
  expect(() => checkFaceSearch(choice('graph'), import.meta.dirname)).not.toThrow()
  for (const other of ['scan', 'sketches'])
    expect(() => checkFaceSearch(choice(other), '/no/such/directory')).not.toThrow()
})
