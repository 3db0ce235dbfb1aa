import { beforeEach, describe, expect, test } from 'vitest'
import { manualClock } from '../core/index.ts'
import { createConnectionGuard } from './connection-guard.ts'
import { type ConnectionLimits, connectionLimits } from './connection-limits.ts'

const clock = manualClock(0)
let closed: string[]
beforeEach(() => {
  closed = []
})

const small: Partial<ConnectionLimits> = { maxConnections: 8, maxPerAddress: 3, certifiedShare: 0.25 }

const guarded = (isTls: boolean, changes: Partial<ConnectionLimits> = {}) => {
  const limits = { ...connectionLimits, ...small, ...changes }
  const guard = createConnectionGuard({ limits, isTls, elapsed: clock })
  let serial = 0
  /** Opens a connection, named by its address and a letter. Null if it was refused. */
  const open = (address: string, isProxy = false) => {
    const name = `${address}${String.fromCharCode(97 + serial++)}`
    return guard.opened({ address, isProxy, close: () => closed.push(name) })
  }
  const newcomers = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => open(`203.0.113.${from + index}`))
  return { guard, open, newcomers }
}

describe('of one address', () => {
  test('the oldest unknown one is closed for a new one, so that neighbours are not locked out', () => {
    const { open, guard } = guarded(false)
    for (let index = 0; index < 5; index++) expect(open('192.0.2.1')).not.toBeNull()
    expect(closed).toEqual(['192.0.2.1a', '192.0.2.1b'])
    expect(guard.size().open).toBe(3)
  })

  test('one with an open request is kept before one without', () => {
    const { open, guard } = guarded(false)
    const first = open('192.0.2.1')
    if (first) guard.requested(first)
    for (let index = 0; index < 3; index++) open('192.0.2.1')
    expect(closed).toEqual(['192.0.2.1b'])
  })

  test('no more are opened if all are known; other addresses are not affected', () => {
    const { open, guard } = guarded(false)
    for (let index = 0; index < 3; index++) {
      const connection = open('192.0.2.1')
      if (connection) guard.proved(connection)
    }
    expect(open('192.0.2.1')).toBeNull()
    expect(open('192.0.2.2')).not.toBeNull()
    expect(closed).toEqual([])
  })

  test('the addresses of one IPv6 network of 64 bits are one address', () => {
    const { open, guard } = guarded(false)
    for (let index = 1; index <= 5; index++) open(`2001:db8:0:1::${index}`)
    expect(guard.size().open).toBe(3)
    open('2001:db8:0:2::1')
    expect(guard.size().open).toBe(4)
  })

  test('a trusted proxy has no separate limit', () => {
    const { open, guard } = guarded(false)
    for (let index = 0; index < 6; index++) open('10.0.0.1', true)
    expect([guard.size().open, closed]).toEqual([6, []])
  })
})

describe('a full port', () => {
  test('on TLS, connections without a certificate never use the share of those with one', () => {
    const { guard, newcomers } = guarded(true)
    newcomers(20)
    expect(guard.size()).toEqual({ open: 6, unknown: 6, addresses: 6 })
  })

  test('on TLS, a new connection gets space for its handshake, and keeps it with a certificate', () => {
    const { guard, open, newcomers } = guarded(true)
    newcomers(20)
    const caller = open('192.0.2.1')
    expect(caller).not.toBeNull()
    if (caller) guard.secured(caller, true)
    newcomers(200, 30)
    expect(closed).not.toContain('192.0.2.1u')
    expect(guard.size()).toEqual({ open: 7, unknown: 6, addresses: 7 })
  })

  test('on TLS, callers with a certificate may use the whole port, at the cost of the others', () => {
    const { guard, newcomers } = guarded(true)
    for (let index = 0; index < 8; index++) {
      const [caller] = newcomers(1, index)
      if (caller) guard.secured(caller, true)
    }
    expect(guard.size()).toMatchObject({ open: 8, unknown: 0 })
    expect(newcomers(1, 99)).toEqual([null])
  })

  test('on TLS, a valid signature without a certificate keeps no connection', () => {
    const { guard, newcomers } = guarded(true)
    for (const connection of newcomers(6)) {
      if (connection) guard.secured(connection, false)
      if (connection) guard.proved(connection)
    }
    expect(newcomers(1, 99)).not.toEqual([null])
    expect(closed).toEqual(['203.0.113.0a'])
  })

  test('without TLS, a caller that has sent a valid call keeps its connection', () => {
    const { guard, open, newcomers } = guarded(false)
    const caller = open('192.0.2.1')
    if (caller) guard.proved(caller)
    newcomers(50)
    expect(closed).not.toContain('192.0.2.1a')
    expect(guard.size()).toMatchObject({ open: 8, unknown: 7 })
  })
})

describe('a connection that has sent no valid call', () => {
  test.each([false, true])('must send its headers within five seconds (TLS: %s)', (isTls) => {
    const { guard, open } = guarded(isTls)
    const connection = open('192.0.2.1')
    // The handshake has its own limit.
    clock.advance(isTls ? 9_000 : 0)
    guard.sweep()
    if (connection && isTls) guard.secured(connection, true)
    clock.advance(4_999)
    guard.sweep()
    expect(closed).toEqual([])
    clock.advance(1)
    guard.sweep()
    expect([closed, guard.size()]).toEqual([['192.0.2.1a'], { open: 0, unknown: 0, addresses: 0 }])
  })

  test('is not closed during a request, and closed ten seconds afterwards', () => {
    const { guard, open } = guarded(false)
    const connection = open('192.0.2.1')
    if (connection) guard.requested(connection)
    clock.advance(60_000)
    guard.sweep()
    if (connection) guard.answered(connection)
    clock.advance(9_999)
    guard.sweep()
    expect(closed).toEqual([])
    clock.advance(1)
    guard.sweep()
    expect(closed).toEqual(['192.0.2.1a'])
  })

  test('one with a valid call has the usual time', () => {
    const { guard, open } = guarded(false)
    const connection = open('192.0.2.1')
    if (connection) {
      guard.requested(connection)
      guard.proved(connection)
      guard.answered(connection)
    }
    clock.advance(60_000)
    guard.sweep()
    expect(closed).toEqual([])
  })
})

test('a connection that ended is no longer counted, however often its end is reported', () => {
  const { guard, open } = guarded(false)
  const [one, two] = [open('192.0.2.1'), open('192.0.2.1')]
  if (one) guard.closed(one)
  if (one) guard.closed(one)
  expect(guard.size()).toEqual({ open: 1, unknown: 1, addresses: 1 })
  if (two) guard.closed(two)
  expect(guard.size()).toEqual({ open: 0, unknown: 0, addresses: 0 })
})
