import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { retryUntilDone } from './retry-until-done.ts'

const retryMs = 5_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const failing = () => {
  const reported: unknown[] = []
  const work = vi.fn(async () => {
    throw new Error('the database is away')
  })
  const retries = retryUntilDone(work, { retryMs, onFailure: (error) => reported.push(error) })
  return { reported, work, ...retries }
}

describe('work that fails', () => {
  test('two that fail for a minute are tried once in five seconds each, with one report for each attempt', async () => {
    const both = [failing(), failing()]
    for (const { ask } of both) ask()
    await vi.advanceTimersByTimeAsync(60_000)
    for (const { reported, work } of both) {
      expect(work).toHaveBeenCalledTimes(13)
      expect(reported).toHaveLength(13)
    }
    expect(vi.getTimerCount()).toBe(2)
  })

  test('asked for by many at once, is tried twice at most, and one timer waits', async () => {
    const { reported, work, ask } = failing()
    for (let count = 0; count < 50; count++) ask()
    await vi.advanceTimersByTimeAsync(0)
    expect(work).toHaveBeenCalledTimes(2)
    expect(reported).toHaveLength(2)
    expect(vi.getTimerCount()).toBe(1)
  })

  test('asked for again before its retry, is tried at once, in the place of the retry', async () => {
    const { work, ask } = failing()
    ask()
    await vi.advanceTimersByTimeAsync(retryMs - 1)
    ask()
    await vi.advanceTimersByTimeAsync(1)
    expect(work).toHaveBeenCalledTimes(2)
    expect(vi.getTimerCount()).toBe(1)
  })

  test('is not tried again once it is stopped', async () => {
    const { work, ask, stop } = failing()
    ask()
    await vi.advanceTimersByTimeAsync(0)
    stop()
    ask()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(work).toHaveBeenCalledTimes(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('running when it is stopped, is neither reported nor tried again', async () => {
    const { promise, reject } = Promise.withResolvers<void>()
    const onFailure = vi.fn()
    const { ask, stop } = retryUntilDone(() => promise, { retryMs, onFailure })
    ask()
    stop()
    reject(new Error('closed'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(onFailure).not.toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('work that succeeds at last is left alone', async () => {
  const work = vi.fn(async () => {}).mockRejectedValueOnce(new Error('away'))
  const { ask } = retryUntilDone(work, { retryMs, onFailure: () => {} })
  ask()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(work).toHaveBeenCalledTimes(2)
  expect(vi.getTimerCount()).toBe(0)
})
