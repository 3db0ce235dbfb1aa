import { expect, test } from 'vitest'
import { manualClock } from '../core/index.ts'
import { addressGroup } from './address-group.ts'
import { createSourceLimit } from './source-limit.ts'

const opened = () => {
  const clock = manualClock(0)
  return { clock, limit: createSourceLimit(clock, { burst: 3, refillMs: 1_000 }) }
}

test('an address has its turns, and a new one after the time of a turn', () => {
  const { clock, limit } = opened()
  const allowed = () => limit.allows('203.0.113.7')
  expect([allowed(), allowed(), allowed(), allowed()]).toEqual([true, true, true, false])
  clock.advance(1_000)
  expect([allowed(), allowed()]).toEqual([true, false])
  expect(limit.allows('203.0.113.8')).toBe(true)
})

test('all addresses of a network of IPv6 share the turns', () => {
  const { limit } = opened()
  const answers = Array.from({ length: 64 }, (_, index) => limit.allows(`2001:db8:1:2::${index + 1}`))
  expect(answers.filter(Boolean)).toHaveLength(3)
  expect(limit.allows('2001:db8:1:3::1')).toBe(true)
})

test('an address and its network are the same source', () => {
  const { limit } = opened()
  const address = '2001:db8:1:2::1'
  const answers = [limit.allows(address), limit.allows(addressGroup(address)), limit.allows(address)]
  expect(answers).toEqual([true, true, true])
  expect(limit.allows(addressGroup(address))).toBe(false)
})
