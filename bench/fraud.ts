/*
 * npm run bench:fraud — from the decision on a fraud case until other organizations are warned, on two processes.
 *
 * Two processes of the product serve one database. An organization reports a fraud. An investigator confirms the case at the
 * desk, as `nani cases decide` does, in a third process. Measured in each round:
 *   - the decision: the whole transaction of the act, with its timeline, network, events and audit entry;
 *   - visibility: from the call of the decision until a screening by another organization has the case, on each process;
 *   - alerts: from the call of the decision until the alert of a monitored subject can be read;
 *   - a single commit: one inserted row in the same database, measured in the same round.
 * A supervisor then reopens the case, and the time until a screening no longer has it is measured in the same way.
 *
 *   --rounds 100
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readRunningDatabase } from '@nani/foundation/embedded-postgres/index.ts'
import { openPlatform, type Platform } from '@nani/foundation/platform/index.ts'
import type { DatabaseUrls } from '@nani/foundation/storage/index.ts'
import type { Nani } from '@nani/sdk'
import { readConfig } from '@nani/server/app/app/index.ts'
import { createDueAnnouncer } from '@nani/server/calls/webhooks/index.ts'
import {
  type Desk,
  decideProposal,
  openDesk,
  proposeDecision,
  reopenFraudCase,
  startFraudCase,
} from '@nani/server/services/fraud/index.ts'
import { clientOf, demoOf } from './demo-client.ts'
import { type Running, startProduct } from './kyc/processes.ts'
import { atMost, type Figure, figure, quantile } from './screening/figures.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '100' } } })
const rounds = Number(values.rounds)
const warmUp = 5
const maxMs = 1_000
const patienceMs = 30_000

/** Polls without a pause until the condition holds. Returns the time of the reply that fulfilled it. */
const until = async (condition: () => Promise<boolean>): Promise<number> => {
  for (const startMs = performance.now(); ; ) {
    if (await condition()) return performance.now()
    if (performance.now() - startMs > patienceMs) throw new Error('the decision was not seen in time')
    await pause(1)
  }
}

