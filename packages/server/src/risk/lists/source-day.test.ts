import { expect, test } from 'vitest'
import { readSourceDay } from './source-day.ts'

const nowMs = Date.parse('2026-01-20T12:00:00Z')

test.each(['2026-01-20', '2024-02-29', '2026-01-21'])('%s is accepted as the day of a file', (day) => {
  expect(readSourceDay(day, nowMs)).toBe(day)
})

test.each([
  ['is no day of the calendar', '2025-02-29'],
  ['has no such month', '2025-13-01'],
  ['is yet to come everywhere on earth', '2026-01-22'],
  ['is written otherwise', '20/01/2026'],
  ['has a time', '2026-01-20T00:00:00Z'],
  ['is no single day', '2025-01-00'],
  ['is empty', ''],
])('a day that %s is not accepted', (_what, written) => {
  expect(readSourceDay(written, nowMs)).toBeNull()
})
