/*
 * npm run bench:soak: ten minutes of mixed calls at a steady rate. It prints memory, event-loop delay, latency,
 * connections and the growth of each table per call. It fails when one of them rises over the second half of the run,
 * when an operation is refused, or when the machine does not keep the rate.
 *
 *   --minutes 10     length of the run; --rate 60   operations a second; --concurrency 16
 *
 * A run of a few minutes shows that the command works. Its slopes have no meaning.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readRunningDatabase } from '@nani/foundation/embedded-postgres/index.ts'
import { Nani } from '@nani/sdk'
import pg from 'pg'
import { freePort } from '../testing/machine/free-port.ts'
import { startProduct } from './kyc/processes.ts'
import { type Reading, takeReading } from './soak/reading.ts'
import { judgeSlope, median, type Point, type Tolerance } from './soak/slope.ts'
import { newTraffic, sendTraffic, type Traffic } from './soak/traffic.ts'

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    rate: { type: 'string', default: '60' },
    concurrency: { type: 'string', default: '16' },
  },
})
const totalMs = Number(options.minutes) * 60_000
const intervalMs = Math.max(2_000, totalMs / 60)
const megabyte = 1024 * 1024

const latencyName = 'latency_p50_seconds'
/** Below this share of the rate, the load is the maximum of the machine, and its waits say nothing about a leak. */
const leastRate = 0.95

/** Quantities that may rise in the second half of the run without a leak. */
const tolerances: Record<string, Tolerance> = {
  nani_process_resident_bytes: { share: 0.05, absolute: 16 * megabyte },
  nani_process_heap_bytes: { share: 0.1, absolute: 16 * megabyte },
  nani_process_external_bytes: { share: 0.1, absolute: 16 * megabyte },
  'nani_event_loop_delay_seconds{quantile="0.99"}': { share: 0.5, absolute: 0.02 },
  nani_database_waiting: { share: 0.5, absolute: 2 },
  [latencyName]: { share: 0.5, absolute: 0.02 },
  connections: { share: 0.1, absolute: 2 },
}
/** A table may grow with each call, but at a constant rate. */
const tableTolerance: Tolerance = { share: 0.25, absolute: 64 }
/** Tables grow by several pages at once, so that less than this in a quarter of the run is no slope. */
const leastTableGrowth = 0.5 * megabyte

const show = (name: string, value: number): string => {
  if (name.endsWith('bytes')) return `${(value / megabyte).toFixed(1)} MB`
  return name.includes('seconds') ? `${(value * 1000).toFixed(1)} ms` : value.toFixed(1)
}

const judgeQuantities = (readings: Reading[]): string[] => {
  const failures: string[] = []
  console.log('\nquantity'.padEnd(56), 'median'.padStart(12), 'rise'.padStart(12), 'allowed'.padStart(12))
  for (const [name, tolerance] of Object.entries(tolerances)) {
    const points: Point[] = readings.map(({ atSeconds, values }) => ({
      atSeconds,
      value: values.get(name) ?? Number.NaN,
    }))
    const verdict = judgeSlope(points, tolerance)
    console.log(
      name.padEnd(55),
      ...[verdict.median, verdict.rise, verdict.allowed].map((value) => show(name, value).padStart(12)),
    )
    if (verdict.failed || Number.isNaN(verdict.rise)) failures.push(name)
  }
  return failures
}

