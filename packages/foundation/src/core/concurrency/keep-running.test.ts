import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepRunning } from './keep-running.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const everyMs = 1_000
const noError = (error: unknown) => {
  throw error
}

test('work runs at each interval and when it is woken, and a waker waits for its run', async () => {
  const runs: string[] = []
  const work = keepRunning(async () => runs.push('run'), everyMs, noError)
  expect(runs).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(everyMs)
  expect(runs).toHaveLength(1)
  await work.wake()
  expect(runs).toHaveLength(2)
  await work.stop()
})

test('a failure is reported, and the next interval runs again', async () => {
  const errors: unknown[] = []
  let runs = 0
  const work = keepRunning(
    async () => {
      runs++
      if (runs === 1) throw new Error('away')
    },
    everyMs,
    (error) => errors.push(error),
  )
  await vi.advanceTimersByTimeAsync(2 * everyMs)
  expect(runs).toBe(2)
  expect(errors).toEqual([new Error('away')])
  await work.stop()
})

test('a run that is under way learns of the stop, which waits for it, and no other run begins', async () => {
  const end = Promise.withResolvers<void>()
  let runs = 0
  let isAsked = () => false
  const work = keepRunning(
    async (isStopping) => {
      runs++
      isAsked = isStopping
      await end.promise
    },
    everyMs,
    noError,
  )
  await vi.advanceTimersByTimeAsync(everyMs)
  void work.wake()
  let stopped = false
  const stopping = work.stop().then(() => {
    stopped = true
  })
  await vi.advanceTimersByTimeAsync(everyMs)
  expect(isAsked()).toBe(true)
  expect(stopped).toBe(false)
  end.resolve()
  await stopping
  await vi.advanceTimersByTimeAsync(3 * everyMs)
  expect(runs).toBe(1)
})
