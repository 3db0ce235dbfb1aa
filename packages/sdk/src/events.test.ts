import { expect, test } from 'vitest'
import { clientOf, ok } from './testing/client.ts'

const event = (id: string) => ({ id, object: 'event', type: 'job.completed', data: { object: {} } })
const page = (ids: string[], next_cursor: string | null) =>
  ok({ object: 'list', data: ids.map(event), next_cursor })

const collect = async (list: AsyncIterable<{ id: string }>) => {
  const ids: string[] = []
  for await (const { id } of list) ids.push(id)
  return ids
}

test('every event after the given one is returned in order, page after page, up to the newest', async () => {
  const pages = [
    page(['evt_2', 'evt_3'], 'evt_3'),
    page([], 'evt_4'),
    page(['evt_5'], 'evt_5'),
    page([], 'evt_5'),
  ]
  const { nani, seen } = await clientOf(pages)
  expect(await collect(nani.events.list({ after: 'evt_1', limit: 2 }))).toEqual(['evt_2', 'evt_3', 'evt_5'])
  expect(seen.map((call) => call.target)).toEqual(
    ['evt_1', 'evt_3', 'evt_4', 'evt_5'].map((after) => `/v1/events?limit=2&after=${after}`),
  )
})

test('an application without events has an empty list and no latest event', async () => {
  const { nani, seen } = await clientOf([page([], null), page([], null)])
  expect(await collect(nani.events.list())).toEqual([])
  expect(await nani.events.latest()).toBeUndefined()
  expect(seen.map((call) => call.target)).toEqual(['/v1/events?limit=500', '/v1/events?after=latest'])
})

test('the newest event is returned without earlier ones', async () => {
  const { nani } = await clientOf([page([], 'evt_7')])
  expect(await nani.events.latest()).toBe('evt_7')
})
