/**
 * npm run bench:webhooks — events of completed jobs, delivered by the product to a receiver on this machine.
 *
 * First a backlog: events a second, compared with a floor of the same run. The floor posts the same signed bodies with
 * undici, without a database, over as many connections. The CPU time of each process for one event is independent of
 * other work on the machine. Then the time from an event to its arrival: for the product's own jobs, for events that
 * another process commits and announces, and for events without an announcement, which wait for the next poll (500
 * ms). Last a steady rate of events, without and with as many endpoints that do not respond for five seconds.
 *
 * --only latency   one part: backlog, latency or hanging
 * --events 20000   of one round; --rounds 3; --endpoints 4; --hanging 20; --seconds 20; --rate 100; --single 200
 */
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readRunningDatabase } from '@nani/foundation/embedded-postgres/index.ts'
import { openPlatform, type Platform } from '@nani/foundation/platform/index.ts'
import type { DatabaseUrls } from '@nani/foundation/storage/index.ts'
import { Nani } from '@nani/sdk'
import { readConfig } from '@nani/server/app/app/index.ts'
import { announceDue, setWebhook, webhookPolicies } from '@nani/server/calls/webhooks/index.ts'
import { createApplication, findDemoApplication } from '@nani/server/organizations/organizations/index.ts'
import { cpuTimeMs } from './cpu-time.ts'
import { startProduct } from './kyc/processes.ts'
import type { FloorOrder } from './webhooks/floor.ts'
import { latencyOfOneProcess, latencyOfTwoProcesses, type Receiver, summaryOf } from './webhooks/latency.ts'
import type { ReceiverOrder, Tally } from './webhooks/receiver.ts'
import { addEvents, type SeededJob, seedJobs } from './webhooks/seed-events.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '3' },
    endpoints: { type: 'string', default: '4' },
    hanging: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '20' },
    rate: { type: 'string', default: '100' },
    single: { type: 'string', default: '200' },
    only: { type: 'string' },
  },
})
const count = (name: keyof typeof values) => Number(values[name])
const includes = (part: 'backlog' | 'latency' | 'hanging') => (values.only ?? part) === part
const connectionsOfEndpoint = 8
const backlogDueInMs = 4_000

const forked = (file: string) => fork(join(import.meta.dirname, 'webhooks', file))
const next = <Message>(child: ChildProcess) =>
  new Promise<Message>((resolve, reject) => {
    const ended = () => reject(new Error('a process of the measurement ended early'))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      resolve(message as Message)
    })
  })
const ask = (child: ChildProcess, order: ReceiverOrder): Promise<Tally> => {
  child.send(order)
  return next<Tally>(child)
}

const dataDir = await mkdtemp(join(tmpdir(), 'nani-bench-'))
const receiverProcess = forked('receiver.ts')
const { port } = await next<{ port: number }>(receiverProcess)
const product = await startProduct(dataDir)
const databaseUrls = (await readRunningDatabase(dataDir)) as DatabaseUrls
const config = { ...readConfig({ NANI_DATA_DIR: dataDir }), maxConnections: 3 }
const platform = await openPlatform(config, databaseUrls, () => {})

const withCredentials = () => ({ ...platform, credentialsVault: platform.vaultFor('credentials') })

const register = async (paths: string[]): Promise<string[]> => {
  const dependencies = withCredentials()
  const ids: string[] = []
  for (const path of paths) {
    const { application_id } = await createApplication(
      { kind: 'system', task: 'bench' },
      { name: path, environment: 'sandbox' },
      dependencies,
    )
    const url = `http://127.0.0.1:${port}${path}`
    await setWebhook(
      { kind: 'operator', name: 'bench', roles: ['supervisor'] },
      { application_id: application_id, url, event_types: null },
      { ...platform, policies: webhookPolicies(true) },
    )
    ids.push(application_id)
  }
  return ids
}

const arrived = async (wanted: number): Promise<Tally> => {
  for (;;) {
    const tally = await ask(receiverProcess, { kind: 'tally' })
    if (tally.count >= wanted) return tally
    await pause(100)
  }
}

const eachSecond = ({ count: all, firstMs, lastMs }: Tally) => (all - 1) / ((lastMs - firstMs) / 1000)
const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.floor((sorted.length - 1) * share)] ?? 0
const median = (numbers: number[]) =>
  quantile(
    numbers.toSorted((a, b) => a - b),
    0.5,
  )

const measureBacklog = async (applications: readonly string[], result: Record<string, unknown>) => {
  const floorRates: number[] = []
  const rates: number[] = []
  const ofEach = Math.ceil(count('events') / applications.length)
  const all = ofEach * applications.length
  for (let round = 0; round <= count('rounds'); round++) {
    // The first round warms both up, and gives the floor its bodies.
    const size = round === 0 ? Math.min(ofEach, 500) : ofEach
    const jobs = await Promise.all(applications.map((id) => seedJobs(id, size, result, platform)))
    await ask(receiverProcess, { kind: 'begin', samples: 1_000, delays: false })
    // The backlog is complete before the first of it is due.
    await Promise.all(
      applications.map((id, index) => addEvents(id, jobs[index] as SeededJob[], platform, backlogDueInMs)),
    )
    const before = cpuTimeMs(product.pid)
    const tally = await arrived(size * applications.length)
    const after = cpuTimeMs(product.pid)
    await ask(receiverProcess, { kind: 'begin', samples: 0, delays: false })
    const floor = forked('floor.ts')
    const order: FloorOrder = {
      url: `http://127.0.0.1:${port}/floor`,
      samples: tally.samples,
      count: size * applications.length,
      concurrency: connectionsOfEndpoint * applications.length,
    }
    floor.send(order)
    const { cpuMs: floorCpuMs } = await next<{ cpuMs: number }>(floor)
    floor.kill()
    const floorTally = await ask(receiverProcess, { kind: 'tally' })
    if (round === 0) continue
    rates.push(eachSecond(tally))
    floorRates.push(eachSecond(floorTally))
    const bytes = Math.round(
      tally.samples.reduce((sum, { body }) => sum + body.length, 0) / tally.samples.length,
    )
    console.log(
      `  round ${round}: ${Math.round(eachSecond(tally))} events/s, floor ${Math.round(eachSecond(floorTally))} posts/s (${bytes} bytes each)`,
    )
    const each = (ms: number) => `${Math.round((ms * 1_000) / (size * applications.length))} µs`
    console.log(
      `           CPU for one: product ${each(after.own - before.own)}, its database ${each(after.started - before.started)}, floor ${each(floorCpuMs)}`,
    )
  }
  console.log(
    `  ${all.toLocaleString('en')} events to ${applications.length} endpoints: ${Math.round(median(rates))}/s, ${(median(rates) / median(floorRates)).toFixed(2)} of the floor`,
  )
}

