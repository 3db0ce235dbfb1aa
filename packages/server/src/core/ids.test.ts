import { expect, test } from 'vitest'
import { heldClock, idSource, idTime, seededRandom, systemRandom } from './index.ts'

const noon = Date.UTC(2026, 2, 15, 12)

test('an id carries its prefix and the millisecond in which it was made', () => {
  for (const at of [0, 1, noon, Date.UTC(9999, 11, 31)]) {
    const id = idSource(heldClock(at), systemRandom())('kyc')
    expect(id).toMatch(/^kyc_[0-9A-HJKMNP-TV-Z]{26}$/)
    expect(idTime('kyc', id)).toBe(at)
  }
})

test('ids sort by time, and differ within a millisecond', () => {
  const clock = heldClock(noon)
  const newId = idSource(clock, systemRandom())
  const made = Array.from({ length: 1_000 }, (_, index) => {
    clock.advance(index % 3)
    return newId('bat')
  })
  expect(new Set(made).size).toBe(made.length)
  const times = made.toSorted().map((id) => idTime('bat', id) as number)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})

test('what is no id of ours has no time', () => {
  const id = idSource(heldClock(noon), seededRandom('ids'))('kyc')
  const others = ['', 'kyc_', id.slice(4), id.slice(0, -1), `${id}0`, id.toLowerCase(), `${id.slice(0, -1)}U`]
  others.push(id.replace('kyc', 'kyb'), `${id.slice(0, -1)}\n`, `${id.slice(0, -1)}é`, '__proto__', `x${id}`)
  for (const other of others) expect(idTime('kyc', other), other).toBeNull()
})
