import { expect, test } from 'vitest'
import { fairLimiter } from './fair-limiter.ts'

/** Work that ends when the test says so. */
const startWork = (takeTurn: ReturnType<typeof fairLimiter>) => {
  const started: string[] = []
  const ends: (() => void)[] = []
  const ask = (holder: string, signal?: AbortSignal) =>
    takeTurn({
      holder,
      ...(signal && { signal }),
      run: () => {
        started.push(holder)
        return new Promise<string>((resolve) => ends.push(() => resolve(holder)))
      },
    })
  const endOne = async () => {
    ends.shift()?.()
    for (let tick = 0; tick < 10; tick++) await Promise.resolve()
  }
  return { started, ask, endOne }
}
const codeOf = (error: unknown) => (error as { code?: string }).code

test('an application with much work delays another by one piece of it', async () => {
  const { started, ask, endOne } = startWork(fairLimiter({ concurrency: 1, maxWaiting: 20 }))
  const all = ['a', 'a', 'a', 'a', 'b', 'c', 'b'].map((holder) => ask(holder))
  for (let done = 0; done < 7; done++) await endOne()
  expect(started.join('')).toBe('aabcaba')
  expect(await Promise.all(all)).toHaveLength(7)
})

test('one application uses at most half of all places, and others find places', async () => {
  const { ask, endOne } = startWork(fairLimiter({ concurrency: 2, maxWaiting: 8 }))
  const own = Array.from({ length: 9 }, () => ask('a').catch(codeOf))
  const other = Array.from({ length: 6 }, () => ask('b').catch(codeOf))
  for (let done = 0; done < 10; done++) await endOne()
  const overloaded = (outcomes: unknown[]) => outcomes.filter((outcome) => outcome === 'overloaded').length
  expect(overloaded(await Promise.all(own))).toBe(4)
  expect(overloaded(await Promise.all(other))).toBe(1)
  // The places are free again.
  const again = ask('a')
  await endOne()
  expect(await again).toBe('a')
})

test('work whose time is up while it waits gives its place back', async () => {
  const { started, ask, endOne } = startWork(fairLimiter({ concurrency: 1, maxWaiting: 3 }))
  const first = ask('a')
  const late = new AbortController()
  const waiting = ask('a', late.signal).catch(() => 'late')
  late.abort()
  expect(await waiting).toBe('late')
  const next = ask('a')
  await endOne()
  await endOne()
  expect(await Promise.all([first, next])).toEqual(['a', 'a'])
  expect(started).toEqual(['a', 'a'])
})

test('one application runs at most its own maximum, and its waiting work delays no other', async () => {
  const { started, ask, endOne } = startWork(
    fairLimiter({ concurrency: 3, concurrencyPerHolder: 2, maxWaiting: 20, maxHeldPerHolder: 4 }),
  )
  const own = ['a', 'a', 'a', 'a', 'a'].map((holder) => ask(holder).catch(codeOf))
  const other = ['b', 'b'].map((holder) => ask(holder))
  expect(started.join('')).toBe('aab')
  expect(await own[4]).toBe('overloaded')
  // The place of a goes to b at first, because b waits and a runs one still.
  for (let done = 0; done < 6; done++) await endOne()
  expect(started.join('').slice(0, 5)).toBe('aabab')
  expect(await Promise.all([...own.slice(0, 4), ...other])).toEqual(['a', 'a', 'a', 'a', 'b', 'b'])
})
