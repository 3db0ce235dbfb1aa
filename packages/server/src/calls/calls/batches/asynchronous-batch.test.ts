import { randomUUID } from 'node:crypto'
import { Refusal } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Application } from '../../../gateway/gateway/index.ts'
import { testApplication } from '../../../testing/application.ts'
import { batchCaller, batchItems as items } from '../../../testing/batch.ts'
import { testCitizen } from '../../../testing/citizen.ts'
import { type Modes, startModes } from '../../../testing/modes.ts'
import { performChunk } from '../jobs/perform-chunk.ts'
import { finishBatch } from './batches.ts'

const unreachable = 'COD-5555-0000-0502'
const mistaken = 'COD-5555-0000-0500'

let modes: Modes
/** What the register does before it answers the n-th question since a test began. */
let onQuestion: (question: number) => Promise<void> | void = () => {}
let questions = 0

beforeAll(async () => {
  modes = await startModes({
    citizens: [testCitizen()],
    async beforeRegister(value) {
      await onQuestion(++questions)
      if (value === unreachable) throw new Refusal('register_unavailable')
      if (value === mistaken) throw new TypeError('a mistake of ours')
    },
  })
})
afterAll(() => modes.stop())
beforeEach(() => {
  onQuestion = () => {}
  questions = 0
  modes.tasks.chunks.length = 0
  modes.tasks.jobs.length = 0
})

const newApplication = (changes: Partial<Application> = {}) =>
  modes.admitApplication(testApplication(changes))
const { submit, stateOf, pageOf, allOf, expectWhole } = batchCaller(() => modes)

