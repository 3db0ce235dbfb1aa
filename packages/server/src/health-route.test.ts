import fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { addHealthRoute } from './health-route.ts'

afterEach(() => {
  vi.useRealTimers()
})

type Query = Parameters<typeof addHealthRoute>[1]['query']

const listener = (query: () => Promise<unknown>) => {
  const app = fastify()
  addHealthRoute(app, { query: query as unknown as Query })
  return app
}

test('ok while the database answers', async () => {
  const answer = await listener(async () => ({ rows: [] })).inject('/health')
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }])
})

test('503 without details when the database fails', async () => {
  const answer = await listener(async () => {
    throw new Error('password authentication failed')
  }).inject('/health')
  expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'unavailable' }])
})

test('503 after a second when the database does not answer, and ok again once it does', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let wake = (_value: unknown) => {}
  const query = vi.fn(() => new Promise((resolve) => (wake = resolve)))
  const app = listener(query)
  await app.ready()
  const asked = app.inject('/health')
  await vi.waitFor(() => expect(query).toHaveBeenCalledTimes(1))
  await vi.advanceTimersByTimeAsync(1_000)
  expect((await asked).statusCode).toBe(503)

  // The first question is still open: another one only waits for its answer.
  const second = app.inject('/health')
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
  wake({ rows: [] })
  expect((await second).statusCode).toBe(200)
  expect(query).toHaveBeenCalledTimes(1)
})
