import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Application } from '../../../gateway/gateway/index.ts'
import { testApplication } from '../../../testing/application.ts'
import { batchCaller, batchItems as items, type Listed } from '../../../testing/batch.ts'
import { testCitizen } from '../../../testing/citizen.ts'
import { type Modes, startModes } from '../../../testing/modes.ts'
import { performChunk } from './perform-chunk.ts'

let modes: Modes
/** What the register does before it answers the n-th question since a test began. */
let onQuestion: (question: number) => Promise<void> | void = () => {}
let questions = 0

beforeAll(async () => {
  modes = await startModes({
    citizens: [testCitizen()],
    async beforeRegister() {
      await onQuestion(++questions)
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

describe('cancel', () => {
  const cancel = (application: Application, batchId: string, more = {}) =>
    modes.call(application, { target: `/v1/batches/${batchId}/cancel`, ...more })

  test('fails items that have not begun with batch_cancelled, without charging them', async () => {
    const application = newApplication()
    const batchId = await submit(application, items(300))
    await performChunk(modes.tasks.chunks.shift() as never, modes.dependencies)
    const reply = await cancel(application, batchId)
    const now = new Date(modes.clock.now()).toISOString()
    expect(reply.status).toBe(200)
    expect(reply.json).toMatchObject({
      id: batchId,
      status: 'completed_with_errors',
      succeeded_items: 250,
      failed_items: 50,
      cancelled_at: now,
      completed_at: now,
    })
    expect(await modes.count('batch_items', application, 'sealed_request is not null')).toBe(50)
    await modes.runChunks()
    // What was asked in them is forgotten.
    expect(await modes.count('batch_items', application, 'sealed_request is not null')).toBe(0)
    await expectWhole(application, 250)
    const listed = await allOf(application, batchId, 100)
    expect(listed).toHaveLength(300)
    expect(listed.slice(250).map(({ reference, error }) => [reference, error?.code])).toEqual(
      items(300)
        .slice(250)
        .map(({ reference }) => [reference, 'batch_cancelled']),
    )
    const again = await cancel(application, batchId)
    expect([again.status, again.json.error]).toEqual([409, 'batch_not_cancellable'])
  })

  /** Cancels while the n-th item is performed, which waits for it. */
  const cancelDuring = async (application: Application, batchId: string, item: number) => {
    let cancelled: ReturnType<typeof cancel> | undefined
    onQuestion = async (question) => {
      if (question === item) cancelled = cancel(application, batchId)
      if (question >= item) await cancelled
    }
    await modes.runChunks()
    return (await cancelled)!.json
  }

  test('running items finish normally, and no other item is performed or stored', async () => {
    const application = newApplication()
    const batchId = await submit(application, items(260))
    const { status, cancelled_at } = await cancelDuring(application, batchId, 5)
    expect([status, cancelled_at]).toEqual(['pending', new Date(modes.clock.now()).toISOString()])
    const ended = (await stateOf(application, batchId)) as Record<'succeeded_items' | 'failed_items', number>
    expect(ended).toMatchObject({ status: 'completed_with_errors' })
    expect(ended.succeeded_items + ended.failed_items).toBe(260)
    // Those under way are 32 of a chunk at most.
    expect(ended.succeeded_items).toBeGreaterThanOrEqual(5)
    expect(ended.succeeded_items).toBeLessThanOrEqual(32)
    expect(await modes.count('batch_items', application, 'sealed_request is not null')).toBe(0)
    await expectWhole(application, ended.succeeded_items)
  })

  test('a cancelled batch ends with errors, though all of its items were under way and succeeded', async () => {
    const application = newApplication()
    const batchId = await submit(application, items(3))
    await cancelDuring(application, batchId, 3)
    expect(await stateOf(application, batchId)).toMatchObject({
      status: 'completed_with_errors',
      succeeded_items: 3,
      failed_items: 0,
    })
    const { rows } = await modes.dependencies.pool.query(
      `select type from events where application_id = $1`,
      [application.applicationId],
    )
    expect(rows.map(({ type }) => type)).toContain('batch.completed_with_errors')
  })

  test('is refused for a finished, a foreign and an unknown batch', async () => {
    const application = newApplication()
    const batchId = await submit(application, items(1))
    expect((await cancel(newApplication(), batchId)).json.error).toBe('batch_not_found')
    await modes.runChunks()
    expect((await cancel(application, batchId)).json.error).toBe('batch_not_cancellable')
    expect((await cancel(application, 'bat_nonsense')).json.error).toBe('batch_not_found')
  })

  test('a retry with the same key answers the same, and an empty object is as good as no body', async () => {
    const application = newApplication()
    const batchId = await submit(application, items(2))
    const idempotencyKey = randomUUID()
    const first = await cancel(application, batchId, { idempotencyKey, body: {} })
    modes.clock.advance(1_000)
    const second = await cancel(application, batchId, { idempotencyKey, body: {} })
    expect([second.status, second.text]).toEqual([200, first.text])
  })
})

describe('paging', () => {
  test('while the batch runs no item is skipped, and the cursor continues at the end of the page', async () => {
    const application = newApplication()
    const batchId = await submit(application, items(600))
    const [first, second, third] = modes.tasks.chunks.splice(0)
    const seen: Listed[] = []
    let cursor: string | null = ''
    const readOn = async () => {
      const { data, next } = await pageOf(
        application,
        batchId,
        `?limit=500${cursor ? `&cursor=${cursor}` : ''}`,
      )
      seen.push(...data)
      cursor = next
      return data.length
    }
    expect(await readOn()).toBe(0)
    // The later chunks end before the earlier: what they settled waits for its turn.
    await performChunk(third as never, modes.dependencies)
    await performChunk(second as never, modes.dependencies)
    expect(await readOn()).toBe(0)
    await performChunk(first as never, modes.dependencies)
    while (cursor !== null) await readOn()
    expect(seen.map(({ reference }) => reference)).toEqual(items(600).map(({ reference }) => reference))
  })

  test('limit is 1 to 500 and 100 when absent; a cursor is one of ours', async () => {
    const application = newApplication()
    const batchId = await submit(application, items(120))
    await modes.runChunks()
    expect((await pageOf(application, batchId)).data).toHaveLength(100)
    expect((await pageOf(application, batchId, '?limit=1')).data).toHaveLength(1)
    for (const query of [
      'limit=0',
      'limit=501',
      'limit=',
      'limit=x',
      'limit=1.5',
      'limit=1&limit=2',
      'limit=-1',
    ]) {
      const reply = await modes.get(application, `/v1/batches/${batchId}/results?${query}`)
      expect([reply.status, reply.json.error, reply.json.field], query).toEqual([
        400,
        'invalid_request',
        'limit',
      ])
    }
    const other = await submit(application, items(120))
    await modes.runChunks()
    const foreign = (await pageOf(application, other)).next
    const own = (await pageOf(application, batchId)).next as string
    for (const query of [
      ...['cursor=', 'cursor=x', 'cursor=LTE', 'cursor=cDE', 'cursor=a&cursor=b'],
      ...[`cursor=${foreign}`, `cursor=${own.slice(0, -1)}`, `cursor=${own}&cursor=${own}`],
    ]) {
      const reply = await modes.get(application, `/v1/batches/${batchId}/results?${query}`)
      expect([reply.status, reply.json.error, reply.json.field], query).toEqual([
        400,
        'invalid_request',
        'cursor',
      ])
    }
  })

  test.each([1, 7, 100, 500])('pages of %i hold every item once', async (limit) => {
    const application = newApplication()
    const batchId = await submit(application, items(37))
    await modes.runChunks()
    const listed = await allOf(application, batchId, limit)
    expect(listed.map(({ reference }) => reference)).toEqual(items(37).map(({ reference }) => reference))
    expect(new Set(listed.map(({ result }) => result?.id)).size).toBe(37)
  })
})
