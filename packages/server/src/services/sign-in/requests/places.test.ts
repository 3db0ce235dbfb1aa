import { manualClock } from '@nani/foundation/core/index.ts'
import { expect, test } from 'vitest'
import { createPlaces } from './places.ts'

const counts = { ofApplication: 2_000, ofAll: 10_000 }

const newPlaces = () => {
  const clock = manualClock(Date.UTC(2026, 2, 15))
  const places = createPlaces(clock, counts)
  let requests = 0
  const take = (address: string, applicationId = 'app_1') =>
    places.take(`sgn_${requests++}`, applicationId, address)
  /** How many of these requests get a place. */
  const takeMany = (addresses: readonly string[], applicationId?: string) =>
    addresses.filter((address) => take(address, applicationId)).length
  return { ...places, clock, take, takeMany }
}
const same = (address: string, count = 3_000) => Array<string>(count).fill(address)

test.each([
  ['one address', same('203.0.113.7'), '203.0.114.7'],
  ['one /24', same('', 3_000).map((_, at) => `203.0.113.${at % 256}`), '203.0.114.7'],
  ['one /64', same('', 3_000).map((_, at) => `2001:db8:1:1::${at.toString(16)}`), '2001:db8:2::1'],
  ['one /56', same('', 3_000).map((_, at) => `2001:db8:1:${(at % 256).toString(16)}::1`), '2001:db8:2::1'],
  ['one /48', same('', 3_000).map((_, at) => `2001:db8:1:${at.toString(16)}::1`), '2001:db8:2::1'],
])(
  '%s takes a small part of the places of an application, and others still sign in',
  (_name, flood, other) => {
    const { take, takeMany } = newPlaces()
    expect(takeMany(flood)).toBeLessThanOrEqual(counts.ofApplication / 20)
    expect(take(other)).toBe(true)
  },
)

test('a hundred networks that take all they can leave places for a further one', () => {
  const { takeMany } = newPlaces()
  for (let network = 0; network < 100; network++)
    takeMany(same('', 500).map((_, at) => `198.51.${network}.${at % 256}`))
  expect(takeMany(same('203.0.113.7', 10))).toBeGreaterThan(0)
})

test('a network that floods one application does not take the places of it for the others', () => {
  const { takeMany, take } = newPlaces()
  const ofOne = takeMany(same('203.0.113.7'))
  expect(takeMany(same('203.0.113.7'), 'app_2')).toBe(ofOne)
  // Over many applications, the network has a part of all places.
  let total = 2 * ofOne
  for (let other = 3; other < 20; other++) total += takeMany(same('203.0.113.7'), `app_${other}`)
  expect(total).toBeLessThanOrEqual(counts.ofAll / 40)
  expect(take('203.0.114.7', 'app_20')).toBe(true)
})

test('a place is free again after a minute, and at once when a citizen has signed in', () => {
  const { clock, take, takeMany, leave } = newPlaces()
  const given = takeMany(same('203.0.113.7'))
  expect(take('203.0.113.7')).toBe(false)
  leave('sgn_0')
  leave('sgn_0')
  expect([take('203.0.113.7'), take('203.0.113.7')]).toEqual([true, false])
  clock.advance(59_999)
  expect(take('203.0.113.7')).toBe(false)
  clock.advance(1)
  expect(takeMany(same('203.0.113.7'))).toBe(given)
})
