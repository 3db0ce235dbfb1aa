import { beforeAll, expect, inject, test } from 'vitest'
import { get, post } from '../client/call.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import {
  asynchronously,
  batchItems,
  batchPath,
  batchRequest,
  everyItem,
  finishedBatch,
} from '../client/kyc.ts'
import type { Batch, ResultsList } from '../client/shapes.ts'

const { sandbox } = inject('demo')
const size = 601

let id: string
beforeAll(async () => {
  const { json } = await post<Batch>(sandbox, batchPath, batchRequest(batchItems(size)), asynchronously)
  id = json.id
  await finishedBatch(sandbox, id)
})

const pageOf = (query: string) => get<ResultsList>(sandbox, `/v1/batches/${id}/results${query}`)

test('a page has 100 items by default', async () => {
  const { json } = await pageOf('')
  expect(json).toMatchObject({ object: 'list', next_cursor: expect.any(String) })
  expect(json.data.map(({ reference }) => reference)).toEqual(
    batchItems(100).map(({ reference }) => reference),
  )
})

test.each([1, 100, 500])('limit %i is accepted and kept', async (limit) => {
  expect((await pageOf(`?limit=${limit}`)).json.data).toHaveLength(limit)
})

test.each([7, 100, 500])(
  'following next_cursor by pages of %i gives every item once, in order',
  async (limit) => {
    const items = await everyItem(sandbox, id, limit)
    expect(items.map(({ reference }) => reference)).toEqual(
      batchItems(size).map(({ reference }) => reference),
    )
  },
)

test.each(['0', '501', '-1', '1.5', 'ten', '', '1e2', '99999999999999999999'])(
  'limit %j is invalid_request',
  async (limit) => {
    expectRefusal(await pageOf(`?limit=${limit}`), 'invalid_request', { context: { field: 'limit' } })
  },
)

test.each(['nonsense', 'cDE', '%00', '-1', '%F0%9F%98%80', 'A'.repeat(4000)])(
  'cursor %j is invalid_request',
  async (cursor) => {
    expectRefusal(await pageOf(`?cursor=${cursor}`), 'invalid_request', { context: { field: 'cursor' } })
  },
)

test('a cursor that was altered, truncated or issued for another batch is invalid_request', async () => {
  const other = await post<Batch>(sandbox, batchPath, batchRequest(batchItems(2)), asynchronously)
  await finishedBatch(sandbox, other.json.id)
  const own = (await pageOf('?limit=1')).json.next_cursor as string
  const foreign = await get<ResultsList>(sandbox, `/v1/batches/${other.json.id}/results?limit=1`)
  const altered = [...own].map(
    (letter, at) => own.slice(0, at) + (letter === 'A' ? 'B' : 'A') + own.slice(at + 1),
  )
  const truncated = [...own].map((_letter, at) => own.slice(0, at))
  for (const cursor of [...altered, ...truncated, `${own}A`, foreign.json.next_cursor as string])
    expectRefusal(await pageOf(`?cursor=${cursor}`), 'invalid_request', { context: { field: 'cursor' } })
  expect((await pageOf(`?cursor=${own}`)).status).toBe(200)
})

test('unknown query parameters are ignored', async () => {
  expect((await pageOf('?limit=3&order=desc')).json.data).toHaveLength(3)
})
