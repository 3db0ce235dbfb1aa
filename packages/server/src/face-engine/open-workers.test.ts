import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openWorkers } from './open-workers.ts'
import type { BlockingTask } from './testing/blocking-worker.ts'

const filename = join(import.meta.dirname, 'testing/blocking-worker.ts')
const maxRunMs = 60_000
const tookTooLong = { code: 'overloaded', context: { retry_after: 1, reason: 'took_too_long' } }
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
const workersOf = (workers: number, maxWaiting = 10) => {
  const opened = openWorkers<BlockingTask, number>({ filename, workers, maxWaiting, maxRunMs })
  open.push(opened)
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
  const { run } = workersOf(1)
  const thread = await run(quick)
  const hung = refusalOf(run(blocking()))
  const next = run(quick)
  await vi.advanceTimersByTimeAsync(maxRunMs)
  expect(await hung).toMatchObject(tookTooLong)
  expect(await next).not.toBe(thread)
})

test('the time of a task begins when it starts', async () => {
  const { run } = workersOf(1)
  const [first, second] = [blocking(), blocking()]
  const [one, other] = [run(first), run(second)]
  await vi.advanceTimersByTimeAsync(maxRunMs - 1)
  release()
  await one
  await vi.advanceTimersByTimeAsync(maxRunMs - 1)
  expect(await other).toBeTypeOf('number')
})

test('at most as many workers are replaced as there are; if those hang too, all tasks are refused until one returns', async () => {
  const { run, canServe } = workersOf(1)
  expect(canServe()).toBe(true)
  const hung = [refusalOf(run(blocking())), refusalOf(run(blocking()))]
  await vi.advanceTimersByTimeAsync(maxRunMs)
  const waits = refusalOf(run(quick))
  await vi.advanceTimersByTimeAsync(maxRunMs)
  for (const one of hung) expect(await one).toMatchObject(tookTooLong)
  expect(await waits).toMatchObject(overloaded)
  expect(await refusalOf(run(quick))).toMatchObject(overloaded)
  expect(canServe()).toBe(false)
  release()
  await vi.waitFor(async () => expect(await run(quick)).toBeTypeOf('number'))
  expect(canServe()).toBe(true)
})

test('tasks beyond the queue limit are refused at once', async () => {
  const { run } = workersOf(1, 1)
  const [running, waits] = [run(blocking()), run(quick)]
  expect(await refusalOf(run(quick))).toMatchObject(overloaded)
  release()
  await Promise.all([running, waits])
})

test('a close waits for running tasks, refuses waiting ones, and accepts no more', async () => {
  const { run, close } = workersOf(1)
  const running = run(blocking())
  const waits = refusalOf(run(quick))
  const closed = close()
  expect(await waits).toMatchObject(overloaded)
  expect(await refusalOf(run(quick))).toMatchObject(overloaded)
  release()
  expect(await running).toBeTypeOf('number')
  await closed
})