/** Writes `--rate` events a second over all applications, for `--seconds`, one application after the other. */
const trickle = async (
  applications: readonly string[],
  jobs: ReadonlyMap<string, SeededJob[]>,
  alongside: () => Promise<void>,
) => {
  await ask(receiverProcess, { kind: 'begin', samples: 0, delays: true })
  const perTick = Math.max(1, Math.round(count('rate') / 10))
  let sent = 0
  for (let tick = 0; tick < count('seconds') * 10; tick++) {
    const began = performance.now()
    if (tick % 10 === 0) await alongside()
    const id = applications[tick % applications.length] as string
    await addEvents(id, (jobs.get(id) as SeededJob[]).slice(0, perTick), platform)
    await announceDue(platform.pool, [id])
    sent += perTick
    await pause(Math.max(0, 100 - (performance.now() - began)))
  }
  const { delaysMs } = await arrived(sent)
  return summaryOf(delaysMs)
}

const measureHanging = async (applications: readonly string[], result: Record<string, unknown>) => {
  const jobs = new Map<string, SeededJob[]>()
  const seed = async (id: string) => jobs.set(id, await seedJobs(id, 50, result, platform))
  for (const id of applications) await seed(id)
  console.log(`\n${count('rate')} events/s to ${applications.length} endpoints: from event to arrival`)
  console.log(`  all healthy: ${await trickle(applications, jobs, async () => {})}`)
  const hanging = await register(Array.from({ length: applications.length }, (_, index) => `/hang/${index}`))
  for (const id of hanging) await seed(id)
  const toHanging = async () => {
    for (const id of hanging) await addEvents(id, jobs.get(id) as SeededJob[], platform)
  }
  console.log(`  next to as many that hang: ${await trickle(applications, jobs, toHanging)}`)
}

const openClient = () => {
  const { base_url, api_key, secret_key, payload_encryption_key } = product.credentials
  return new Nani({
    ...{ baseUrl: base_url, apiKey: api_key, secretKey: secret_key },
    payloadEncryptionKey: payload_encryption_key,
  })
}

const oneResult = async (nani: Nani): Promise<Record<string, unknown>> => {
  const identifier = { type: 'svc_id', value: 'COD-0000-0000-0001' } as const
  const validation = await nani.kyc.validate({
    identifier,
    purpose: 'customer_onboarding',
    scopes: ['kyc.addresses'],
  })
  return { ...validation }
}

const measureLatency = async (nani: Nani, result: Record<string, unknown>) => {
  const receiver: Receiver = {
    begin: async () => {
      await ask(receiverProcess, { kind: 'begin', samples: 0, delays: true })
    },
    arrived: async (wanted) => (await arrived(wanted)).delaysMs,
  }
  console.log('\nOne event at a time: from event to arrival')
  const demo = await findDemoApplication('sandbox', withCredentials())
  if (!demo) throw new Error('the product has no demo application')
  const policies = webhookPolicies(true)
  const url = `http://127.0.0.1:${port}/demo`
  await setWebhook(
    { kind: 'operator', name: 'bench', roles: ['supervisor'] },
    { application_id: demo.application_id, url, event_types: null },
    { ...platform, policies },
  )
  console.log(`  one process: ${await latencyOfOneProcess(nani, count('single'), receiver)}`)
  const [applicationId = ''] = await register(['/other'])
  const jobs = await seedJobs(applicationId, count('single'), result, platform)
  for (const isAnnounced of [true, false]) {
    const summary = await latencyOfTwoProcesses({ applicationId, jobs, isAnnounced }, platform, receiver)
    console.log(`  another process, ${isAnnounced ? 'announced' : 'polled'}: ${summary}`)
  }
}

const measureAll = async (work: Platform, nani: Nani) => {
  const result = await oneResult(nani)
  if (includes('backlog')) await backlog(result)
  if (includes('latency')) await measureLatency(nani, result)
  if (!includes('hanging')) return
  await work.pool.query('vacuum analyze webhook_deliveries')
  await measureHanging(
    await register(Array.from({ length: count('hanging') }, (_, index) => `/well/${index}`)),
    result,
  )
}

const backlog = async (result: Record<string, unknown>) => {
  console.log(
    `A backlog of ${count('events').toLocaleString('en')} events, ${connectionsOfEndpoint} attempts at once to each endpoint`,
  )
  await measureBacklog(
    await register(Array.from({ length: count('endpoints') }, (_, index) => `/hook/${index}`)),
    result,
  )
}

const client = openClient()
try {
  await measureAll(platform, client)
} finally {
  await client.close()
  await platform.close()
  await product.stop()
  receiverProcess.kill()
  await rm(dataDir, { recursive: true, force: true })
}
