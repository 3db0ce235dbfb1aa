import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Refusal } from '../refusal.ts'
import type { BlockingTask } from './testing/blocking-thread.ts'
import { WorkerPool } from './worker-pool.ts'
import type { WorkerPoolOptions } from './worker-pool-options.ts'

const script = new URL('./testing/blocking-thread.ts', import.meta.url)
const maxRunMs = 60_000
const tookTooLong = { code: 'overloaded', context: { reason: 'took_too_long' } }
const overloaded = { code: 'overloaded', context: { retry_after: 1 } }

const blocked: Int32Array[] = []
const blocking = (): BlockingTask => {
  const until = new Int32Array(new SharedArrayBuffer(4))
  blocked.push(until)
  return { until }
}
const release = () => {
  for (const until of blocked.splice(0)) {
    Atomics.store(until, 0, 1)
    Atomics.notify(until, 0)
  }
}
const quick: BlockingTask = { until: null }
const refusalOf = (work: Promise<unknown>) => work.catch((error) => error)

let open: { close(): Promise<void> }[] = []
const openPool = (options: Partial<WorkerPoolOptions>) => {
  const opened = new WorkerPool<BlockingTask, number>({ script, workers: 1, maxWaiting: 10, ...options })
  open.push(opened)
  return opened
}
/** A pool whose workers have started. Those that hang are left. */
const workersOf = async (workers: number, maxWaiting = 10) => {
  const overran = (detail: string) => new Refusal('overloaded', { reason: 'took_too_long' }, { detail })
  const opened = openPool({ workers, maxWaiting, maxRunMs, overran, onOverrun: 'leave' })
  await opened.started()
  return opened
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  release()
  await Promise.all(open.map((one) => one.close()))
  open = []
  vi.useRealTimers()
})

test('a task that exceeds its time is refused, and another worker replaces its worker', async () => {
  const pool = await workersOf(1)
  const thread = await pool.run(quick)
  const hung = refusalOf(pool.run(blocking()))
  const next = pool.run(quick)
  await vi.advanceTimersByTimeAsync(maxRunMs)
  expect(await hung).toMatchObject(tookTooLong)
  expect(await next).not.toBe(thread)
})

test('the time of a task begins when it starts', async () => {
  const pool = await workersOf(1)
  const [first, second] = [blocking(), blocking()]
  const [one, other] = [pool.run(first), pool.run(second)]
  await vi.advanceTimersByTimeAsync(maxRunMs - 1)
  release()
  await one
  await vi.advanceTimersByTimeAsync(maxRunMs - 1)
  expect(await other).toBeTypeOf('number')
})

test('at most as many workers are replaced as there are; if those hang too, all tasks are refused until one returns', async () => {
  const pool = await workersOf(1)
  expect(pool.canServe()).toBe(true)
  const hung = [refusalOf(pool.run(blocking())), refusalOf(pool.run(blocking()))]
  await vi.advanceTimersByTimeAsync(maxRunMs)
  await pool.started()
  const waits = refusalOf(pool.run(quick))
  await vi.advanceTimersByTimeAsync(maxRunMs)
  for (const one of hung) expect(await one).toMatchObject(tookTooLong)
  expect(await waits).toMatchObject(overloaded)
  expect(await refusalOf(pool.run(quick))).toMatchObject(overloaded)
  expect(pool.canServe()).toBe(false)
  release()
  await vi.waitFor(async () => expect(await pool.run(quick)).toBeTypeOf('number'))
  expect(pool.canServe()).toBe(true)
})

test('tasks beyond the queue limit are refused at once', async () => {
  const pool = await workersOf(1, 1)
  const [running, waits] = [pool.run(blocking()), pool.run(quick)]
  expect(await refusalOf(pool.run(quick))).toMatchObject(overloaded)
  release()
  await Promise.all([running, waits])
})

test('a close waits for running tasks, refuses waiting ones, and accepts no more', async () => {
  const pool = await workersOf(1)
  const running = pool.run(blocking())
  const waits = refusalOf(pool.run(quick))
  const closed = pool.close()
  expect(await waits).toMatchObject(overloaded)
  expect(await refusalOf(pool.run(quick))).toMatchObject(overloaded)
  release()
  expect(await running).toBeTypeOf('number')
  await closed
})

test('workers with an idle time start with a task, and end after that time without one', async () => {
  const pool = openPool({ idleMs: 1_000 })
  const thread = await pool.run(quick)
  await vi.advanceTimersByTimeAsync(999)
  expect(await pool.run(quick)).toBe(thread)
  await vi.advanceTimersByTimeAsync(999)
  expect(await pool.run(quick)).toBe(thread)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await pool.run(quick)).not.toBe(thread)
  expect(pool.replacedWorkers).toBe(0)
})

test('a signal ends a running task with its worker, and a waiting one', async () => {
  const pool = openPool({ idleMs: 1_000 })
  const thread = await pool.run(quick)
  const enough = new AbortController()
  const tasks = [blocking(), quick].map((task) => refusalOf(pool.run(task, { signal: enough.signal })))
  enough.abort(new Error('enough'))
  for (const task of tasks) expect(await task).toEqual(new Error('enough'))
  expect(await pool.run(quick)).not.toBe(thread)
})

test('a request that cannot be sent to a thread fails, and its worker serves others', async () => {
  const pool = await workersOf(1)
  const thread = await pool.run(quick)
  await expect(pool.run({ until: (() => {}) as never })).rejects.toThrow('could not be cloned')
  expect(await pool.run(quick)).toBe(thread)
})
