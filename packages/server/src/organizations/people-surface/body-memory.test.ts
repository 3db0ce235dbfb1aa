import { bodyBudget } from '@nani/foundation/http/index.ts'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { readJsonBodies } from './requests.ts'

const budgetBytes = 1_000_000
let app: FastifyInstance
afterEach(() => app.close())

/** A surface with one act, which ends when the test says so. */
const openSurface = async () => {
  const bodies = bodyBudget(budgetBytes, budgetBytes)
  const begun: ((failure?: Error) => void)[] = []
  app = fastify({ bodyLimit: budgetBytes })
  readJsonBodies(app, { bodies })
  app.post('/upload', { config: { act: { maxBodyBytes: budgetBytes } as never } }, () => {
    const { promise, resolve, reject } = Promise.withResolvers<object>()
    begun.push((failure) => (failure ? reject(failure) : resolve({})))
    return promise
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const upload = (signal?: AbortSignal, data = 'A'.repeat(300_000)) =>
    fetch(`http://127.0.0.1:${port}/upload`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      ...{ body: JSON.stringify({ data }), signal: signal ?? null },
    }).then(
      ({ status }) => status,
      () => null,
    )
  const isEmpty = () => {
    const isFree = bodies.reserve('test', budgetBytes)
    if (isFree) bodies.release('test', budgetBytes)
    return isFree
  }
  return { upload, begun, isEmpty }
}

test('the memory of an upload counts until its answer: a second large one is refused meanwhile', async () => {
  const { upload, begun, isEmpty } = await openSurface()
  const first = upload()
  await expect.poll(() => begun.length).toBe(1)
  expect(await upload()).toBe(503)
  expect(begun.length).toBe(1)
  begun[0]?.()
  expect(await first).toBe(200)
  expect(isEmpty()).toBe(true)
})

test('the memory is free after an error, after a body that is no JSON, and after the act of a caller who has left', async () => {
  const { upload, begun, isEmpty } = await openSurface()
  const failing = upload()
  await expect.poll(() => begun.length).toBe(1)
  begun[0]?.(new Error('a fault'))
  expect(await failing).toBe(500)
  expect(isEmpty()).toBe(true)
  const leaving = new AbortController()
  const left = upload(leaving.signal)
  await expect.poll(() => begun.length).toBe(2)
  leaving.abort()
  expect(await left).toBe(null)
  // The act still has what it received.
  expect(isEmpty()).toBe(false)
  begun[1]?.()
  await expect.poll(isEmpty).toBe(true)
})
