import { expect, test } from 'vitest'
import { manualClock } from '../clock.ts'
import { createRecentRead } from './recent-read.ts'

const counted = (fail: (call: number) => boolean = () => false) => {
  const clock = manualClock(1_000)
  let calls = 0
  const read = createRecentRead(
    async () => {
      calls++
      if (fail(calls)) throw new Error('failed')
      return calls
    },
    { clock, maxAgeMs: 1_000 },
  )
  return { clock, read }
}

test('a value is read again when it has reached its greatest age', async () => {
  const { clock, read } = counted()
  expect(await Promise.all([read(), read()])).toEqual([1, 1])
  clock.advance(999)
  expect(await read()).toBe(1)
  clock.advance(1)
  expect(await read()).toBe(2)
})

test('a failure reaches the callers of the failed read, and is not kept', async () => {
  const { read } = counted((call) => call === 1)
  const failed = [read(), read()]
  for (const one of failed) await expect(one).rejects.toThrow('failed')
  expect(await read()).toBe(2)
})

test('a clock that is set back leads to another read', async () => {
  const { clock, read } = counted()
  await read()
  clock.advance(-500)
  expect(await read()).toBe(2)
})
