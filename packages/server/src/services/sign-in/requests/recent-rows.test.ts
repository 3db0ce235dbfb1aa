import { expect, test } from 'vitest'
import { createRecentRows } from './recent-rows.ts'

const open = () => {
  const clock = { nowMs: 0, now: () => clock.nowMs }
  return { clock, rows: createRecentRows<number>(clock) }
}

test('a row is given out once', () => {
  const { rows } = open()
  rows.remember('a', 1)
  expect([rows.take('a'), rows.take('a')]).toEqual([1, null])
})

test('a row is forgotten after ten seconds', () => {
  const { clock, rows } = open()
  rows.remember('a', 1)
  rows.remember('b', 2)
  clock.nowMs = 9_999
  expect(rows.take('a')).toBe(1)
  clock.nowMs = 10_000
  expect(rows.take('b')).toBe(null)
})

test('the oldest row leaves for a new one', () => {
  const { rows } = open()
  for (let n = 0; n <= 2_000; n++) rows.remember(String(n), n)
  expect([rows.take('0'), rows.take('1'), rows.take('2000')]).toEqual([null, 1, 2_000])
})
