import { setTimeout as delay } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { type Answer, get, post } from '../client/call.ts'
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
const referencesOf = (items: { reference: string }[]) => items.map(({ reference }) => reference)

const submit = async (size: number): Promise<{ application: Credentials; id: string }> => {
  const application = await createApplication(dataDir, {
    burst: 1000,
    quota: ['kyc_validation=100000/month'],
  })
  const answer = await post<Batch>(application, batchPath, batchRequest(batchItems(size)), asynchronously)
  expect(answer).toMatchObject({ status: 202, json: { total_items: size } })
  return { application, id: answer.json.id }
}

test('results read while pending are what is finished, in order, and the cursor continues', {
  timeout: 240_000,
}, async () => {
  const size = 4000
  const { application, id } = await submit(size)
  const references: string[] = []
  let sawPending = false
  let cursor: string | null = null
  do {
    const query: string = `limit=500${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
    const { status, json }: Answer<ResultsList> = await get(application, `/v1/batches/${id}/results?${query}`)
    expect(status).toBe(200)
    expect(json.data.length).toBeLessThanOrEqual(500)
    references.push(...referencesOf(json.data))
    if (json.next_cursor !== null && json.data.length < 500) {
      sawPending = true
      await delay(50)
    }
    cursor = json.next_cursor
  } while (cursor !== null)
  expect(references).toEqual(referencesOf(batchItems(size)))
  expect(sawPending).toBe(true)
})

test('10,000 items are all there, none twice, and counted exactly', { timeout: 240_000 }, async () => {
  const size = 10_000
  const { application, id } = await submit(size)
  expect(await finishedBatch(application, id)).toMatchObject({
    object: 'batch',
    status: 'completed',
    total_items: size,
    processed_items: size,
    succeeded_items: size,
    failed_items: 0,
    completed_at: expect.stringMatching(/Z$/),
  })
  const items = await everyItem(application, id)
  expect(referencesOf(items)).toEqual(referencesOf(batchItems(size)))
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

test('an unknown batch and the batch of another application get the same answer', async () => {
  const { id } = await submit(1)
  const unknownId = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`
  for (const suffix of ['', '/results', '/results?limit=5']) {
    const foreign = await get(sandbox, `/v1/batches/${id}${suffix}`)
    const unknown = await get(sandbox, `/v1/batches/${unknownId}${suffix}`)
    expectRefusal(foreign, 'batch_not_found')
    expectRefusal(unknown, 'batch_not_found')
    expect({ ...foreign.json, request_id: '' }).toEqual({ ...unknown.json, request_id: '' })
  }
})
