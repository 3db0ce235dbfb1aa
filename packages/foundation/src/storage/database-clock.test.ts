import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { clockSources, databaseNow, openDatabaseClock } from './database-clock.ts'

const startMs = Date.UTC(2026, 2, 15, 12)
const dayMs = 86_400_000

/** A machine and a database whose clocks are moved by hand. */
const machine = () => {
  const state = { wallMs: startMs, databaseMs: startMs, monotonicMs: 0, roundTripMs: 0, readings: 0 }
  const pass = (ms: number) => {
    state.wallMs += ms
    state.databaseMs += ms
    state.monotonicMs += ms
  }
  const lines: string[] = []
  const open = () =>
    openDatabaseClock(
      {
        wallMs: () => state.wallMs,
        monotonicMs: () => state.monotonicMs,
        readDatabaseMs: async () => {
          state.readings++
          pass(state.roundTripMs / 2)
          const ms = state.databaseMs
          pass(state.roundTripMs / 2)
          return ms
        },
      },
      (line) => lines.push(line),
    )
  return { state, pass, lines, open }
}

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('a process whose clock differs by more than 60 s from the database does not start, and says both times', async () => {
  for (const differenceMs of [60_001, -60_001, 500 * dayMs]) {
    const { state, open } = machine()
    state.wallMs += differenceMs
    await expect(open(), String(differenceMs)).rejects.toMatchObject({ code: 'clock_differs' })
    await expect(open()).rejects.toThrow(new Date(state.wallMs).toISOString())
    await expect(open()).rejects.toThrow(`${new Date(state.databaseMs).toISOString()}) differ by`)
    await expect(open()).rejects.toMatchObject({ code: 'clock_differs' })
  }
})

test('a process within 60 s starts, and its time is the time of the database', async () => {
  for (const differenceMs of [59_000, -59_000]) {
    const { state, pass, open } = machine()
    state.wallMs += differenceMs
    const clock = await open()
    pass(1_000)
    expect(clock.now()).toBe(startMs + 1_000)
    expect(clock.isTrusted()).toBe(true)
    clock.stop()
  }
})

test('where the two clocks agree, the time is read from the machine, without the noise of the network', async () => {
  const { state, open } = machine()
  state.wallMs += 20
  const clock = await open()
  expect(clock.now()).toBe(startMs + 20)
  clock.stop()
})

test('a clock that is set while the process runs is noticed at once, and does not move the time', async () => {
  const { state, pass, lines, open } = machine()
  const clock = await open()
  for (const jumpMs of [500 * dayMs, -500 * dayMs]) {
    state.wallMs += jumpMs
    expect(clock.isTrusted()).toBe(false)
    expect(clock.now()).toBe(state.databaseMs)
    await clock.check()
    await clock.check()
    pass(1_000)
    expect(clock.isTrusted()).toBe(false)
    expect(clock.now()).toBe(state.databaseMs)
    expect(lines.splice(0)).toEqual([expect.stringMatching(/differ by 43200000 s.*Calls are refused/)])
    state.wallMs -= jumpMs
    expect(clock.isTrusted()).toBe(false)
    await clock.check()
    expect(clock.isTrusted()).toBe(true)
    expect(lines.splice(0)).toEqual([expect.stringMatching(/agree again/)])
  }
  clock.stop()
})

test('a database whose clock is set makes no process move its own time', async () => {
  const { state, lines, open } = machine()
  const clock = await open()
  state.databaseMs += 500 * dayMs
  await clock.check()
  expect(clock.isTrusted()).toBe(false)
  expect(clock.now()).toBe(startMs)
  expect(lines).toHaveLength(1)
  clock.stop()
})

test('a slow round trip is not a wrong clock', async () => {
  const { state, lines, open } = machine()
  const clock = await open()
  state.wallMs += 50_000
  state.roundTripMs = 40_000
  await clock.check()
  expect(clock.isTrusted()).toBe(true)
  state.wallMs += 15_000
  await clock.check()
  expect(lines).toEqual([])
  // The same difference, measured well.
  state.roundTripMs = 10
  await clock.check()
  expect(clock.isTrusted()).toBe(false)
  clock.stop()
})

test('a wrong reading is confirmed by a second one', async () => {
  const { state, open } = machine()
  const clock = await open()
  const before = state.readings
  await clock.check()
  expect(state.readings - before).toBe(1)
  state.wallMs += 61_000
  await clock.check()
  expect(state.readings - before).toBe(3)
  clock.stop()
})

test('a machine that slept keeps calls waiting for one round trip, and has the right time again', async () => {
  const { state, lines, open } = machine()
  const clock = await open()
  state.wallMs += dayMs
  state.databaseMs += dayMs
  expect(clock.isTrusted()).toBe(false)
  await clock.check()
  expect(clock.isTrusted()).toBe(true)
  expect(clock.now()).toBe(startMs + dayMs)
  expect(lines).toEqual([])
  clock.stop()
})

test('the clock of a real database is read', async () => {
  const clock = await openDatabaseClock(clockSources(database.pool), () => {})
  expect(Math.abs((await databaseNow(database.pool)) - clock.now())).toBeLessThan(1_000)
  expect(Number.isInteger(clock.now())).toBe(true)
  clock.stop()
})
