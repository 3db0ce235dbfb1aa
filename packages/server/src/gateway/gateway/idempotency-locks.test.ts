import { randomUUID } from 'node:crypto'
import { manualClock } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { testApplication } from '../../testing/application.ts'
import { createAdmit, lockLeaseMs } from './admit.ts'
import { createLockReleases } from './idempotency-locks.ts'

/** A database that is away until it is mended, and lists the locks that it was asked to release. */
const breakablePool = () => {
  const state = { away: true, ended: false, asked: 0, released: [] as string[] }
  const query = async ({ name, values }: { name: string; values: string[] }) => {
    state.asked++
    if (state.away) throw new Error('Connection terminated')
    if (name === 'release-lock') state.released.push(values[2] as string)
    return { rows: [] }
  }
  return { state, pool: Object.assign(state, { query }) as unknown as pg.Pool }
}

const begin = () => {
  const { state, pool } = breakablePool()
  const clock = manualClock(0)
  const pauses: (() => void)[] = []
  const pause = () => new Promise<void>((resolve) => pauses.push(resolve))
  const releases = createLockReleases({ pool, clock, pause, log: () => {} })
  const newLock = () => ({ applicationId: 'app_1', key: randomUUID(), token: randomUUID() })
  const nextTry = async () => {
    await expect.poll(() => pauses.length).toBeGreaterThan(0)
    pauses.shift()?.()
  }
  return { state, pool, clock, pauses, releases, newLock, nextTry }
}

test('locks that could not be released are released when the database is back, by one loop', async () => {
  const { state, releases, newLock, nextTry, pauses } = begin()
  const locks = [newLock(), newLock(), newLock()]
  for (const one of locks) await releases.release(one)
  expect(pauses).toHaveLength(1)
  await nextTry()
  await expect.poll(() => state.asked).toBe(4)
  state.away = false
  await nextTry()
  await expect.poll(() => state.released).toEqual(locks.map((one) => one.token))
  expect(pauses).toHaveLength(0)
})

test('past its lease a lock is left to its lapse', async () => {
  const { state, releases, newLock, nextTry, clock } = begin()
  await releases.release(newLock())
  clock.advance(lockLeaseMs)
  const later = newLock()
  await releases.release(later)
  state.away = false
  await nextTry()
  await expect.poll(() => state.released).toEqual([later.token])
})

test('when the pool has ended nothing is tried any more', async () => {
  const { state, releases, newLock, nextTry, pauses } = begin()
  await releases.release(newLock())
  state.ended = true
  await nextTry()
  await expect.poll(() => state.asked).toBe(2)
  expect(pauses).toHaveLength(0)
})

test('an admission whose answer was lost may have a lock, which is released too', async () => {
  const { state, pool, clock, releases, nextTry } = begin()
  const admit = createAdmit({ pool, clock, releaseLater: releases.releaseLater })
  const asked = admit({
    application: testApplication(),
    nonce: randomUUID(),
    timestampMs: 0,
    countsTowardsBurst: true,
    idempotency: { key: randomUUID(), fingerprint: Buffer.alloc(32) },
    wantsLock: true,
    usesQuotaOf: null,
  })
  await expect(asked).rejects.toThrow('Connection terminated')
  state.away = false
  await nextTry()
  await expect.poll(() => state.released).toHaveLength(1)
})
