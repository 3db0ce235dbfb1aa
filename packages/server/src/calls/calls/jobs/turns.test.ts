import { createQueueSchema, inTransaction, type Queue, startQueue } from '@nani/foundation/storage/index.ts'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../testing/database.ts'
import { testApplication } from '../../../testing/application.ts'
import { batchCaller, batchItems } from '../../../testing/batch.ts'
import { testCitizen } from '../../../testing/citizen.ts'
import { type Modes, startModes } from '../../../testing/modes.ts'
import { performChunk } from './perform-chunk.ts'

let database: TestDatabase
let queue: Queue
let modes: Modes | null = null

beforeEach(async () => {
  database = await createTestDatabase()
  await createQueueSchema(database.pool)
  queue = await startQueue({ pool: database.pool, upkeepPool: database.pool, migrate: true }, () => {})
})
afterEach(async () => {
  await queue.stop()
  await database.drop()
})
afterAll(() => modes?.stop())

const enqueue = (applicationId: string, count: number, turnsBefore: number) =>
  inTransaction(database.pool, (client) =>
    queue.enqueue(
      'chunks',
      Array.from({ length: count }, (_, from) => ({ applicationId, batchId: 'b', from, to: from + 1 })),
      client,
      turnsBefore,
    ),
  )

/** Which application each task belongs to, in the order in which one worker performs them. */
const performAll = async (count: number, during: (performed: string[]) => Promise<void> = async () => {}) => {
  const performed: string[] = []
  await new Promise<void>((resolve, reject) => {
    queue
      .work('chunks', 1, async ({ applicationId }) => {
        performed.push(applicationId)
        await during(performed)
        if (performed.length === count) resolve()
      })
      .catch(reject)
  })
  return performed
}

test('applications take turns, however much one of them has waiting', { timeout: 20_000 }, async () => {
  await enqueue('large', 30, 0)
  await enqueue('large', 30, 30)
  await enqueue('small', 3, 0)
  const performed = await performAll(63)
  expect(performed.slice(0, 7).filter((one) => one === 'small')).toHaveLength(3)
})

test('an application is awaited by others alone', async () => {
  await enqueue('large', 3, 0)
  expect(await queue.isAwaited('chunks', 'large')).toBe(false)
  await inTransaction(database.pool, (client) =>
    queue.enqueueLater('chunks', [{ applicationId: 'later', batchId: 'b', from: 0, to: 1 }], client, 60),
  )
  expect(await queue.isAwaited('chunks', 'large')).toBe(false)
  await enqueue('small', 1, 0)
  expect(await queue.isAwaited('chunks', 'large')).toBe(true)
})

test('work that comes late has its turn next', { timeout: 20_000 }, async () => {
  await enqueue('large', 60, 0)
  const performed = await performAll(61, async (soFar) => {
    if (soFar.length === 30) await enqueue('late', 1, 0)
  })
  expect(performed.indexOf('late')).toBeLessThanOrEqual(32)
})

test('a chunk that takes longer than a turn leaves the rest to others that wait, and else continues', async () => {
  const slow = await startModes({
    citizens: [testCitizen()],
    beforeRegister: () => slow.clock.advance(100),
  })
  modes = slow
  const { submit, stateOf } = batchCaller(() => slow)
  const application = slow.admitApplication(testApplication())
  const batchId = await submit(application, batchItems(200))
  const seen: number[] = []
  let isAwaited = true
  const held = { ...slow.dependencies.queue, isAwaited: async () => isAwaited }
  for (let task = slow.tasks.chunks.shift(); task; task = slow.tasks.chunks.shift()) {
    await performChunk(task, { ...slow.dependencies, queue: held })
    seen.push((await stateOf(application, batchId)).processed_items as number)
    isAwaited = seen.length < 2
  }
  expect(seen).toHaveLength(3)
  expect(seen[0]).toBeLessThan(100)
  expect(seen[1]).toBeLessThan(200)
  expect(await stateOf(application, batchId)).toMatchObject({ status: 'completed', succeeded_items: 200 })
})
