import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import type pg from 'pg'

/** Measurements of this process, as lines of the Prometheus text format. */
export type ProcessMetrics = { text(): string; stop(): void }

const resolutionMs = 10
const nanosecondsInSecond = 1e9

/** The used counters of a pool. */
type PoolCounts = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>

/**
 * Memory, event-loop delay and database connections. The delay is measured since the last reading of the metrics,
 * minus the sampling interval.
 */
export const processMetrics = (pool: PoolCounts): ProcessMetrics => {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  return {
    text: () => {
      const { rss, heapUsed, external } = process.memoryUsage()
      const lines = [
        ...gauge('nani_process_resident_bytes', 'Memory of this process.', rss),
        ...gauge('nani_process_heap_bytes', 'JavaScript objects of this process.', heapUsed),
        ...gauge('nani_process_external_bytes', 'Memory outside of the heap, buffers included.', external),
        ...eventLoopDelay(delay),
        ...gauge('nani_database_connections', 'Open connections of the pool.', pool.totalCount),
        ...gauge('nani_database_connections_idle', 'Idle connections of the pool.', pool.idleCount),
        ...gauge('nani_database_waiting', 'Statements that wait for a connection.', pool.waitingCount),
      ]
      delay.reset()
      return lines.map((line) => `${line}\n`).join('')
    },
    stop: () => delay.disable(),
  }
}

const gauge = (name: string, help: string, value: number): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} gauge`,
  `${name} ${value}`,
]

const eventLoopDelay = (delay: IntervalHistogram): string[] => {
  const name = 'nani_event_loop_delay_seconds'
  const seconds = (nanoseconds: number) =>
    Math.max(0, nanoseconds / nanosecondsInSecond - resolutionMs / 1000).toFixed(6)
  return [
    `# HELP ${name} How late timers fired since the last reading.`,
    `# TYPE ${name} gauge`,
    `${name}{quantile="0.5"} ${seconds(delay.percentile(50))}`,
    `${name}{quantile="0.99"} ${seconds(delay.percentile(99))}`,
    `${name}{quantile="1"} ${seconds(delay.max)}`,
  ]
}
