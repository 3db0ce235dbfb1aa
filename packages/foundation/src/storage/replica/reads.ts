import type pg from 'pg'
import { errorLine } from '../../core/index.ts'
import { isDriverFault } from '../database-fault.ts'
import { createFreshness } from './freshness.ts'

/** What the reads need in addition to the two pools. Tests pass a clock of their own. */
export type ReadsOptions = {
  /** A read has everything that was committed longer ago. */
  maxLagMs: number
  /** It counts milliseconds, and no process can set it. */
  monotonicMs(): number
  /** Called when the replica is used, and when it is used no more. */
  onChange(line: string): void
}

export type Reads = {
  /** The pool of the primary, whose statements outside a transaction run on the replica while it is fresh. */
  pool: pg.Pool
  /** Null: there is no replica. */
  isFresh: (() => boolean) | null
  /** Compares the replica with the primary. Until the first comparison all reads use the primary. */
  compare(): Promise<void>
  close(): Promise<void>
}

export const readsOfPrimary = (pool: pg.Pool): Reads => ({
  pool,
  isFresh: null,
  compare: async () => {},
  close: async () => {},
})

/** A statement with a time limit of its own belongs to a call. It must not wait long for a replica that hangs. */
const maxOfCallMs = 1_000

/** Limits of the pool of the replica. They are short, because the primary answers what the replica does not. */
export const replicaLimits = { connectionTimeoutMs: 500, statementTimeoutMs: 5_000 }

/**
 * Reads that may be without the newest commits, and only those: the register for calls, the access log and reports. A
 * statement that the replica cannot answer runs again on the primary, so that a replica that stops causes no error.
 */
export const openReads = (primary: pg.Pool, replica: pg.Pool, options: ReadsOptions): Reads => {
  const freshness = createFreshness(primary, replica, options)
  let wasFresh = false
  const tell = (why: string) => {
    const isFresh = freshness.isFresh()
    if (isFresh !== wasFresh)
      options.onChange(isFresh ? 'the replica is used' : `the replica is not used: ${why}`)
    wasFresh = isFresh
  }
  const query = async (...parameters: unknown[]): Promise<unknown> => {
    const onPrimary = () => (primary.query as (...all: unknown[]) => unknown)(...parameters)
    if (!freshness.isFresh() || typeof parameters.at(-1) === 'function') return onPrimary()
    try {
      return await (replica.query as (...all: unknown[]) => unknown)(...shortened(parameters))
    } catch (error) {
      const failure = failureOf(error)
      if (failure === 'of the statement') throw error
      if (failure === 'of the replica') {
        freshness.end()
        tell(errorLine(error))
      }
      return onPrimary()
    }
  }
  // A transaction is on the primary.
  const pool: pg.Pool = Object.create(primary, {
    query: { value: query },
    connect: { value: primary.connect.bind(primary) },
  })
  return {
    pool,
    isFresh: freshness.isFresh,
    async compare() {
      try {
        await freshness.compare()
        tell('its lag exceeds the maximum')
      } catch (error) {
        tell(errorLine(error))
      }
    },
    close: () => replica.end(),
  }
}

/** A standby refuses what writes, and cancels a read that is in the way of its replay. It answers the next read. */
const isOfStandby = /^(?:25006|40001)$/
/** The connection is lost or refused (08, 57P), or our own limit cancelled the statement (57014). */
const isOfReplica = /^(?:08...|53300|57P0[1-5]|57014|E[A-Z_]+)$/

const failureOf = (error: unknown): 'of the standby' | 'of the replica' | 'of the statement' => {
  if (!(error instanceof Error)) return 'of the statement'
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string') return isDriverFault(error) ? 'of the replica' : 'of the statement'
  if (isOfStandby.test(code)) return 'of the standby'
  return isOfReplica.test(code) ? 'of the replica' : 'of the statement'
}

const shortened = ([first, ...others]: unknown[]): unknown[] => {
  const limit = (first as { query_timeout?: number }).query_timeout
  if (limit === undefined) return [first, ...others]
  return [{ ...(first as object), query_timeout: Math.min(limit, maxOfCallMs) }, ...others]
}
