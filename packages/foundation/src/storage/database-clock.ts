import type pg from 'pg'
import { type Clock, Refusal, singleFlight } from '../core/index.ts'

/*
 * One wrong clock must not decide what is deleted, or which calls are accepted. The time of this process is the time
 * of the database, carried on by the monotonic clock of the process: setting the clock of the machine does not move it.
 * The clock of the machine is only compared with it.
 */

/** How far the clock of a process may differ from the clock of the database. */
export const maxDifferenceMs = 60_000
const checkEveryMs = 5_000
/** Two clocks that agree this well are the same clock: what is left is noise of the network. */
const noiseMs = 50
/** A slower reading does not move the time. */
const maxUncertaintyMs = 1_000

export type DatabaseClock = Clock & {
  /** False while the clock of this process is wrong: no call may be accepted, and nothing may be deleted. */
  isTrusted(): boolean
  /** Compares the clocks now. Only one comparison runs at a time. */
  check(): Promise<void>
  stop(): void
}

export type ClockSources = {
  /** The clock of the database, in ms since 1970. */
  readDatabaseMs(): Promise<number>
  /** The clock of the machine, in ms since 1970. It can be set while the process runs. */
  wallMs(): number
  /** It counts milliseconds, and no process can set it. */
  monotonicMs(): number
}

type Reading = { databaseMs: number; wallMs: number; monotonicMs: number; uncertaintyMs: number }

/** All values belong to the end of the query; the database was read in the middle of it, give or take. */
const read = async (sources: ClockSources): Promise<Reading> => {
  const startedMs = sources.monotonicMs()
  const readMs = await sources.readDatabaseMs()
  const monotonicMs = sources.monotonicMs()
  const uncertaintyMs = (monotonicMs - startedMs) / 2
  return { databaseMs: readMs + uncertaintyMs, wallMs: sources.wallMs(), monotonicMs, uncertaintyMs }
}

/** A slow query is given the benefit of the doubt. */
const differs = ({ databaseMs, wallMs, uncertaintyMs }: Reading): boolean =>
  Math.abs(wallMs - databaseMs) - uncertaintyMs > maxDifferenceMs

const agrees = ({ databaseMs, wallMs, uncertaintyMs }: Reading): boolean =>
  Math.abs(wallMs - databaseMs) + uncertaintyMs <= maxDifferenceMs

/** A point that time is counted from. The machine's clock is read without noise, where it is the same clock. */
const anchorAt = ({ databaseMs, wallMs, monotonicMs, uncertaintyMs }: Reading) => ({
  atMs: Math.abs(wallMs - databaseMs) <= Math.max(noiseMs, uncertaintyMs) ? wallMs : databaseMs,
  monotonicMs,
})

const instant = (ms: number): string => new Date(ms).toISOString()

const difference = ({ wallMs, databaseMs }: Reading): string =>
  `The clock of this process (${instant(wallMs)}) and the clock of the database (${instant(databaseMs)}) ` +
  `differ by ${Math.round(Math.abs(wallMs - databaseMs) / 1000)} s. The maximum is ${maxDifferenceMs / 1000} s.`

/**
 * Opens the clock of this process.
 * @throws {Refusal} `clock_differs`, when two readings in a row show that the clock of the process or of the database is wrong.
 */
export const openDatabaseClock = async (
  sources: ClockSources,
  log: (line: string) => void,
): Promise<DatabaseClock> => {
  // The first query also opens a connection, which makes it slow.
  await sources.readDatabaseMs()
  let first = await read(sources)
  if (differs(first)) first = await read(sources)
  if (differs(first)) throw new Refusal('clock_differs', difference(first))
  let anchor = anchorAt(first)
  let trusted = true

  const now = () => Math.floor(anchor.atMs + sources.monotonicMs() - anchor.monotonicMs)

  const accept = (reading: Reading) => {
    if (reading.uncertaintyMs <= maxUncertaintyMs) anchor = anchorAt(reading)
    if (trusted) return
    trusted = true
    log('The clocks of this process and of the database agree again. Calls are accepted.')
  }

  const compare = async () => {
    let reading = await read(sources)
    if (differs(reading)) reading = await read(sources)
    if (agrees(reading)) accept(reading)
    if (!differs(reading) || !trusted) return
    trusted = false
    log(
      `${difference(reading)} Calls are refused, and nothing is deleted, until they agree. ` +
        'Set the clock that is wrong, for example with NTP.',
    )
  }

  const check = singleFlight(compare)

  // A database that does not answer says nothing about the clock; its own errors are logged elsewhere.
  const checkQuietly = () => void check().catch(() => {})
  const timer = setInterval(checkQuietly, checkEveryMs)
  timer.unref()

  return {
    now,
    isTrusted() {
      // A jump is noticed at once, also one in the time between two comparisons.
      const jumped = Math.abs(sources.wallMs() - now()) > maxDifferenceMs
      if (jumped) checkQuietly()
      return trusted && !jumped
    },
    check,
    stop: () => clearInterval(timer),
  }
}

export const clockSources = (pool: pg.Pool): ClockSources => ({
  readDatabaseMs: () => databaseNow(pool),
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
})

/** What the database says the time is, in ms since 1970. Whatever deletes rows takes the time from here. */
export const databaseNow = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ ms: number }>(
    'select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  )
  return rows[0]?.ms as number
}
