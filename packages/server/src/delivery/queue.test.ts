import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { inTransaction } from '../storage/index.ts'
import { createQueueSchema, type Queue, startQueue } from './queue.ts'

let database: TestDatabase
let queue: Queue

beforeAll(async () => {
  database = await createTestDatabase()
  await createQueueSchema(database.pool)
  queue = await startQueue(database.pool, () => {})
})
afterAll(async () => {
  await queue.stop()
  await database.drop()
})

test('a task exists exactly when its cause does, and is performed once', async () => {
  const task = (jobId: string) => ({ applicationId: 'app_1', jobId })
  const undone = inTransaction(database.pool, async (client) => {
    await queue.enqueue('jobs', [task('job_undone')], client)
    throw new Error('the cause did not happen')
  })
  await expect(undone).rejects.toThrow('did not happen')
  await inTransaction(database.pool, (client) =>
    queue.enqueue('jobs', [task('job_1'), task('job_2')], client),
  )
  const performed: string[] = []
  await new Promise<void>((resolve, reject) => {
    queue
      .work('jobs', 2, async ({ jobId }) => {
        performed.push(jobId)
        if (performed.length === 2) resolve()
      })
      .then(() => queue.wake('jobs'), reject)
  })
  expect(performed.toSorted()).toEqual(['job_1', 'job_2'])
})

test('a backlog does not wait for a look at the queue between two tasks', { timeout: 8_000 }, async () => {
  const tasks = Array.from({ length: 40 }, (_, from) => ({
    applicationId: 'app_1',
    batchId: 'b',
    from,
    to: from,
  }))
  await inTransaction(database.pool, (client) => queue.enqueue('chunks', tasks, client))
  let performed = 0
  // One worker that looked twice a second would take 20 seconds.
  await new Promise<void>((resolve, reject) => {
    queue
      .work('chunks', 1, async () => {
        performed++
        if (performed === tasks.length) resolve()
      })
      .catch(reject)
  })
  expect(performed).toBe(tasks.length)
})
