import { expect, test } from 'vitest'
import { createTurns } from './event-loop-turn.ts'

/** Runs 8 works of 5 slices at once. Returns, for each slice, the iteration of the event loop that ran it. */
const iterationsOf = async (sliceMs: number): Promise<number[]> => {
  let nowMs = 0
  let iteration = 0
  let isDone = false
  const nextTurn = createTurns(() => nowMs)
  const count = () => {
    iteration++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const ranIn: number[] = []
  const work = async () => {
    for (let slice = 0; slice < 5; slice++) {
      await nextTurn()
      nowMs += sliceMs
      ranIn.push(iteration)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  isDone = true
  expect(ranIn).toHaveLength(40)
  return ranIn
}

const maxInOneIteration = (iterations: number[]): number =>
  Math.max(...[...new Set(iterations)].map((one) => iterations.filter((other) => other === one).length))

test('each iteration of the event loop runs one long slice', async () => {
  expect(maxInOneIteration(await iterationsOf(6))).toBe(1)
})

test('it runs all short slices that begin within 5 ms', async () => {
  expect(maxInOneIteration(await iterationsOf(2))).toBe(3)
  expect(maxInOneIteration(await iterationsOf(0.1))).toBeGreaterThan(10)
})

test('slices run in the order in which they were asked for', async () => {
  const nextTurn = createTurns(() => 0)
  const order: number[] = []
  await Promise.all([1, 2, 3].map((number) => nextTurn().then(() => order.push(number))))
  expect(order).toEqual([1, 2, 3])
})
