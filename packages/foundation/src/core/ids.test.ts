import { expect, test } from 'vitest'
import { manualClock } from './clock.ts'
import { idSource, idTime } from './ids.ts'
import { seededRandom, systemRandom } from './random.ts'

const noon = Date.UTC(2026, 2, 15, 12)

test('an id carries its prefix and the millisecond in which it was made', () => {
  for (const at of [0, 1, noon, Date.UTC(9999, 11, 31)]) {
    const id = idSource(manualClock(at), systemRandom())('kyc')
    expect(id).toMatch(/^kyc_[0-9A-HJKMNP-TV-Z]{26}$/)
    expect(idTime('kyc', id)).toBe(at)
  }
})

const madeAt = (times: number[], random = systemRandom()) => {
  const clock = manualClock(0)
  const newId = idSource(clock, random)
  return times.map((at, index) => {
    clock.advance(at - clock.now())
    return newId(index % 2 === 0 ? 'evt' : 'bat').slice(4)
  })
}

test('ids of one source sort in the order in which they were made, within a millisecond too', () => {
  const made = madeAt(Array.from({ length: 6_000 }, (_, index) => noon + Math.floor(index / 3_000)))
  expect(made).toEqual(made.toSorted())
  expect(new Set(made).size).toBe(made.length)
})

test('an exhausted millisecond uses the next one, and the order is kept', () => {
  // The largest tail of a first id, and then the largest steps.
  const made = madeAt(
    Array.from({ length: 3_000 }, () => noon),
    { bytes: (length) => Buffer.alloc(length, 255) },
  )
  expect(made).toEqual(made.toSorted())
  expect(new Set(made).size).toBe(made.length)
  expect(idTime('evt', `evt_${made.at(-1)}`)).toBeGreaterThan(noon)
})

test('a clock set back a little keeps the order; set back a lot it is believed', () => {
  const made = madeAt([noon, noon - 999, noon + 1, noon - 3_600_000])
  expect(made.slice(0, 3)).toEqual(made.slice(0, 3).toSorted())
  expect(idTime('evt', `evt_${made[3]}`)).toBe(noon - 3_600_000)
})

test('one id does not reveal the next of its millisecond: 70 bits are random', () => {
  const value = (id: string) =>
    [...id].reduce((sum, digit) => sum * 32n + BigInt('0123456789ABCDEFGHJKMNPQRSTVWXYZ'.indexOf(digit)), 0n)
  const steps = Array.from({ length: 200 }, () => {
    const [first = '', second = ''] = madeAt([noon, noon])
    return value(second) - value(first)
  })
  const usual = 2n ** 60n
  expect(steps.filter((drawn) => drawn > usual).length).toBeGreaterThan(190)
})

test('an invalid id has no time', () => {
  const id = idSource(manualClock(noon), seededRandom('ids'))('kyc')
  const others = ['', 'kyc_', id.slice(4), id.slice(0, -1), `${id}0`, id.toLowerCase(), `${id.slice(0, -1)}U`]
  others.push(id.replace('kyc', 'kyb'), `${id.slice(0, -1)}\n`, `${id.slice(0, -1)}é`, '__proto__', `x${id}`)
  for (const other of others) expect(idTime('kyc', other), other).toBeNull()
})
