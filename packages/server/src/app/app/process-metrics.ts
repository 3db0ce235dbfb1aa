import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type GaugeOf, type RegisterMetrics, registerGauges } from '@nani/foundation/platform/index.ts'
import type pg from 'pg'

/** Measurements of this process. */
export type ProcessMetrics = { register: RegisterMetrics; stop(): void }

const resolutionMs = 10
const nanosecondsInSecond = 1e9

/** The used counters of a pool. */
type PoolCounts = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>

type Reading = { memory: NodeJS.MemoryUsage; pools: readonly PoolCounts[]; delays: Record<string, number> }

const single = (name: string, help: string, of: (reading: Reading) => number): GaugeOf<Reading> => ({
  ...{ name, help },
  of: (reading) => [{ value: of(reading) }],
})

/** Of the databases of this process. */
const sumOf =
  (name: keyof PoolCounts) =>
  ({ pools }: Reading): number =>
    pools.reduce((sum, pool) => sum + pool[name], 0)

const gauges: readonly GaugeOf<Reading>[] = [
  single('nani_process_resident_bytes', 'Memory of this process.', ({ memory }) => memory.rss),
  single('nani_process_heap_bytes', 'JavaScript objects of this process.', ({ memory }) => memory.heapUsed),
  single(
    'nani_process_external_bytes',
    'Memory outside of the heap, buffers included.',
    ({ memory }) => memory.external,
  ),
  single('nani_database_connections', 'Open connections of the pools.', sumOf('totalCount')),
  single('nani_database_connections_idle', 'Idle connections of the pools.', sumOf('idleCount')),
  single('nani_database_waiting', 'Statements that wait for a connection.', sumOf('waitingCount')),
  {
    name: 'nani_event_loop_delay_seconds',
    help: 'How late timers fired since the last reading.',
    labels: ['quantile'],
    of: ({ delays }) => Object.entries(delays).map(([quantile, value]) => ({ value, labels: { quantile } })),
  },
]

/**
 * Memory, event-loop delay and database connections. The delay is measured since the last reading of the metrics,
 * minus the sampling interval.
 */
export const processMetrics = (pools: readonly PoolCounts[]): ProcessMetrics => {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  const seconds = (nanoseconds: number) =>
    Math.max(0, nanoseconds / nanosecondsInSecond - resolutionMs / 1_000)
  const read = async (): Promise<Reading> => {
    const delays = {
      '0.5': seconds(delay.percentile(50)),
      '0.99': seconds(delay.percentile(99)),
      '1': seconds(delay.max),
    }
    delay.reset()
    return { memory: process.memoryUsage(), pools, delays }
  }
  return { register: registerGauges(read, gauges), stop: () => delay.disable() }
}
