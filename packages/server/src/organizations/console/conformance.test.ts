import { signWebhook } from '@nani/contract/node'
import { openConnections, systemLookup } from '@nani/foundation/outbound/index.ts'
import { dayOf } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { webhookPolicies } from '../../calls/webhooks/index.ts'
import { type Received, startReceiver } from '../../testing/receiver.ts'
import { endRun, leaseRun, performRuns } from '../conformance/index.ts'
import { createDirectory } from '../organizations/index.ts'
import { type ConsoleWorld, startConsole } from './testing/console-world.ts'

let world: ConsoleWorld
let connections: ReturnType<typeof openConnections>
beforeAll(async () => {
  world = await startConsole()
  const { clock } = world.platform
  connections = openConnections({ policy: webhookPolicies(true).sandbox, lookup: systemLookup(), clock })
})
afterAll(async () => {
  await connections.close()
  await world.stop()
})

const directory = () =>
  createDirectory(world.pool, world.platform.vaultFor('credentials'), world.platform.clock)
const errors: unknown[] = []
const runDependencies = () => ({
  ...{ pool: world.pool, clock: world.platform.clock, connections, applicationById: directory().findById },
  onError: (error: unknown) => void errors.push(error),
})

const shop = async () => {
  const owner = await world.signUp()
  const { json } = await owner.post('/organizations', { name: 'Banque', rccm: 'CD/KNG/RCCM/00-B-00001' })
  const { json: made } = await owner.post(`/organizations/${json.id}/applications`, { name: 'Shop' })
  const application = `/organizations/${json.id}/applications/${made.id}`
  return {
    owner,
    application,
    applicationId: made.id,
    counterpartId: made.counterpart_id,
    organization: json.id,
  }
}

type Run = { id: string; status: string; passed: boolean | null; checks: Record<string, string>[] }
const runOf = (json: unknown) => json as Run
const resultsOf = ({ checks }: Run) => Object.fromEntries(checks.map(({ name, result }) => [name, result]))

const answerOf = (applicationId: string, isCareful: boolean) => async (received: Received) => {
  const { 'x-svc-webhook-timestamp': timestamp = '', 'x-svc-webhook-signature': given } = received.headers
  const found = await directory().findById(applicationId)
  const key = found?.webhookKey
  const isFresh = Math.abs(Number(timestamp) * 1_000 - world.platform.clock.now()) < 300_000
  const isRight = key && signWebhook(key, timestamp, received.body) === given && isFresh
  return { status: isRight || !isCareful ? 200 : 401 }
}

test('a careful endpoint passes, and a run names what was not seen', async () => {
  const { owner, application, applicationId, counterpartId, organization } = await shop()
  const receiver = await startReceiver(answerOf(applicationId, true))
  try {
    expect((await owner.put(`${application}/webhook`, { url: receiver.url })).status).toBe(200)
    const started = await owner.post(`${application}/conformance-runs`)
    expect([started.status, started.json]).toMatchObject([
      202,
      { status: 'queued', passed: null, checks: [] },
    ])
    const second = await owner.post(`${application}/conformance-runs`)
    expect([second.status, second.json.error]).toEqual([409, 'conflict'])
    await performRuns(runDependencies())
    const { json } = await owner.get(`${application}/conformance-runs/${started.json.id}`)
    const run = runOf(json)
    expect(run).toMatchObject({ status: 'completed', passed: false })
    const results = resultsOf(run)
    expect(Object.entries(results).filter(([name]) => name.startsWith('webhook.'))).toEqual(
      [
        ...['valid_event', 'forged_signature', 'changed_body', 'old_timestamp'],
        ...['duplicate_event', 'reordered_events', 'unknown_type'],
      ].map((name) => [`webhook.${name}`, 'passed']),
    )
    expect(results['calls.idempotent_retry']).toBe('not_seen')
    // The counterpart of production has the same runs.
    const other = `/organizations/${organization}/applications/${counterpartId}/conformance-runs`
    expect((await owner.get(other)).json.data).toEqual([json])
    // So has the dossier of its production review.
    const reviews = other.replace('conformance-runs', 'reviews')
    expect((await owner.post(reviews)).json).toMatchObject({ conformance_run: json })
    expect((await owner.get(`${application}/conformance-runs/cfr_none`)).status).toBe(404)
    expect(errors).toEqual([])
  } finally {
    await receiver.stop()
  }
})