describe('asynchronous batch', () => {
  test('is accepted with its items and tasks, performed, and ends as completed', async () => {
    const application = newApplication()
    const batchId = await submit(application, items(600))
    expect(modes.tasks.chunks.map(({ from, to }) => [from, to])).toEqual([
      [0, 250],
      [250, 500],
      [500, 600],
    ])
    expect(await stateOf(application, batchId)).toMatchObject({
      object: 'batch',
      service: 'kyc_validation',
      status: 'pending',
      total_items: 600,
      processed_items: 0,
      completed_at: null,
      results_url: `/v1/batches/${batchId}/results`,
    })
    modes.clock.advance(5_000)
    await modes.runChunks()
    expect(await stateOf(application, batchId)).toMatchObject({
      status: 'completed',
      processed_items: 600,
      succeeded_items: 600,
      failed_items: 0,
      completed_at: new Date(modes.clock.now()).toISOString(),
    })
    await expectWhole(application, 600)
    const listed = await allOf(application, batchId, 500)
    expect(listed.map(({ reference }) => reference)).toEqual(items(600).map(({ reference }) => reference))
  })

  test('one failed item never fails the batch, and is not charged', async () => {
    const application = newApplication()
    const list = [...items(3), { reference: 'bad', identifier: { type: 'svc_id', value: 'nonsense' } }]
    list.push({ reference: 'away', identifier: { type: 'svc_id', value: unreachable } })
    list.push({ reference: 'ours', identifier: { type: 'svc_id', value: mistaken } })
    const batchId = await submit(application, list)
    await modes.runChunks()
    expect(await stateOf(application, batchId)).toMatchObject({
      status: 'completed_with_errors',
      succeeded_items: 3,
      failed_items: 3,
    })
    const { data } = await pageOf(application, batchId)
    expect(data.slice(3).map(({ reference, error }) => [reference, error?.code])).toEqual([
      ['bad', 'invalid_identifier'],
      ['away', 'register_unavailable'],
      ['ours', 'internal_error'],
    ])
    expect(JSON.stringify(data)).not.toContain('a mistake of ours')
    expect(modes.internalErrors.join('\n')).toContain('asynchronous-batch.test.ts')
    await expectWhole(application, 3)
  })

  test('a register that is away for a moment fails nothing', async () => {
    const application = newApplication()
    const batchId = await submit(application, items(2))
    onQuestion = (question) => {
      if (question <= 2) throw new Refusal('register_unavailable')
    }
    await modes.runChunks()
    expect(await stateOf(application, batchId)).toMatchObject({ status: 'completed', succeeded_items: 2 })
  })

  test.each([
    ['a deadlock', Object.assign(new Error('deadlock detected'), { code: '40P01' })],
    ['a broken connection', new Error('Connection terminated unexpectedly')],
    ['no connection in time', new Error('timeout exceeded when trying to connect')],
    ['shed load', new Refusal('overloaded', { retry_after: 1 })],
  ])('%s leaves the task in the queue and the item open', async (_name, fault) => {
    const application = newApplication()
    const batchId = await submit(application, items(1))
    const [task] = modes.tasks.chunks
    onQuestion = () => {
      throw fault
    }
    await expect(performChunk(task as never, modes.dependencies)).rejects.toThrow()
    expect(await stateOf(application, batchId)).toMatchObject({ status: 'pending', processed_items: 0 })
    onQuestion = () => {}
    await modes.runChunks()
    expect(await stateOf(application, batchId)).toMatchObject({ status: 'completed' })
  })

  test('a chunk that runs twice at once settles and charges each item once', async () => {
    const application = newApplication()
    const batchId = await submit(application, items(120))
    const [task] = modes.tasks.chunks
    await Promise.all([1, 2, 3].map(() => performChunk(task as never, modes.dependencies)))
    expect(await stateOf(application, batchId)).toMatchObject({ status: 'completed', succeeded_items: 120 })
    await expectWhole(application, 120)
  })

  test('a chunk whose process died is continued from its progress', async () => {
    const application = newApplication()
    const batchId = await submit(application, items(100))
    const [task] = modes.tasks.chunks
    onQuestion = (question) => {
      if (question === 60) throw new Error('Connection terminated unexpectedly')
    }
    await expect(performChunk(task as never, modes.dependencies)).rejects.toThrow()
    const before = (await stateOf(application, batchId)).processed_items as number
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThan(100)
    await modes.runChunks()
    expect(await stateOf(application, batchId)).toMatchObject({ status: 'completed', succeeded_items: 100 })
    await expectWhole(application, 100)
  })

  test('chunks that end at the same moment end the batch exactly once', async () => {
    const application = newApplication()
    const batchId = await submit(application, items(750))
    const tasks = modes.tasks.chunks.splice(0)
    await Promise.all(tasks.map((task) => performChunk(task, modes.dependencies)))
    const ended = await stateOf(application, batchId)
    expect(ended).toMatchObject({ status: 'completed', succeeded_items: 750 })
    modes.clock.advance(60_000)
    await Promise.all(
      [1, 2, 3].map(() =>
        finishBatch(modes.database.pool, application.applicationId, batchId, modes.dependencies),
      ),
    )
    expect(await stateOf(application, batchId)).toEqual(ended)
  })

  test('the quota of the service counts items one by one', async () => {
    const application = newApplication({ quotas: new Map([['kyc_validation', { limit: 7, period: 'day' }]]) })
    const batchId = await submit(application, items(20))
    await modes.runChunks()
    expect(await stateOf(application, batchId)).toMatchObject({ succeeded_items: 7, failed_items: 13 })
    const failed = (await pageOf(application, batchId)).data.filter(({ status }) => status === 'failed')
    expect(new Set(failed.map(({ error }) => error?.code))).toEqual(new Set(['quota_exceeded']))
    await expectWhole(application, 7)
  })

  test('a retry with the same key is the same batch', async () => {
    const application = newApplication()
    const idempotencyKey = randomUUID()
    const first = await submit(application, items(3), { idempotencyKey })
    expect(await submit(application, items(3), { idempotencyKey })).toBe(first)
    expect(await modes.count('batches', application)).toBe(1)
    expect(modes.tasks.chunks).toHaveLength(1)
  })
})
