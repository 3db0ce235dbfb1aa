import { expect, test } from 'vitest'
import { makeOnce, singleFlight } from './single-flight.ts'

test('calls during a run share it, and a later call starts another', async () => {
  const runs: PromiseWithResolvers<number>[] = []
  const ask = singleFlight(() => {
    const run = Promise.withResolvers<number>()
    runs.push(run)
    return run.promise
  })
  const shared = [ask(), ask()]
  expect(runs).toHaveLength(1)
  runs[0]!.resolve(1)
  expect(await Promise.all(shared)).toEqual([1, 1])
  const later = ask()
  expect(runs).toHaveLength(2)
  runs[1]!.resolve(2)
  expect(await later).toBe(2)
})

test('a run that fails rejects the calls that share it, and no later call', async () => {
  let runs = 0
  const ask = singleFlight(async () => {
    if (++runs === 1) throw new Error('away')
    return runs
  })
  const shared = await Promise.allSettled([ask(), ask()])
  expect(shared.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask()).toBe(2)
})

test('a value is made once, and a failure is tried again', async () => {
  let attempts = 0
  const made = makeOnce(async () => {
    if (++attempts === 1) throw new Error('away')
    return attempts
  })
  await expect(made()).rejects.toThrow('away')
  expect(await Promise.all([made(), made()])).toEqual([2, 2])
  expect(await made()).toBe(2)
})