const syllables = 'ba ki do lu me sa fi ro nge tsho vu pa zi wo ya mbu'.split(' ')
const word = () => {
  const text = Array.from({ length: 5 }, () => syllables[Math.floor(Math.random() * syllables.length)]).join(
    '',
  )
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

const newName = () => [word(), word(), word()].join(' ')

const operator = (name: string, ...roles: ('investigator' | 'supervisor')[]) =>
  ({ kind: 'operator', name, roles, account: name }) as const
const [amani, bahati, chanda] = [
  operator('Amani', 'investigator'),
  operator('Bahati', 'investigator'),
  operator('Chanda', 'supervisor'),
]

const summary = (times: readonly number[]): string => {
  const sorted = times.toSorted((one, other) => one - other)
  const [p50, p99] = [quantile(sorted, 0.5), quantile(sorted, 0.99)]
  return `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (${sorted.length})`
}

const p99 = (times: readonly number[]) =>
  quantile(
    times.toSorted((one, other) => one - other),
    0.99,
  )

const newTimes = () => ({
  commit: [] as number[],
  decision: [] as number[],
  first: [] as number[],
  second: [] as number[],
  alert: [] as number[],
  withdrawn: [] as number[],
})
type Times = ReturnType<typeof newTimes>

const measureRound = async (
  clients: readonly [Nani, Nani],
  desk: Desk,
  ownerPool: Platform['ownerPool'],
  times: Times,
): Promise<void> => {
  const person = { full_name: newName(), date_of_birth: '1979-05-06', nationality: 'AGO' }
  const sees = (client: Nani, is: boolean) => async () => {
    const request = { subject: person, checks: ['watchlists'], purpose: 'regulatory_compliance', scopes: [] }
    const { hits } = await client.aml.screen(request as Parameters<typeof client.aml.screen>[0])
    return hits.length > 0 === is
  }
  const [one] = clients
  const monitored = await one.aml.screen({
    subject: person,
    ...{ purpose: 'regulatory_compliance', scopes: [], monitoring: true, reference: person.full_name },
  })
  const report = await one.fraud.report({
    type: 'document_forgery',
    subject: { ...person, role: 'suspect' },
    description: 'A forged card.',
  })
  const named = { environment: 'production', fraud_case: report.id } as const
  await startFraudCase(amani, named, desk)
  await proposeDecision(amani, { ...named, status: 'confirmed', reason: 'bench' }, desk)
  const latest = await one.events.latest()

  const beforeCommitMs = performance.now()
  await ownerPool.query('insert into bench_commits (at) values (now())')
  times.commit.push(performance.now() - beforeCommitMs)

  const startMs = performance.now()
  const seen = clients.map((client) => until(sees(client, true)))
  const alerted = until(() => hasAlert(one, latest, monitored.monitoring.monitor_id))
  await decideProposal(bahati, { ...named, decision: 'accept' }, desk)
  times.decision.push(performance.now() - startMs)
  const [first, second] = (await Promise.all(seen)) as [number, number]
  times.first.push(first - startMs)
  times.second.push(second - startMs)
  times.alert.push((await alerted) - startMs)

  const reopenMs = performance.now()
  const gone = clients.map((client) => until(sees(client, false)))
  await reopenFraudCase(chanda, { ...named, reason: 'bench' }, desk)
  times.withdrawn.push(Math.max(...(await Promise.all(gone))) - reopenMs)
}

const measure = async (clients: readonly [Nani, Nani], platform: Platform): Promise<Times> => {
  const announcer = createDueAnnouncer(platform.pool, (error) => console.error(error))
  const desk = openDesk(
    { ...platform, wakeDeliveries: announcer.announce, suspendReporting: async () => false },
    {
      ...{ twoPeople: true, clamd: null, oneAccountMayBeTwo: false },
      ...{ fraudFalsePercent: 20, fraudFalseDecided: 10 },
    },
  )
  const { ownerPool } = platform
  await ownerPool.query('create table bench_commits (at timestamptz not null)')
  for (let round = 0; round < warmUp; round++) await measureRound(clients, desk, ownerPool, newTimes())
  const times = newTimes()
  for (let round = 0; round < rounds; round++) await measureRound(clients, desk, ownerPool, times)
  await announcer.idle()
  return times
}

const report = (times: Times): Figure[] => {
  const timed = (name: string, of: readonly number[]) =>
    figure(name, summary(of), atMost(p99(of), maxMs, ' ms'))
  return [
    figure('a single commit: one inserted row', summary(times.commit)),
    figure('the decision, until its transaction is committed', summary(times.decision)),
    timed('from the decision until a screening has the case, first process', times.first),
    timed('from the decision until a screening has the case, second process', times.second),
    figure('from the decision until the alert of a monitor', summary(times.alert)),
    timed('from the reopening until no screening has the case, both processes', times.withdrawn),
  ]
}

/** Whether the alert of this monitor is among the events after `after`. */
const hasAlert = async (
  client: Nani,
  after: string | undefined,
  monitorId: string | null,
): Promise<boolean> => {
  for await (const { type, data } of client.events.list({ ...(after && { after }) })) {
    const alert = data.object as { monitor_id?: string }
    if (type === 'aml_screening.alert' && alert.monitor_id === monitorId) return true
  }
  return false
}

const dataDir = await mkdtemp(join(tmpdir(), 'nani-bench-fraud-'))
const secondDir = await mkdtemp(join(tmpdir(), 'nani-bench-fraud-second-'))
const running: Running[] = []
let figures: Figure[] = []
try {
  running.push(await startProduct(dataDir))
  const urls = (await readRunningDatabase(dataDir)) as DatabaseUrls
  const shared = {
    DATABASE_URL: urls.app,
    NANI_OWNER_DATABASE_URL: urls.owner,
    NANI_MASTER_KEY: readFileSync(join(dataDir, 'master-key'), 'utf8').trim(),
    NANI_DEMO: 'production',
  }
  running.push(await startProduct(secondDir, shared))
  const config = { ...readConfig({ NANI_DATA_DIR: dataDir }), maxConnections: 4 }
  const platform = await openPlatform(config, urls, () => {})
  const demo = demoOf(dataDir)
  const clients: [Nani, Nani] = [clientOf(demo), clientOf(demo, demoOf(secondDir).base_url)]
  figures = report(await measure(clients, platform))
  await Promise.all(clients.map((client) => client.close()))
  await platform.close()
} finally {
  for (const one of running.toReversed()) await one.stop()
  for (const dir of [secondDir, dataDir]) await rm(dir, { recursive: true, force: true })
}
if (figures.some(({ isMet }) => isMet === false)) process.exitCode = 1