/** Growth per operation, in the third and in the last quarter of the run. */
const judgeTables = (readings: Reading[], counts: number[]): string[] => {
  const failures: string[] = []
  const half = readings.length >> 1
  const operations = (from: number, to: number) => Math.max(1, (counts[to] ?? 0) - (counts[from] ?? 0))
  const growth = (name: string, from: number, to: number) =>
    ((readings[to]?.values.get(name) ?? 0) - (readings[from]?.values.get(name) ?? 0)) / operations(from, to)
  const absolute = Math.max(tableTolerance.absolute, leastTableGrowth / operations(half, readings.length - 1))
  console.log('\nbytes per operation'.padEnd(56), 'earlier'.padStart(12), 'later'.padStart(12))
  const names = [...(readings.at(-1)?.values.keys() ?? [])].filter((name) => name.startsWith('table '))
  for (const name of names.toSorted()) {
    const earlier = growth(name, 0, half)
    const later = growth(name, half, readings.length - 1)
    if (Math.max(earlier, later) < 1) continue
    console.log(name.padEnd(55), earlier.toFixed(0).padStart(12), later.toFixed(0).padStart(12))
    if (later - earlier > Math.max(absolute, earlier * tableTolerance.share))
      failures.push(`${name}: growth per operation rises`)
  }
  return failures
}

const dataDir = await mkdtemp(join(tmpdir(), 'nani-soak-'))
const metricsPort = await freePort()
process.env.NANI_METRICS_PORT = String(metricsPort)
process.env.NANI_FACE_WORKERS ??= '0'
const product = await startProduct(dataDir)
const pool = new pg.Pool({
  connectionString: (await readRunningDatabase(dataDir))?.owner,
  max: 1,
})
const nani = new Nani({
  baseUrl: product.credentials.base_url,
  apiKey: product.credentials.api_key,
  secretKey: product.credentials.secret_key,
  payloadEncryptionKey: product.credentials.payload_encryption_key,
})
let failures: string[] = []
const stop = new AbortController()
try {
  const startedAt = performance.now()
  const readings: Reading[] = []
  const counts: number[] = []
  let traffic: Traffic = newTraffic()
  let total = 0
  const refused = new Map<string, number>()
  const sending = sendTraffic(
    nani,
    { perSecond: Number(options.rate), maxConcurrent: Number(options.concurrency) },
    () => traffic,
    stop.signal,
  )
  while (performance.now() - startedAt < totalMs) {
    await new Promise((resolve) => setTimeout(resolve, intervalMs))
    const reading = await takeReading(`http://127.0.0.1:${metricsPort}/metrics`, pool, startedAt)
    const { calls, latenciesMs } = traffic
    for (const [code, count] of traffic.refused) refused.set(code, (refused.get(code) ?? 0) + count)
    traffic = newTraffic()
    total += calls
    reading.values.set(latencyName, median(latenciesMs) / 1000)
    readings.push(reading)
    counts.push(total)
    console.log(
      `${reading.atSeconds.toFixed(0).padStart(5)} s  ${total} operations, p50 ${median(latenciesMs).toFixed(1)} ms, ` +
        `memory ${show('bytes', reading.values.get('nani_process_resident_bytes') ?? 0)}, ` +
        `loop p99 ${show('seconds', reading.values.get('nani_event_loop_delay_seconds{quantile="0.99"}') ?? 0)}, ` +
        `connections ${reading.values.get('connections')}`,
    )
  }
  stop.abort()
  await sending
  // The first half warms caches, pools and the compiler.
  const from = readings.length >> 1
  failures = [
    ...judgeQuantities(readings.slice(from)),
    ...judgeTables(readings.slice(from), counts.slice(from)),
  ]
  console.log(`\n${total} operations; refused: ${JSON.stringify(Object.fromEntries(refused))}`)
  if (refused.size > 0) failures.push('some operations were refused')
  const rate = total / (totalMs / 1000)
  if (rate < leastRate * Number(options.rate))
    failures.push(
      `only ${rate.toFixed(1)} of ${options.rate} operations a second: repeat it with a lower --rate`,
    )
} finally {
  // A run that fails leaves no traffic behind, which would keep the process alive.
  stop.abort()
  await pool.end()
  await nani.close()
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })
}
console.log(failures.length === 0 ? 'No slope.' : `Slopes:\n  ${failures.join('\n  ')}`)
process.exitCode = failures.length === 0 ? 0 : 1
