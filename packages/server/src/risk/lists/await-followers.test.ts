import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { type AwaitedFollowers, awaitFollowers } from './await-followers.ts'
import { announceFollower, forgetFollower, readFollowers } from './store/followers.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.pool.query('truncate list_followers')
})

const announce = (processId: string, listChange: number) =>
  announceFollower(database.pool, { processId, name: `host pid ${processId}`, listChange })
const namesOf = ({ using, behind }: AwaitedFollowers) => ({
  using: using.map(({ processId }) => processId),
  behind: behind.map(({ processId }) => processId),
})
/** Waits on a clock that advances at each pause. `meanwhile` runs during the first pause. */
const wait = (change: number, timeoutMs: number, meanwhile = async () => {}) => {
  let elapsedMs = 0
  let paused = 0
  const awaited = awaitFollowers(database.pool, change, {
    timeoutMs,
    async pause(ms) {
      elapsedMs += ms
      if (paused++ === 0) await meanwhile()
    },
    elapsedMs: () => elapsedMs,
  })
  return awaited.then((found) => ({ ...namesOf(found), paused }))
}

test('does not wait if no process runs or all use the change', async () => {
  expect(await wait(7, 1_000)).toEqual({ using: [], behind: [], paused: 0 })
  await announce('a', 7)
  await announce('b', 9)
  expect(await wait(7, 1_000)).toEqual({ using: ['a', 'b'], behind: [], paused: 0 })
})

test('waits until the last process uses the change', async () => {
  await announce('a', 7)
  await announce('b', 6)
  expect(await wait(7, 1_000, () => announce('b', 7))).toEqual({ using: ['a', 'b'], behind: [], paused: 1 })
})

test('waits for a process that is still loading the lists', async () => {
  await announce('a', 0)
  expect(await wait(7, 1_000, () => announce('a', 7))).toMatchObject({ using: ['a'], paused: 1 })
})

test('names the processes that do not use it when the time is over', async () => {
  await announce('a', 7)
  await announce('b', 6)
  expect(await wait(7, 1_000)).toEqual({ using: ['a'], behind: ['b'], paused: 10 })
})

test('does not wait for a process that ended, with or without notice', async () => {
  await announce('a', 6)
  expect(await wait(7, 1_000, () => forgetFollower(database.pool, 'a'))).toMatchObject({ paused: 1 })
  await announce('b', 6)
  await database.pool.query(`update list_followers set seen_at = now() - interval '16 seconds'`)
  expect(await wait(7, 1_000)).toEqual({ using: [], behind: [], paused: 0 })
  await announce('b', 6)
  expect(await wait(7, 1_000)).toMatchObject({ behind: ['b'] })
})

test('the reported change never goes back, and rows of processes that ended long ago are deleted', async () => {
  await announce('a', 7)
  await announce('a', 6)
  expect((await readFollowers(database.pool)).map(({ listChange }) => listChange)).toEqual([7])
  await database.pool.query(`update list_followers set seen_at = now() - interval '2 hours'`)
  await forgetFollower(database.pool, 'another')
  const { rows } = await database.pool.query('select from list_followers')
  expect(rows).toEqual([])
})
