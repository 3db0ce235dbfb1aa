import { expect, test } from 'vitest'
import { periodEndMs, periodStart } from './quota.ts'

const at = (time: string): number => Date.parse(time)

/** Periods are of UTC: the last moment of a day or of a year belongs to it, and the next one does not. */
test.each([
  ['2026-12-31T23:59:59.999Z', '2026-12-31', '2026-12-01'],
  ['2027-01-01T00:00:00.000Z', '2027-01-01', '2027-01-01'],
  ['2028-02-29T12:00:00.000Z', '2028-02-29', '2028-02-01'],
])('the day and the month of %s', (time, day, month) => {
  expect([periodStart('day', at(time)), periodStart('month', at(time))]).toEqual([day, month])
})

test.each([
  ['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['2027-01-01T00:00:00.000Z', '2027-01-02T00:00:00.000Z', '2027-02-01T00:00:00.000Z'],
  ['2028-02-29T12:00:00.000Z', '2028-03-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
])('a quota that is used at %s starts again', (time, day, month) => {
  const ends = (['day', 'month'] as const).map((period) => periodEndMs(period, at(time)))
  expect(ends).toEqual([at(day), at(month)])
})