test('an endpoint that believes everything fails, and one that believes nothing proves nothing', async () => {
  for (const [status, expected] of [
    [200, 'failed'],
    [401, 'not_seen'],
  ] as const) {
    const { owner, application } = await shop()
    const receiver = await startReceiver(() => ({ status }))
    await owner.put(`${application}/webhook`, { url: receiver.url })
    const { json } = await owner.post(`${application}/conformance-runs`)
    await performRuns(runDependencies())
    await receiver.stop()
    const results = resultsOf(runOf((await owner.get(`${application}/conformance-runs/${json.id}`)).json))
    expect(results).toMatchObject({
      'webhook.valid_event': status === 200 ? 'passed' : 'failed',
      ...{ 'webhook.forged_signature': expected, 'webhook.changed_body': expected },
      'webhook.old_timestamp': expected,
    })
  }
})

type Recorded = { second: number; status: number; error?: string; replayed?: boolean }

test.each([
  ['a replay and a pause', [{ second: 0, status: 200, replayed: true }], 'calls.idempotent_retry', 'passed'],
  [
    'a key that was used again',
    [{ second: 0, status: 422, error: 'idempotency_key_reused' }],
    ...['calls.idempotent_retry', 'failed'],
  ],
  ['one 429', [{ second: 0, status: 429, error: 'rate_limited' }], 'calls.rate_limited', 'passed'],
  [
    'calls that go on after 429',
    Array.from({ length: 20 }, (_, second) => ({ second, status: 429, error: 'rate_limited' })),
    ...['calls.rate_limited', 'failed'],
  ],
  [
    'a call that is sent again after 502',
    [
      { second: 0, status: 502, error: 'register_unavailable' },
      { second: 5, status: 200 },
    ],
    ...['calls.server_error', 'passed'],
  ],
  [
    'a call that is given up after 502',
    [{ second: 0, status: 502, error: 'register_unavailable' }],
    ...['calls.server_error', 'failed'],
  ],
] as [string, Recorded[], string, string][])('%s: the recorded calls', async (_what, calls, name, result) => {
  const { owner, application, applicationId } = await shop()
  const startMs = world.platform.clock.now() - 120_000
  for (const [index, { second, status, error, replayed }] of calls.entries())
    await world.database.pool.query(
      `insert into audit_entries (application_id, day, entry_id, at, request_id, client_address, method, path,
         http_status, error_code, service, scopes, actor, read_ids)
       values ($1, $2, $3, $4, $3, '203.0.113.7', 'POST', '/v1/kyc/validations', $5, $6, 'kyc_validation', '{}',
         'application', $7)`,
      [
        ...[applicationId, dayOf(startMs), `req_${index}`, new Date(startMs + second * 1_000), status],
        ...[error ?? null, replayed ? ['kyc_1'] : null],
      ],
    )
  const { json } = await owner.post(`${application}/conformance-runs`)
  await performRuns(runDependencies())
  const run = runOf((await owner.get(`${application}/conformance-runs/${json.id}`)).json)
  expect(resultsOf(run)).toMatchObject({ [name]: result, 'webhook.valid_event': 'not_seen' })
})

test('a run of a killed worker begins again, its late result is dropped, and it ends after three attempts', async () => {
  const { owner, application } = await shop()
  const { json } = await owner.post(`${application}/conformance-runs`)
  const shownRun = async () => runOf((await owner.get(`${application}/conformance-runs/${json.id}`)).json)
  const { clock } = world.platform
  const killed = await leaseRun(world.pool, clock.now())
  expect(killed?.run_id).toBe(json.id)
  expect(await leaseRun(world.pool, clock.now())).toBeNull()
  const nextMs = () => clock.now() + 200_000
  const later = await leaseRun(world.pool, nextMs())
  expect(later?.attempts).toBe(2)
  if (killed) await endRun(world.pool, killed, { checks: [], nowMs: clock.now() })
  expect((await shownRun()).status).toBe('running')
  await leaseRun(world.pool, nextMs() + 200_000)
  clock.advance(700_000)
  await performRuns(runDependencies())
  expect(await shownRun()).toMatchObject({ status: 'failed', passed: null, checks: [] })
})
