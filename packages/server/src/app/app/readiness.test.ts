import { manualClock } from '@nani/foundation/core/index.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { createReadiness, type ReadinessOptions } from './readiness.ts'

afterEach(() => {
  vi.useRealTimers()
})

const started = (options: Partial<ReadinessOptions> = {}) => {
  const elapsed = manualClock(0)
  const checkDatabase = vi.fn(options.checkDatabase ?? (async () => {}))
  const readiness = createReadiness({ parts: {}, elapsed, ...options, checkDatabase })
  readiness.started()
  return { readiness, elapsed, checkDatabase }
}

test('a process is not ready during its start, is ready afterwards, and never again once it stops', async () => {
  const readiness = createReadiness({ checkDatabase: async () => {}, parts: {}, elapsed: manualClock(0) })
  expect(await readiness.notReady()).toEqual(['process'])
  readiness.started()
  expect(await readiness.notReady()).toEqual([])
  readiness.stopping()
  expect(await readiness.notReady()).toEqual(['process'])
})

test('it names each part that is not ready, and omits parts that the process does not have', async () => {
  const { readiness } = started({
    checkDatabase: () => Promise.reject(new Error('full')),
    parts: { lists: () => false, queue: () => false, clock: () => true },
  })
  expect(await readiness.notReady()).toEqual(['database', 'lists', 'queue'])
})

test('a register that is away is a warning, because other calls are served', async () => {
  let isAway = true
  const { readiness, elapsed } = started({
    checkRegister: async () => {
      if (isAway) throw new Error('away')
    },
  })
  expect(await readiness.notReady()).toEqual([])
  expect(readiness.warnings()).toEqual(['register'])
  isAway = false
  elapsed.advance(2_000)
  expect(await readiness.notReady()).toEqual([])
  expect(readiness.warnings()).toEqual([])
})

test('one write serves all requests of two seconds', async () => {
  const { readiness, elapsed, checkDatabase } = started()
  await Promise.all(Array.from({ length: 100 }, () => readiness.notReady()))
  elapsed.advance(1_999)
  await readiness.notReady()
  expect(checkDatabase).toHaveBeenCalledTimes(1)
  elapsed.advance(1)
  await readiness.notReady()
  expect(checkDatabase).toHaveBeenCalledTimes(2)
})

test('a database that does not answer is not ready after a second, and is queried once for all requests', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let answer = () => {}
  const { readiness, checkDatabase } = started({
    checkDatabase: () => new Promise((resolve) => (answer = resolve)),
  })
  const first = readiness.notReady()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await first).toEqual(['database'])
  const second = readiness.notReady()
  answer()
  expect(await second).toEqual([])
  expect(checkDatabase).toHaveBeenCalledTimes(1)
})
