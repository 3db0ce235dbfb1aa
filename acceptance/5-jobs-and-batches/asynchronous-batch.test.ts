import { beforeAll, expect, inject, test } from 'vitest'
import { get, post } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import {
  asynchronously,
  batchItems,
  batchPath,
  batchRequest,
  everyItem,
  finishedBatch,
  sandboxPerson,
} from '../client/kyc.ts'
import type { Batch, ResultsList } from '../client/shapes.ts'
import { createApplication } from '../installation/applications.ts'
import { callsUsed } from '../installation/usage.ts'

const { sandbox } = inject('demo')
const dataDir = inject('dataDir')
const size = 10_000

let application: Credentials
let accepted: Batch

beforeAll(async () => {
  application = await createApplication(dataDir, { burst: 1000, quota: ['kyc_validation=100000/month'] })
  const body = batchRequest(batchItems(size))
  const answer = await post<Batch>(application, batchPath, body, asynchronously)
  expect(answer.status).toBe(202)
  accepted = answer.json
})

const pageOf = (id: string, query: string, credentials = application) =>
  get<ResultsList>(credentials, `/v1/batches/${id}/results${query}`)

test('results read while pending are what is finished, in order, and the cursor continues', {
  timeout: 120_000,
}, async () => {
  const references: string[] = []
  let sawPending = false
  let cursor: string | null = null
  do {
    const query: string = cursor === null ? '?limit=500' : `?limit=500&cursor=${encodeURIComponent(cursor)}`
    const { status, json } = await pageOf(accepted.id, query)
    expect(status).toBe(200)
    expect(json.data.length).toBeLessThanOrEqual(500)
    references.push(...json.data.map(({ reference }) => reference))
    sawPending ||= json.next_cursor !== null && json.data.length < 500
    cursor = json.next_cursor
  } while (cursor !== null)
  expect(references).toEqual(batchItems(size).map(({ reference }) => reference))
  expect(sawPending).toBe(true)
})

test('10,000 items are all there, none twice, and counted exactly', { timeout: 120_000 }, async () => {
  const batch = await finishedBatch(application, accepted.id)
  expect(batch).toMatchObject({
    object: 'batch',
    status: 'completed',
    total_items: size,
    processed_items: size,
    succeeded_items: size,
    failed_items: 0,
    completed_at: expect.stringMatching(/Z$/),
  })
  const items = await everyItem(application, accepted.id)
  expect(items.map(({ reference }) => reference)).toEqual(batchItems(size).map(({ reference }) => reference))
  expect(new Set(items.map(({ result }) => result?.id)).size).toBe(size)
  expect(await callsUsed(dataDir, application, 'kyc_validation')).toBe(size)
})

test('a batch with a failed item ends as completed_with_errors', async () => {
  const items = ['0001', '0502'].map((digits) => ({ reference: digits, identifier: sandboxPerson(digits) }))
  const { json } = await post<Batch>(sandbox, batchPath, batchRequest(items), asynchronously)
  expect(await finishedBatch(sandbox, json.id)).toMatchObject({
    status: 'completed_with_errors',
    total_items: 2,
    processed_items: 2,
    succeeded_items: 1,
    failed_items: 1,
    completed_at: expect.stringMatching(/Z$/),
  })
})

test('an unknown batch and the batch of another application answer exactly alike', async () => {
  const unknownId = `${accepted.id.slice(0, -1)}${accepted.id.endsWith('0') ? '1' : '0'}`
  for (const suffix of ['', '/results', '/results?limit=5']) {
    const foreign = await get(sandbox, `/v1/batches/${accepted.id}${suffix}`)
    const unknown = await get(sandbox, `/v1/batches/${unknownId}${suffix}`)
    expectRefusal(foreign, 'batch_not_found')
    expectRefusal(unknown, 'batch_not_found')
    expect({ ...foreign.json, request_id: '' }).toEqual({ ...unknown.json, request_id: '' })
  }
})
