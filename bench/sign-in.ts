/*
 * npm run bench:sign-in — complete sign-ins per second, from authorize to userinfo, next to `oidc-provider` on the same
 * PostgreSQL in the same run. An extra request identifies and approves in the place of the form and the phone. The
 * second line is the same with the page and its form. The client runs in its own thread.
 *
 * The rates of a server depend on how many sign-ins run at once. Each number is measured for all, and the highest rates
 * are compared as well.
 *
 *   --loops 6000       sign-ins of one run; --rounds 2; --concurrency 16,64,256
 *   --approvals 400    then the time from an approval until the redirect, on two processes; 0: not measured
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { startEmbeddedPostgres } from '@nani/foundation/embedded-postgres/index.ts'
import { openPlatform } from '@nani/foundation/platform/index.ts'
import { readConfig } from '@nani/server/app/app/index.ts'
import { cpuTimeMs } from './cpu-time.ts'
import { measureApprovals } from './sign-in/approval-time.ts'
import type { Contestant, LoopOrder, LoopReport } from './sign-in/contestant.ts'
import { openLibrary } from './sign-in/library.ts'
import { openProduct } from './sign-in/product.ts'

const { values } = parseArgs({
  options: {
    loops: { type: 'string', default: '6000' },
    rounds: { type: 'string', default: '2' },
    concurrency: { type: 'string', default: '16,64,256' },
    approvals: { type: 'string', default: '400' },
  },
})
const [loops, rounds, approvals] = [values.loops, values.rounds, values.approvals].map(Number) as [
  number,
  number,
  number,
]
const levels = values.concurrency.split(',').map(Number)
/** Before it the compiler of JavaScript is still at work, in each of the servers. */
const warmUpLoops = 1_500

type Load = { count: number; concurrency: number }

const apply = ({ stop: _, ...contestant }: Contestant, { count, concurrency }: Load): Promise<LoopReport> =>
  new Promise((resolve, reject) => {
    const order: LoopOrder = { ...contestant, loops: count, concurrency }
    const worker = new Worker(new URL('./sign-in/run-loops.ts', import.meta.url), { workerData: order })
    worker.once('message', resolve)
    worker.once('error', reject)
  })

/** CPU time of a sign-in: of the server without the client, and of the database. */
type CpuTimes = { serverMs: number; databaseMs: number }

const applyMeasured = async (contestant: Contestant, concurrency: number): Promise<LoopReport & CpuTimes> => {
  const before = cpuTimeMs(process.pid)
  const report = await apply(contestant, { count: loops, concurrency })
  const after = cpuTimeMs(process.pid)
  return {
    ...report,
    serverMs: (after.own - before.own - report.cpuMs) / report.loops,
    databaseMs: (after.started - before.started) / report.loops,
  }
}

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

/** The median rate of each contestant, in their order. */
const measure = async (contestants: readonly Contestant[], concurrency: number): Promise<number[]> => {
  const reports = new Map<string, (LoopReport & CpuTimes)[]>(contestants.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++)
    for (const contestant of contestants)
      reports.get(contestant.name)?.push(await applyMeasured(contestant, concurrency))
  console.log(`${concurrency} at a time:`)
  const rates = [...reports].map(([name, all]) => {
    const of = (value: (report: LoopReport & CpuTimes) => number) => median(all.map(value))
    const rate = of((report) => report.loops / report.seconds)
    const [p50, p99] = [of(({ p50Ms }) => p50Ms), of(({ p99Ms }) => p99Ms)]
    const [server, database] = [of(({ serverMs }) => serverMs), of(({ databaseMs }) => databaseMs)]
    const failed = all.reduce((sum, report) => sum + report.failed, 0)
    console.log(
      `  ${name.padEnd(18)} ${rate.toFixed(0).padStart(5)} sign-ins/s   p50 ${p50.toFixed(1)} ms   p99 ${p99.toFixed(1)} ms   failed ${failed}`,
    )
    console.log(`    CPU of one: server ${server.toFixed(2)} ms, database ${database.toFixed(2)} ms`)
    return rate
  })
  console.log(`  ${ratio(rates[0], rates[2])} of the rate of oidc-provider`)
  return rates
}

const ratio = (ours = 0, theirs = 1): string => (ours / theirs).toFixed(2)

const measureLevels = async (contestants: readonly Contestant[]) => {
  for (const contestant of contestants) await apply(contestant, { count: warmUpLoops, concurrency: 16 })
  const rates: number[][] = []
  for (const concurrency of levels) rates.push(await measure(contestants, concurrency))
  const highest = contestants.map((_, index) => Math.max(...rates.map((level) => level[index] ?? 0)))
  console.log(`the highest rates: ${ratio(highest[0], highest[2])} of the rate of oidc-provider`)
}

const dataDir = await mkdtemp(join(tmpdir(), 'nani-bench-sign-in-'))
const config = readConfig({
  ...{
    NANI_DATA_DIR: dataDir,
    NANI_SANDBOX_PORT: '0',
    NANI_PRODUCTION_PORT: '0',
    NANI_CITIZEN_PORT: '0',
    NANI_CONSOLE_PORT: '0',
    NANI_DESK_PORT: '0',
    NANI_FACE_WORKERS: '0',
    // The client sends an address of its own with each sign-in, because one address is limited.
    NANI_TRUSTED_PROXIES: '127.0.0.1',
  },
  NANI_DEMO: '0',
})
try {
  // A command creates no installation, and this measurement needs a new one.
  const { urls, stop } = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const platform = await openPlatform(config, urls, () => {})
  const product = await openProduct(platform, config)
  const library = await openLibrary(platform.pool, platform.ownerPool, product.citizens)
  console.log(`${loops} sign-ins in each of ${rounds} rounds; medians:`)
  await measureLevels([product, { ...product, name: 'with page and form', kind: 'pages' }, library])
  await library.stop()
  if (approvals > 0) await measureApprovals(product, { dataDir, urls, count: approvals })
  await product.stop()
  await platform.close()
  await stop()
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
process.exit(0)
