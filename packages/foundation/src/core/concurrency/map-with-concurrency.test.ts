import { expect, test } from 'vitest'
import { mapWithConcurrency } from './map-with-concurrency.ts'

const tick = () => new Promise((resolve) => setImmediate(resolve))

test('results are in the order of the items, and at most the given number runs at a time', async () => {
  let running = 0
  let maxRunning = 0
  const results = await mapWithConcurrency([5, 1, 4, 2, 3], 2, async (item, index) => {
    maxRunning = Math.max(maxRunning, ++running)
    for (let count = 0; count < item; count++) await tick()
    running--
    return `${index}:${item}`
  })
  expect(results).toEqual(['0:5', '1:1', '2:4', '3:2', '4:3'])
  expect(maxRunning).toBe(2)
})

test('items are read from the iterable only when they start', async () => {
  let taken = 0
  const source = function* () {
    for (let item = 0; item < 6; item++) {
      taken++
      yield item
    }
  }
  const takenAtStart = await mapWithConcurrency(source(), 2, async () => {
    const now = taken
    await tick()
    return now
  })
  expect(takenAtStart).toEqual([1, 2, 3, 4, 5, 6])
})

test('after a failure no item starts, and the promise rejects when the running items have ended', async () => {
  const started: number[] = []
  const ended: number[] = []
  const held = Promise.withResolvers<void>()
  let isRejected = false
  const mapped = mapWithConcurrency([0, 1, 2, 3], 2, async (item) => {
    started.push(item)
    if (item === 0) throw new Error('broken')
    await held.promise
    ended.push(item)
  }).catch((error: Error) => {
    isRejected = true
    return error.message
  })
  await tick()
  expect(isRejected).toBe(false)
  held.resolve()
  expect(await mapped).toBe('broken')
  expect(started).toEqual([0, 1])
  expect(ended).toEqual([1])
})

test('an empty list gives an empty list', async () => {
  expect(await mapWithConcurrency([], 4, async () => 1)).toEqual([])
})
