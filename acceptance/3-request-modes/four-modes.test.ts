import { expect, inject, test } from 'vitest'
import { get, post } from '../client/call.ts'
import {
  asynchronously,
  batchItems,
  batchPath,
  batchRequest,
  everyItem,
  finishedBatch,
  finishedJob,
  kycRequest,
  singlePath,
  validate,
} from '../client/kyc.ts'
import type { Batch, Job, KycValidation, ResultsList } from '../client/shapes.ts'

const { sandbox } = inject('demo')
const rfc3339Utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** The part of a result that must not depend on the mode. */
const comparable = (result: KycValidation) => {
  const { id: _id, created_at: _at, reference: _reference, ...rest } = result
  return JSON.parse(
    JSON.stringify(rest, (key, value) => (['url', 'expires_at'].includes(key) ? 'fresh' : value)),
  )
}

test('all four modes give the same result', async () => {
  const members = { match: { full_name: 'Someone Else' }, purpose: 'fraud_prevention' }
  const single = (await validate(sandbox, '0001', members)).json
  const accepted = await post<Job>(sandbox, singlePath, kycRequest('0001', members), asynchronously)
  const job = await finishedJob(sandbox, accepted.json.id)
  const items = batchItems(1).map((item) => ({ ...item, match: members.match }))
  const body = { purpose: members.purpose, items }
  const list = await post<ResultsList>(sandbox, batchPath, body)
  const batch = await post<Batch>(sandbox, batchPath, body, asynchronously)
  await finishedBatch(sandbox, batch.json.id)
  const [later] = await everyItem(sandbox, batch.json.id)
  for (const result of [job.result, list.json.data[0]?.result, later?.result])
    expect(comparable(result!)).toEqual(comparable(single))
})

test('a single asynchronous call returns 202 with a pending job', async () => {
  const answer = await post<Job>(sandbox, singlePath, kycRequest('0001'), asynchronously)
  expect(answer.status).toBe(202)
  expect(answer.json).toMatchObject({ object: 'job', service: 'kyc_validation', status: 'pending' })
  expect(answer.json.id).toMatch(/^job_\w+$/)
  expect(answer.json.result_url).toBe(`/v1/jobs/${answer.json.id}`)
  expect(answer.json.created_at).toMatch(rfc3339Utc)
  expect(answer.json).not.toHaveProperty('result')
  expect(answer.json).not.toHaveProperty('error')
})

test('a batch asynchronous call returns 202 with a pending batch', async () => {
  const answer = await post<Batch>(sandbox, batchPath, batchRequest(batchItems(3)), asynchronously)
  expect(answer.status).toBe(202)
  expect(answer.json).toMatchObject({
    object: 'batch',
    service: 'kyc_validation',
    status: 'pending',
    total_items: 3,
    completed_at: null,
  })
  expect(answer.json.id).toMatch(/^bat_\w+$/)
  expect(answer.json.results_url).toBe(`/v1/batches/${answer.json.id}/results`)
  expect(answer.json.created_at).toMatch(rfc3339Utc)
})

test('a batch synchronous call returns 200 with a results list of every item', async () => {
  const answer = await post<ResultsList>(sandbox, batchPath, batchRequest(batchItems(50)))
  expect(answer).toMatchObject({ status: 200, json: { object: 'list', next_cursor: null } })
  expect(answer.json.data.map(({ reference }) => reference)).toEqual(
    batchItems(50).map(({ reference }) => reference),
  )
  for (const item of answer.json.data)
    expect(item).toMatchObject({
      status: 'succeeded',
      result: { object: 'kyc_validation', reference: item.reference },
    })
})

test('a preference that is not respond-async is ignored', async () => {
  expect((await post(sandbox, singlePath, kycRequest('0001'), { prefer: 'return=minimal' })).status).toBe(200)
})

test('a result of any mode is read back by its id', async () => {
  const accepted = await post<Job>(sandbox, singlePath, kycRequest('0001'), asynchronously)
  const { result } = await finishedJob(sandbox, accepted.json.id)
  const read = await get<KycValidation>(sandbox, `${singlePath}/${result?.id}`)
  expect(read.status).toBe(200)
  expect(read.json).toMatchObject({ id: result?.id, created_at: result?.created_at })
  expect(comparable(read.json)).toEqual(comparable(result!))
})

test('errors of an asynchronous request are reported immediately', async () => {
  const wrong = kycRequest('0001', { purpose: 'world_domination' })
  expect(await post(sandbox, singlePath, wrong, asynchronously)).toMatchObject({
    status: 403,
    json: { error: 'purpose_not_approved' },
  })
  const malformed = kycRequest('0001', { identifier: { type: 'svc_id', value: 'x' } })
  expect(await post(sandbox, singlePath, malformed, asynchronously)).toMatchObject({
    status: 400,
    json: { error: 'invalid_identifier' },
  })
})
