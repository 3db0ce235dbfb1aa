import { afterEach, expect, test } from 'vitest'
import type { EchoRequest } from './testing/echo-thread.ts'
import { WorkerPool } from './worker-pool.ts'
import type { WorkerPoolOptions } from './worker-pool-options.ts'

type Pool = WorkerPool<EchoRequest, unknown>
const open: Pool[] = []
/** A pool whose workers have started. */
const openPool = async (options: Partial<WorkerPoolOptions> = {}) => {
  const script = new URL('./testing/echo-thread.ts', import.meta.url)
  const pool: Pool = new WorkerPool({ script, workers: 1, maxWaiting: 10, maxCrashes: 2, ...options })
  open.push(pool)
  await pool.started()
  return pool
}
const counter = () => new SharedArrayBuffer(4)
const ask = (pool: Pool, request: EchoRequest) => pool.run(request)

afterEach(async () => {
  await Promise.all(open.splice(0).map((pool) => pool.close()))
})

test('a task sees the state that was set before it', async () => {
  const pool = await openPool({ workers: 2 })
  pool.setState('first')
  const before = ask(pool, { do: 'answer' })
  pool.setState('second')
  const after = await Promise.all([ask(pool, { do: 'answer' }), ask(pool, { do: 'answer' })])
  expect(await before).toMatchObject({ state: 'first' })
  expect(after).toEqual([
    { state: 'second', runs: 1 },
    { state: 'second', runs: 1 },
  ])
})

test('an error in a task is thrown to its caller, and the worker continues', async () => {
  const pool = await openPool()
  await expect(ask(pool, { do: 'throw' })).rejects.toThrow('as asked')
  await expect(ask(pool, { do: 'answer' })).resolves.toMatchObject({ runs: 1 })
  expect(pool.replacedWorkers).toBe(0)
})

test('the replacement of a crashed worker does its task and has the state', async () => {
  const pool = await openPool()
  pool.setState('kept')
  expect(await ask(pool, { do: 'exitOnce', ran: counter() })).toEqual({ state: 'kept', runs: 2 })
  expect(pool.replacedWorkers).toBe(1)
})

test('a task that crashes two workers fails, and others are answered', async () => {
  const pool = await openPool()
  const ran = counter()
  const deadly = ask(pool, { do: 'exit', ran })
  const next = ask(pool, { do: 'answer' })
  await expect(deadly).rejects.toThrow('the worker ended')
  await expect(next).resolves.toMatchObject({ runs: 1 })
  expect(new Int32Array(ran)[0]).toBe(2)
})

test('a task that does not end is refused and its worker is replaced', async () => {
  const pool = await openPool({ maxRunMs: 100 })
  await expect(ask(pool, { do: 'hang' })).rejects.toMatchObject({ code: 'overloaded' })
  await expect(ask(pool, { do: 'answer' })).resolves.toMatchObject({ runs: 1 })
})

test('a task beyond the limit of the queue is refused as overloaded, with retry_after', async () => {
  const pool = await openPool({ maxWaiting: 2 })
  const asked = Array.from({ length: 4 }, () => ask(pool, { do: 'answer' }))
  // One runs, two wait, and the fourth finds the queue full.
  const outcomes = await Promise.allSettled(asked)
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  await expect(asked[3]).rejects.toMatchObject({ code: 'overloaded', context: { retry_after: 1 } })
})

test('a task that waits too long for a worker is refused', async () => {
  const pool = await openPool({ maxWaitMs: 20, maxRunMs: 400 })
  const running = ask(pool, { do: 'hang' })
  await expect(ask(pool, { do: 'answer' })).rejects.toMatchObject({ code: 'overloaded' })
  await expect(running).rejects.toMatchObject({ code: 'overloaded' })
})

test('single tasks overtake the parts of a batch, which still run', async () => {
  const pool = await openPool({ maxWaiting: 100 })
  const order: string[] = []
  const note = (name: string, task: Promise<unknown>) => task.then(() => order.push(name))
  const batch = Array.from({ length: 3 }, () => note('batch', pool.run({ do: 'answer' }, { queue: 'batch' })))
  const single = Array.from({ length: 8 }, () => note('single', pool.run({ do: 'answer' })))
  await Promise.all([...batch, ...single])
  // The first part of the batch found an idle worker.
  expect(order.indexOf('single')).toBe(1)
  expect(order.slice(1).indexOf('batch')).toBeLessThanOrEqual(5)
})

test('closing refuses waiting and running tasks', async () => {
  const pool = await openPool()
  const running = ask(pool, { do: 'hang' })
  const waiting = ask(pool, { do: 'answer' })
  const outcomes = Promise.allSettled([running, waiting, pool.close()])
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  await expect(ask(pool, { do: 'answer' })).rejects.toMatchObject({ code: 'overloaded' })
})
