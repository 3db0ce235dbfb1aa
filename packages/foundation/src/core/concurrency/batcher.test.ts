import { afterEach, expect, test, vi } from 'vitest'
import { createBatcher, createKeyedBatcher, createSharedRead } from './batcher.ts'

afterEach(() => void vi.useRealTimers())

const options = { maxInFlight: 2, maxGroup: 4, maxWaiting: 10, overflow: () => new Error('full') }

/** Groups that wait for the test to answer them. */
const held = () => {
  const groups: { items: number[]; answer(): void; fail(error: Error): void }[] = []
  const perform = (items: number[]) =>
    new Promise<(number | Error)[]>((resolve, reject) => {
      groups.push({ items, answer: () => resolve(items.map((item) => item * 10)), fail: reject })
    })
  return { groups, perform }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('concurrent calls leave together, in order, in groups of the maximum size', async () => {
  const { groups, perform } = held()
  const ask = createBatcher(perform, options)
  const answers = Promise.all([1, 2, 3, 4, 5, 6].map(ask))
  await turn()
  expect(groups.map(({ items }) => items)).toEqual([
    [1, 2, 3, 4],
    [5, 6],
  ])
  for (const group of groups) group.answer()
  expect(await answers).toEqual([10, 20, 30, 40, 50, 60])
})

test('no more groups are under way than may be; what waits leaves with the next', async () => {
  const { groups, perform } = held()
  const ask = createBatcher(perform, options)
  const answers = Promise.all(Array.from({ length: 10 }, (_, index) => ask(index)))
  await turn()
  expect(groups).toHaveLength(2)
  groups[0]?.answer()
  await turn()
  expect(groups.map(({ items }) => items.length)).toEqual([4, 4, 2])
  groups[1]?.answer()
  groups[2]?.answer()
  expect(await answers).toHaveLength(10)
})

test('past the bound of what may wait, the next is refused at once and the others are not', async () => {
  const { groups, perform } = held()
  const ask = createBatcher(perform, options)
  const asked = Array.from({ length: 12 }, (_, index) => ask(index))
  const settled = Promise.allSettled(asked)
  await turn()
  while (groups.length > 0) {
    groups.shift()?.answer()
    await turn()
  }
  const states = (await settled).map(({ status }) => status)
  expect(states.filter((status) => status === 'rejected')).toHaveLength(2)
  expect(states.slice(10)).toEqual(['rejected', 'rejected'])
})

test('a failing group fails only its own calls, and the next group works', async () => {
  const { groups, perform } = held()
  const ask = createBatcher(perform, { ...options, maxGroup: 1, maxInFlight: 1 })
  const [first, second] = [ask(1), ask(2)]
  await turn()
  groups[0]?.fail(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await turn()
  groups[1]?.answer()
  expect(await second).toBe(20)
})

test('an answer that is an error is thrown to its own call', async () => {
  const ask = createBatcher<number, number>(
    async (items) => items.map((item) => (item === 2 ? new Error('two') : item)),
    options,
  )
  const settled = await Promise.allSettled([ask(1), ask(2), ask(3)])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('keys never share a group', async () => {
  const seen: [string, number[]][] = []
  const ask = createKeyedBatcher<number, number>(async (key, items) => {
    seen.push([key, items])
    return items
  }, options)
  await Promise.all([ask('a', 1), ask('b', 2), ask('a', 3)])
  expect(seen).toEqual([
    ['a', [1, 3]],
    ['b', [2]],
  ])
})

test('after a large group the next one waits for more calls; after a small group it does not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { groups, perform } = held()
  const ask = createBatcher(perform, { ...options, maxGroup: 8, maxInFlight: 1, gatheringMs: 2 })
  const answers = [1, 2, 3, 4].map(ask)
  await turn()
  answers.push(ask(5))
  groups[0]?.answer()
  await turn()
  answers.push(ask(6))
  await turn()
  expect(groups).toHaveLength(1)
  vi.advanceTimersByTime(2)
  expect(groups.map(({ items }) => items)).toEqual([
    [1, 2, 3, 4],
    [5, 6],
  ])
  answers.push(ask(7))
  groups[1]?.answer()
  await turn()
  expect(groups[2]?.items).toEqual([7])
  groups[2]?.answer()
  expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50, 60, 70])
})

test('a full group does not wait', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { groups, perform } = held()
  const ask = createBatcher(perform, { ...options, maxInFlight: 1, gatheringMs: 2 })
  const answers = Array.from({ length: 8 }, (_, index) => ask(index))
  await turn()
  groups[0]?.answer()
  await turn()
  expect(groups).toHaveLength(2)
  groups[1]?.answer()
  expect(await Promise.all(answers)).toHaveLength(8)
})

test('callers share a read that starts after they asked, and it gets what the last of them passed', async () => {
  const reads: { input: string; answer(value: string): void }[] = []
  const read = createSharedRead<string, string>(
    (input) => new Promise((resolve) => reads.push({ input, answer: resolve })),
  )
  const first = [read('one'), read('two')]
  await turn()
  const later = [read('three'), read('four')]
  await turn()
  expect(reads.map(({ input }) => input)).toEqual(['two'])
  reads[0]?.answer('before')
  expect(await Promise.all(first)).toEqual(['before', 'before'])
  await turn()
  reads[1]?.answer('after')
  expect(await Promise.all(later)).toEqual(['after', 'after'])
  expect(reads.map(({ input }) => input)).toEqual(['two', 'four'])
})
