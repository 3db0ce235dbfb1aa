/**
 * npm run bench:cells — what the callers of a cell notice while another cell does not answer.
 *
 * The product has home and a cell on one PostgreSQL, and another cell on a second one. Callers of both cells make calls all the time. The
 * second PostgreSQL is stopped (SIGSTOP) and goes on; then it is killed (SIGKILL) and starts again by itself. It prints the p99 of the
 * callers of the first cell in each phase, next to that of the phases without a fault. It fails if the p99 is more than 1.3 times
 * as high, if a call of the first cell is refused, or if a call that was answered is not in the database of the second cell.
 *
 * --population 10000; --seconds 15 of a phase; --concurrency 16 of each cell; --rounds 3
 */
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { writePopulation } from '@nani/server/register/synthetic-data/index.ts'
import { signalAll } from '../testing/logical-server.ts'
import type { CopyingServer } from './kyc/copying-server.ts'
import type { LoadOrder, LoadReport } from './kyc/load.ts'
import { applyLoad } from './kyc/processes.ts'
import { median } from './kyc/turns.ts'
import { startWithCells } from './kyc/with-cells.ts'

const { values } = parseArgs({
  options: {
    population: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '15' },
    concurrency: { type: 'string', default: '16' },
    rounds: { type: 'string', default: '3' },
  },
})
const [population, seconds, concurrency, rounds] = [
  ...[values.population, values.seconds, values.concurrency, values.rounds].map(Number),
] as [number, number, number, number]
const maxRatio = 1.3
/** More than a cell answers in a phase. They are signed before the phase. */
const callsOfPhase = seconds * 2_000
/** A caller that is refused waits, as `retry_after` asks it to. */
const waitMs = 1_000
const faultAfterMs = (seconds * 1_000) / 5

/** What happens to the server of the second cell. */
type Fault = {
  name: string
  begin?(server: CopyingServer): Promise<void>
  end?(server: CopyingServer): Promise<void>
}

const signal = async (server: CopyingServer, name: NodeJS.Signals) => signalAll(await server.readPid(), name)
const none: Fault = { name: 'none' }
const faults: readonly Fault[] = [
  none,
  {
    name: 'stopped',
    begin: (server) => signal(server, 'SIGSTOP'),
    end: (server) => signal(server, 'SIGCONT'),
  },
  { name: 'killed', begin: (server) => signal(server, 'SIGKILL') },
]

const withCells = await startWithCells({
  ...{ hasRegister: false, given: null, connections: 11, lastIsApart: true },
})
let isMissed = false
try {
  const { platform, callers, cellPools, lastServer, whenServed } = withCells
  const [first, second] = callers
  const lastPool = cellPools.at(-1)
  if (!first || !second || !lastPool || !lastServer)
    throw new Error('the second cell has no server of its own')
  const { registerPool: pool, vaultFor } = platform
  await writePopulation({ pool, vault: vaultFor('files'), count: population, seed: 'bench', view: 'both' })
  const { rows } = await pool.query<{ svc_id: string }>(
    'select svc_id from citizens order by random() limit 5000',
  )
  const bodies = rows.map(({ svc_id: value }) => ({
    ...{ identifier: { type: 'svc_id', value }, purpose: 'customer_onboarding' },
  }))
  const order = (credentials: LoadOrder['credentials']): LoadOrder => ({
    ...{ credentials, bodies, target: '/v1/kyc/validations', calls: callsOfPhase },
    ...{ concurrency, seconds, waitMs },
  })
  let acknowledged = 0
  /** Calls of both cells, and a fault of the second one a moment later. `end` ends the fault, after the calls of the first cell. */
  const phase = async ({ begin, end }: Fault): Promise<LoadReport> => {
    const starts = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
    const ofFirst = applyLoad(order(first.credentials), starts[0].resolve)
    const ofSecond = applyLoad(order(second.credentials), starts[1].resolve)
    await Promise.all(starts.map(({ promise }) => promise))
    await setTimeout(faultAfterMs)
    await begin?.(lastServer)
    const report = await ofFirst
    await end?.(lastServer)
    const { calls, failed } = await ofSecond
    acknowledged += calls - failed
    const recovering = performance.now()
    await whenServed()
    const recoveredMs = performance.now() - recovering
    console.log(
      `    ${report.calls} calls of the first cell, ${report.failed} refused; ${calls} of the second one, ${failed} refused; served again after ${(recoveredMs / 1_000).toFixed(1)} s`,
    )
    return report
  }
  const reports = new Map<Fault, LoadReport[]>(faults.map((fault) => [fault, []]))
  for (const fault of [none, ...Array.from({ length: rounds }, () => faults).flat()]) {
    console.log(`  ${fault.name}`)
    reports.get(fault)?.push(await phase(fault))
  }
  const [base, ...others] = faults.map((fault) => {
    const ofFault = reports.get(fault)?.slice(fault === none ? 1 : 0) ?? []
    return {
      name: fault.name,
      p50: median(ofFault.map(({ p50Ms }) => p50Ms)),
      p99: median(ofFault.map(({ p99Ms }) => p99Ms)),
      refused: ofFault.reduce((total, { failed }) => total + failed, 0),
    }
  })
  for (const { name, p50, p99, refused } of [base, ...others].filter((one) => one !== undefined)) {
    const ratio = p99 / (base?.p99 ?? 0)
    console.log(
      `  ${name.padEnd(24)} p50 ${p50.toFixed(1)} ms   p99 ${p99.toFixed(1)} ms   ${ratio.toFixed(2)} of none   refused ${refused}`,
    )
    isMissed ||= ratio > maxRatio || refused > 0
  }
  const { rows: stored } = await lastPool.query<{ calls: number }>(
    'select count(*)::integer as calls from results',
  )
  console.log(`  the second cell: ${acknowledged} calls were answered, and ${stored[0]?.calls} are stored`)
  isMissed ||= (stored[0]?.calls ?? 0) < acknowledged
} finally {
  await withCells.stop()
}
if (isMissed) process.exitCode = 1
