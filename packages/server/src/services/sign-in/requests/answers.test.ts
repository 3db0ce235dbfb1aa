import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../testing/database.ts'
import { type Answers, openAnswers } from './answers.ts'

let database: TestDatabase
let processes: Answers[]
beforeAll(async () => {
  database = await createTestDatabase()
  const onError = (error: unknown) => {
    throw error
  }
  processes = await Promise.all([1, 2].map(() => openAnswers(database.url, { pool: database.pool, onError })))
})
afterAll(async () => {
  await Promise.all(processes.map(({ stop }) => stop()))
  await database.drop()
})

/** Resolves when every process has heard of the request or the citizen. */
const heard = (followed: string) =>
  Promise.all(
    processes.map(
      ({ follow }) =>
        new Promise<void>((resolve) => {
          const unfollow = follow(followed, () => {
            unfollow()
            resolve()
          })
        }),
    ),
  )

test('an answer is heard by every process, also among more than one notification can name', async () => {
  const citizen = 'ab'.repeat(32)
  const both = Promise.all([heard('sgn_1'), heard(citizen)])
  const crowd = Array.from({ length: 250 }, (_, index) => `${index}`.padStart(64, '0'))
  processes[0]?.announce('sgn_1', ...crowd, citizen)
  await expect(both).resolves.toHaveLength(2)
})
