import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Refusal } from '../core/index.ts'
import type { Application } from '../gateway/index.ts'
import { testApplication } from '../testing/application.ts'
import { testCitizen } from '../testing/citizen.ts'
import { kycBody, type Modes, startModes } from '../testing/modes.ts'
import { finishBatch } from './batches.ts'
import { performChunk } from './perform-chunk.ts'

const unreachable = 'COD-5555-0000-0502'
const mistaken = 'COD-5555-0000-0500'
const batches = '/v1/kyc/validations/batches'

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
const items = (count: number, value = 'COD-1111-2222-3333') =>
  Array.from({ length: count }, (_, index) => ({
    reference: `r${index}`,
    identifier: { type: 'svc_id', value },
  }))

const submit = async (application: Application, list: unknown[], more = {}) => {
  const reply = await modes.call(application, {
    target: batches,
    body: { purpose: 'customer_onboarding', scopes: [], items: list },
    prefer: 'respond-async',
    ...more,
  })
  expect(reply.status, reply.text).toBe(202)
  return reply.json.id as string
}

const stateOf = async (application: Application, batchId: string) =>
  (await modes.get(application, `/v1/batches/${batchId}`)).json

type Listed = { reference: string; status: string; result?: { id: string }; error?: { code: string } }
const pageOf = async (application: Application, batchId: string, query = '') => {
  const { json } = await modes.get(application, `/v1/batches/${batchId}/results${query}`)
  return { data: json.data as Listed[], next: json.next_cursor as string | null }
}

const allOf = async (application: Application, batchId: string, limit: number) => {
  const listed: Listed[] = []
  for (let query = `?limit=${limit}`; ; ) {
    const { data, next } = await pageOf(application, batchId, query)
    listed.push(...data)
    if (next === null) return listed
    query = `?limit=${limit}&cursor=${next}`
  }
}

const expectWhole = async (application: Application, count: number) => {
  for (const table of ['results', 'charges']) expect(await modes.count(table, application), table).toBe(count)
  expect(await modes.count('audit_entries', application, 'result_id is not null')).toBe(count)
}

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
    expect(modes.internalErrors.some((detail) => detail.includes('a mistake of ours'))).toBe(true)
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

  test('a chunk whose process died half-way is taken up where it stood', async () => {
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

describe('daily batch quota', () => {
  const refused = (application: Application, count: number, prefer = 'respond-async') =>
    modes.call(application, {
      target: batches,
      body: { purpose: 'customer_onboarding', scopes: [], items: items(count) },
      prefer,
    })

  test('counts the items of both kinds of batch, spares single calls, and starts anew at 00:00 UTC', async () => {
    const application = newApplication({ batchItemsPerDay: 10 })
    await submit(application, items(6))
    expect((await refused(application, 4, '')).status).toBe(200)
    for (const prefer of ['', 'respond-async']) {
      const reply = await refused(application, 1, prefer)
      expect([reply.status, reply.json.error]).toEqual([429, 'batch_quota_exceeded'])
      const midnight = new Date(Math.ceil(modes.clock.now() / 86_400_000) * 86_400_000).toISOString()
      expect(reply.json).toMatchObject({ items_limit: 10, reset_at: midnight })
    }
    expect((await modes.call(application, { body: kycBody() })).status).toBe(200)
    await modes.pass(86_400_000)
    expect((await refused(application, 10)).status).toBe(202)
  })

  test('a batch larger than all of it, or refused, spends nothing', async () => {
    const application = newApplication({ batchItemsPerDay: 10 })
    expect((await refused(application, 11)).json.error).toBe('batch_quota_exceeded')
    expect(await modes.count('batch_items', application)).toBe(0)
    expect(await modes.count('results', application)).toBe(0)
    expect((await refused(application, 10)).status).toBe(202)
  })

  test('two batches at once share what is left', async () => {
    const application = newApplication({ batchItemsPerDay: 10 })
    const replies = await Promise.all(Array.from({ length: 8 }, () => refused(application, 3)))
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(3)
    expect(await modes.count('batch_items', application)).toBe(9)
  })
})

describe('cancel', () => {
  const cancel = (application: Application, batchId: string, more = {}) =>
    modes.call(application, { target: `/v1/batches/${batchId}/cancel`, ...more })

  test('fails what has not begun with batch_cancelled, and bills none of it', async () => {
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
    await modes.runChunks()
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

  test('items already running finish normally', async () => {
    const application = newApplication()
    const batchId = await submit(application, items(260))
    let cancelled: ReturnType<typeof cancel> | undefined
    onQuestion = async (question) => {
      if (question === 5) cancelled = cancel(application, batchId)
      if (question >= 5) await cancelled
    }
    await modes.runChunks()
    expect((await cancelled)?.json).toMatchObject({ status: 'pending', failed_items: 10 })
    expect((await cancelled)?.json.cancelled_at).toBeDefined()
    expect(await stateOf(application, batchId)).toMatchObject({
      status: 'completed_with_errors',
      succeeded_items: 250,
      failed_items: 10,
    })
    await expectWhole(application, 250)
  })

  test('of a finished, a foreign and an unknown batch', async () => {
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
  test('while the batch runs nothing is skipped, and the cursor goes on where the page ended', async () => {
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
    for (const query of ['cursor=', 'cursor=x', 'cursor=LTE', 'cursor=cDk5OTk5OTk', 'cursor=a&cursor=b']) {
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
