import { expect, inject, test } from 'vitest'
import { post, send, signedRequest } from '../client/call.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import {
  asynchronously,
  batchItems,
  batchPath,
  batchRequest,
  everyItem,
  finishedBatch,
} from '../client/kyc.ts'
import type { Batch } from '../client/shapes.ts'
import { createApplication } from '../installation/applications.ts'
import { callsUsed } from '../installation/usage.ts'

const { sandbox } = inject('demo')
const dataDir = inject('dataDir')

const cancel = (id: string, credentials = sandbox) =>
  send<Batch>(credentials, signedRequest(credentials, 'POST', `/v1/batches/${id}/cancel`))

test('cancelling returns 200 with the batch; unprocessed items fail with batch_cancelled and are not counted', async () => {
  const size = 10_000
  const application = await createApplication(dataDir, { quota: ['kyc_validation=100000/month'] })
  const { json } = await post<Batch>(application, batchPath, batchRequest(batchItems(size)), asynchronously)
  const answer = await cancel(json.id, application)
  expect(answer).toMatchObject({ status: 200, encrypted: true, json: { id: json.id, object: 'batch' } })
  const batch = await finishedBatch(application, json.id)
  expect(batch).toMatchObject({
    status: 'completed_with_errors',
    total_items: size,
    processed_items: size,
    completed_at: expect.stringMatching(/Z$/),
    cancelled_at: expect.stringMatching(/Z$/),
  })
  const items = await everyItem(application, json.id)
  const cancelled = items.filter(({ error }) => error?.code === 'batch_cancelled')
  expect(items.map(({ reference }) => reference)).toEqual(batchItems(size).map(({ reference }) => reference))
  expect(cancelled.length).toBeGreaterThan(0)
  expect(batch).toMatchObject({ failed_items: cancelled.length, succeeded_items: size - cancelled.length })
  for (const item of cancelled)
    expect(item).toMatchObject({ status: 'failed', error: { message: expect.stringMatching(/\S/) } })
  expect(await callsUsed(dataDir, application, 'kyc_validation')).toBe(size - cancelled.length)
})

test('a batch that has finished is batch_not_cancellable', async () => {
  const { json } = await post<Batch>(sandbox, batchPath, batchRequest(batchItems(2)), asynchronously)
  await finishedBatch(sandbox, json.id)
  expectRefusal(await cancel(json.id), 'batch_not_cancellable')
})

test('cancel may have a body', async () => {
  const { json } = await post<Batch>(sandbox, batchPath, batchRequest(batchItems(5000)), asynchronously)
  const answer = await post<Batch>(sandbox, `/v1/batches/${json.id}/cancel`, {})
  expect(answer).toMatchObject({ status: 200, json: { id: json.id } })
})

test('an unknown batch and the batch of another application get the same answer', async () => {
  const other = await createApplication(dataDir)
  const { json } = await post<Batch>(sandbox, batchPath, batchRequest(batchItems(2)), asynchronously)
  const foreign = await cancel(json.id, other)
  const unknown = await cancel('bat_none', other)
  expectRefusal(foreign, 'batch_not_found')
  expectRefusal(unknown, 'batch_not_found')
  expect({ ...foreign.json, request_id: '' }).toEqual({ ...unknown.json, request_id: '' })
  expect((await finishedBatch(sandbox, json.id)).status).toBe('completed')
})
