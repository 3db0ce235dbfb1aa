import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { purposes, scopes, serviceNames } from '../../packages/contract/src/index.ts'
import type { Actor } from '../../packages/foundation/src/core/index.ts'
import {
  databaseUrls,
  type InstallationUrls,
  openPlatform,
  type Platform,
} from '../../packages/foundation/src/platform/index.ts'
import { runInMemory } from '../../packages/operator/src/testing/run-in-memory.ts'
import { Nani, verifyWebhook } from '../../packages/sdk/src/index.ts'
import { type Config, openServerProcess, type Server } from '../../packages/server/src/app/app/index.ts'
import {
  addCell,
  checkCells,
  completeMoves,
  moveOrganization,
  placeOrganization,
  prepareCell,
} from '../../packages/server/src/app/cells/index.ts'
import { setWebhook, webhookPolicies } from '../../packages/server/src/calls/webhooks/index.ts'
import {
  createApplication,
  type IssuedCredentials,
} from '../../packages/server/src/organizations/organizations/index.ts'
import { type LogicalServer, startLogicalServer } from '../logical-server.ts'
import { configIn, installationOf, openAs } from './cell-installation.ts'
import { afterMoves, interruptMove } from './interrupted-move.ts'
import { expectLogOfCell } from './log-of-cell.ts'
import { signInAsOwner } from './sign-in-as-owner.ts'
import { expectSignInOfCell, redirectUri } from './sign-in-to-application.ts'
import { tablesWith } from './tables-with.ts'
import { useInConsole } from './use-in-console.ts'
import { type Receiver, startReceiver } from './webhook-receiver.ts'

/** The product with a cell on a server of its own, and with an application in home and two in the cell. */
let servers: { home: LogicalServer; cell: LogicalServer }
let pools: { home: pg.Pool; cell: pg.Pool }
let platform: Platform
let server: Server | null = null
let dataDir: string
let receiver: Receiver
/** The log of the process. */
const lines: string[] = []
const amina: Actor = { kind: 'operator', name: 'amina', roles: ['supervisor'] }

const create = (organization: string, members: object = {}): Promise<IssuedCredentials> =>
  createApplication(
    amina,
    {
      ...{ environment: 'sandbox', name: 'Shop', services: [...serviceNames], organization },
      ...{ scopes: [...scopes], purposes: [...purposes], ...members },
    },
    { ...platform, credentialsVault: platform.vaultFor('credentials') },
  )

const optionsOf = ({ api_key, secret_key, payload_encryption_key }: IssuedCredentials) => ({
  baseUrl: server?.baseUrls.sandbox ?? '',
  ...{ apiKey: api_key, secretKey: secret_key, payloadEncryptionKey: payload_encryption_key },
  ...{ maxRetries: 0, timeoutMs: 2_000 },
})
const clientOf = (credentials: IssuedCredentials): Nani => new Nani(optionsOf(credentials))

const command = (...args: string[]) =>
  runInMemory(args, { env: installationOf(servers.home, join(dataDir, 'first')), cwd: dataDir })
const configOf = (name: string, more: Record<string, string> = {}): Config =>
  configIn(servers.home, join(dataDir, name), more)

type Applications = Record<'ofHome' | 'ofCell' | 'limited' | 'moving', IssuedCredentials>
let issued: Applications
let nani: Record<keyof Applications, Nani>

const within = { timeout: 30_000, interval: 100 }

beforeAll(async () => {
  const [home, cell] = await Promise.all([startLogicalServer(), startLogicalServer()])
  servers = { home, cell }
  await home.createDatabase('home')
  await cell.createDatabase('north')
  pools = { home: openAs(home, 'home'), cell: openAs(cell, 'north') }
  dataDir = await mkdtemp(join(tmpdir(), 'nani-cells-'))
  receiver = await startReceiver()
  const config = configOf('first', { NANI_FACE_WORKERS: '1' })
  platform = await openPlatform(
    config,
    databaseUrls(config) as InstallationUrls,
    () => {},
    (line) => void lines.push(line),
  )
  for (const id of ['org_home', 'org_cell', 'org_later'])
    await pools.home.query(
      'insert into organizations (organization_id, name, created_at) values ($1, $1, now())',
      [id],
    )
  issued = {
    ofHome: await create('org_home'),
    ofCell: await create('org_cell', { redirect_uri: [redirectUri] }),
    limited: await create('org_cell', { quota: ['kyc_validation=1/day'] }),
    moving: await create('org_later', { burst: 1_000 }),
  }
  await setWebhook(
    amina,
    {
      application_id: issued.ofCell.application_id,
      url: receiver.url,
      event_types: null,
    },
    { ...platform, policies: webhookPolicies(true) },
  )
  const urls = {
    ...{ app: cell.urlOf('app', 'north'), owner: cell.urlOf('owner', 'north') },
    home: home.urlOf('copies', 'home'),
  }
  await addCell(amina, { name: 'north', urls }, platform)
  await prepareCell(amina, { name: 'north' }, platform)
  await vi.waitFor(async () => expect((await checkCells(amina, {}, platform))[0]?.state).toBe('ok'), within)
  expect(await placeOrganization(amina, { organization_id: 'org_cell', cell: 'north' }, platform)).toEqual({
    cell: 'north',
    applications: 2,
  })
  server = await openServerProcess(config, platform)
  nani = {
    ...{ ofHome: clientOf(issued.ofHome), ofCell: clientOf(issued.ofCell) },
    limited: clientOf(issued.limited),
    moving: new Nani({ ...optionsOf(issued.moving), timeoutMs: 30_000 }),
  }
  await vi.waitFor(async () => expect(await readiness()).toEqual({ status: 'ok' }), within)
}, 120_000)

afterAll(async () => {
  servers?.cell.resume()
  for (const client of Object.values(nani ?? {})) await client.close()
  await server?.stop()
  await platform?.close()
  await pools?.home.end()
  await pools?.cell.end()
  await servers?.home.stop()
  await servers?.cell.stop()
  receiver?.stop()
  await rm(dataDir, { recursive: true, force: true })
}, 120_000)

const readiness = async () => (await fetch(`${server?.baseUrls.sandbox}/readyz`)).json()

const identifier = { type: 'svc_id', value: 'COD-0000-0000-0001' } as const
const purpose = 'customer_onboarding'
const validate = (client: Nani, options = {}) =>
  client.kyc.validate({ identifier, match: {}, purpose }, options)

test('calls of an application of the cell leave rows in the cell alone, in every mode', async () => {
  const { ofCell } = nani
  expect(await validate(ofCell)).toMatchObject({
    object: 'kyc_validation',
    account: { svc_id: identifier.value },
  })
  expect(await ofCell.age.verify({ identifier, purpose: 'age_gating' })).toMatchObject({
    object: 'age_verification',
  })
  expect(
    await ofCell.aml.screen({ subject: { identifier }, purpose: 'regulatory_compliance' }),
  ).toMatchObject({ object: 'aml_screening' })
  const report = await ofCell.fraud.report({ type: 'sim_swap', description: 'The number stopped working.' })
  expect(report.case_number).toMatch(/^RDC-FRD-\d{4}-\d{6}$/)
  const job = await ofCell.kyc.validateAsync({ identifier, match: {}, purpose })
  expect(await ofCell.jobs.wait(job)).toMatchObject({ status: 'completed' })
  const batch = await ofCell.kyc.validateBatchAsync({ purpose, items: [{ reference: 'a', identifier }] })
  const items = []
  for await (const item of ofCell.batches.results(batch)) items.push(item)
  expect(items).toMatchObject([{ reference: 'a', status: 'succeeded' }])

  const applicationId = issued.ofCell.application_id
  expect(await tablesWith(pools.home, applicationId)).toEqual([])
  expect(await tablesWith(pools.cell, applicationId)).toEqual(
    expect.arrayContaining([
      'audit_entries',
      'batches',
      'events',
      'fraud_cases',
      'jobs',
      'nonces',
      'results',
    ]),
  )
})

test('an application of home is served from home, and numbers of fraud cases are of the whole installation', async () => {
  const { ofHome, ofCell } = nani
  await validate(ofHome)
  const applicationId = issued.ofHome.application_id
  expect(await tablesWith(pools.cell, applicationId)).toEqual([])
  expect(await tablesWith(pools.home, applicationId)).toEqual(expect.arrayContaining(['nonces', 'results']))
  const reported = { type: 'sim_swap', description: 'The number stopped working.' } as const
  const numbers = [await ofHome.fraud.report(reported), await ofCell.fraud.report(reported)]
  expect(new Set(numbers.map(({ case_number }) => case_number)).size).toBe(2)
})

test('a repeated call gets the first result, and a result is read again with its receipt', async () => {
  const options = { idempotencyKey: crypto.randomUUID() }
  const first = await validate(nani.ofCell, options)
  expect((await validate(nani.ofCell, options)).id).toBe(first.id)
  expect((await nani.ofCell.kyc.retrieve(first.id)).id).toBe(first.id)
  expect(await nani.ofCell.receipts.retrieve(first.id)).toMatchObject({ object: 'receipt', id: first.id })
})

test('the subjects of the cell are monitored in the cell, and background work has the rights that it needs', async () => {
  const subject = { identifier: { type: 'svc_id', value: 'COD-0000-0000-0002' } } as const
  await nani.ofCell.aml.screen({ subject, purpose: 'regulatory_compliance', monitoring: true })
  const count = async (table: string) => (await pools.cell.query(`select from ${table}`)).rowCount
  expect(await count('monitors')).toBe(1)
  await expect.poll(() => count('monitoring_progress'), { timeout: 20_000 }).toBe(1)
  expect(lines.filter((line) => /42501|permission denied/.test(line))).toEqual([])
})

test('faces are compared in the cell, with the reason of the caller', async () => {
  const client = new Nani({ ...optionsOf(issued.ofCell), timeoutMs: 20_000 })
  const data = readFileSync(join(import.meta.dirname, '../../examples/faces/jean-pierre-today.jpg'))
  const asked = { identifier, purpose, reason: 'Withdrawal at the counter of Matonge, ticket 4711' } as const
  expect(await client.face.recognize({ ...asked, image: { data: data.toString('base64') } })).toMatchObject({
    ...{ object: 'face_recognition', result: 'match' },
  })
  await client.close()
  expect(await tablesWith(pools.cell, issued.ofCell.application_id)).toContain('face_reasons')
})

test('scores with consents of citizens are served from the cell', async () => {
  const { credit } = nani.ofCell
  const asked = { identifier, purpose: 'credit_assessment', product: 'microcredit' } as const
  const { consent } = await credit.consents.waitUntilDecided(await credit.consents.request(asked))
  expect(await credit.score({ ...asked, consent: consent as never })).toMatchObject({
    object: 'credit_score',
  })
  const applicationId = issued.ofCell.application_id
  expect(await tablesWith(pools.home, applicationId)).toEqual([])
  expect(await tablesWith(pools.cell, applicationId)).toEqual(
    expect.arrayContaining(['credit_consents', 'credit_consent_uses', 'credit_score_records']),
  )
})

test('a person signs in to an application of the cell, and its rows are in the cell', () =>
  expectSignInOfCell(server?.baseUrls.sandbox ?? '', issued.ofCell, pools))

test('the quota of an application of the cell is counted in the cell', async () => {
  await validate(nani.limited)
  await expect(validate(nani.limited)).rejects.toMatchObject({ code: 'quota_exceeded' })
})

test('events of the cell are sent to the endpoint of the application, signed with its key', async () => {
  const key = issued.ofCell.payload_encryption_key
  const types = () => receiver.received.map(({ body, headers }) => verifyWebhook(body, headers, key).type)
  await nani.ofCell.kyc.validateBatchAsync({ purpose, items: [{ reference: 'a', identifier }] })
  await expect.poll(types, { timeout: 20_000 }).toContain('batch.completed')
})

test('calls in the cell are in its transparency log: they are proved, checked and published', async () => {
  const { id } = await validate(nani.ofCell)
  await expectLogOfCell({ id, command, folder: dataDir, pools })
}, 60_000)

test('an organization is not placed while the server runs, and gets no application in home later', async () => {
  const place = (organization: string) =>
    placeOrganization(amina, { organization_id: organization, cell: 'north' }, platform)
  await expect(place('org_later')).rejects.toMatchObject({ code: 'organization_not_placed' })
  await expect(create('org_cell')).rejects.toMatchObject({ code: 'overloaded' })
})

const ownerOf = (organizationId: string) =>
  signInAsOwner({ platform, organizationId, consoleUrl: server?.consoleUrl ?? '' })

/** The outcome of a call, as its caller sees it. */
const outcomeOf = (call: Promise<{ id: string }>): Promise<string> =>
  call.then(
    ({ id }) => id,
    (error: { code?: string; status?: number }) => `${error.status} ${error.code}`,
  )

test('an organization moves to the cell and back while it makes calls, and nothing is lost or done twice', async () => {
  const { moving } = nani
  const outcomes: string[] = []
  const options = { idempotencyKey: crypto.randomUUID() }
  const first = await validate(moving, options)
  const job = await moving.kyc.validateAsync({ identifier, match: {}, purpose })
  let isDone = false
  const calling = async () => {
    while (!isDone) outcomes.push(await outcomeOf(validate(moving)))
  }
  const caller = calling()
  const isAnswered = async () => (await outcomeOf(validate(moving, options))) === first.id
  const needs = {
    ...platform,
    pause: () => vi.waitFor(async () => expect(await isAnswered()).toBe(true), within),
  }
  const move = (cell: string) =>
    moveOrganization(amina, { organization_id: 'org_later', cell, refuse: 30 }, needs)
  const applicationId = issued.moving.application_id
  try {
    expect(await move('north')).toMatchObject({ from: 'home', to: 'north', applications: 1 })
    expect(await tablesWith(pools.cell, applicationId)).toEqual(
      expect.arrayContaining(['api_keys', 'results']),
    )
    const status = () => moving.jobs.wait(job).then((done) => done.status, String)
    await expect.poll(status, within).toBe('completed')
    expect(await move('home')).toMatchObject({ from: 'north', to: 'home', refused_ms: expect.any(Number) })
    await interruptMove(pools)
    const completed = await completeMoves({ ...needs, log: (line) => lines.push(line) })
    expect(completed.toSorted()).toEqual(['org_home', 'org_later'])
    expect(await afterMoves(pools)).toEqual({ copies: ['org_cell'], ends: ['org_home', 'org_later'] })
    expect(await move('home')).toMatchObject({ from: 'home', to: 'home', refused_ms: null })
  } finally {
    isDone = true
    await caller
  }
  const answered = outcomes.filter((outcome) => outcome.startsWith('kyc_'))
  // On a busy machine, no call may have met the moment in which writes are refused.
  expect(outcomes.filter((outcome) => !/^kyc_|^503 overloaded$/.test(outcome))).toEqual([])
  // An entry stays in the database in which it was written.
  const entries = `select result_id as id from audit_entries where application_id = $1 and result_id like 'kyc_%' and outcome is not null`
  const readIn = (pool: pg.Pool) => pool.query<{ id: string }>(entries, [applicationId])
  const found = [...(await readIn(pools.home)).rows, ...(await readIn(pools.cell)).rows].map(({ id }) => id)
  expect(found).toEqual(expect.arrayContaining(answered))
  expect((await moving.kyc.retrieve(answered[0] as string)).id).toBe(answered[0])
  expect((await validate(moving, options)).id).toBe(first.id)
}, 120_000)

test('a process that serves other cells refuses calls of this one, and an unknown cell stops its start', async () => {
  await expect(openServerProcess(configOf('other', { NANI_CELLS: 'nort' }), platform)).rejects.toMatchObject({
    ...{ code: 'cell_not_found', message: expect.stringContaining('north') },
  })
  const other = await openServerProcess(configOf('other', { NANI_CELLS: '-' }), platform)
  const baseUrl = other.baseUrls.sandbox
  const clients = [issued.ofHome, issued.ofCell].map((one) => new Nani({ ...optionsOf(one), baseUrl }))
  const outcomes = await Promise.all(clients.map((client) => outcomeOf(validate(client))))
  expect(outcomes).toEqual([expect.stringMatching(/^kyc_/), '503 overloaded'])
  for (const client of clients) await client.close()
  await other.stop()
})

test('a person makes and changes an application of the cell in the console, and its calls follow', async () => {
  const outcome = (credentials: IssuedCredentials) => {
    const client = clientOf(credentials)
    return outcomeOf(validate(client)).finally(() => client.close())
  }
  const own = await startReceiver()
  const applicationId = await useInConsole(await ownerOf('org_cell'), { outcome, hook: own.url })
  own.stop()
  expect(await tablesWith(pools.home, applicationId)).toEqual([])
  expect(await tablesWith(pools.cell, applicationId)).toEqual(expect.arrayContaining(['webhook_endpoints']))
})

test('a cell that hangs costs only its own callers, who get 503 at once, and it recovers by itself', async () => {
  const before = await validate(nani.ofCell)
  servers.cell.hang()
  // Until the process has noticed it, a call waits.
  const refused = () =>
    validate(nani.ofCell).then(
      () => 'answered',
      (error: { code?: string; status?: number }) => `${error.status} ${error.code}`,
    )
  await expect.poll(refused, { timeout: 20_000 }).toBe('503 overloaded')
  const tookMs: number[] = []
  for (let call = 0; call < 5; call++) {
    const startedAt = performance.now()
    expect(await refused()).toBe('503 overloaded')
    tookMs.push(performance.now() - startedAt)
  }
  // The quickest one: other tests use the processors too.
  expect(Math.min(...tookMs)).toBeLessThan(1_000)
  await expect(validate(nani.ofCell)).rejects.toMatchObject({ context: { retry_after: 5 } })
  const owner = await ownerOf('org_cell')
  expect(await owner.send('GET', '/applications')).toEqual({
    status: 503,
    json: expect.objectContaining({ error: 'busy', retry_after: 5 }),
  })
  expect((await owner.send('GET', '/acts')).json).toMatchObject({ unread: ['north'] })
  const answered = await Promise.all(Array.from({ length: 20 }, () => validate(nani.ofHome)))
  expect(new Set(answered.map(({ id }) => id)).size).toBe(20)
  expect(await readiness()).toEqual({ status: 'ok', warnings: ['cells'], cells_away: ['north'] })
  // Another process starts meanwhile, and serves home.
  const second = await openServerProcess(configOf('second'), platform)
  const ofHome = new Nani({ ...optionsOf(issued.ofHome), baseUrl: second.baseUrls.sandbox })
  await validate(ofHome)
  servers.cell.resume()
  const ofCell = new Nani({ ...optionsOf(issued.ofCell), baseUrl: second.baseUrls.sandbox })
  const readOf = (client: Nani) =>
    client.kyc.retrieve(before.id).then(
      ({ id }) => id,
      () => null,
    )
  await expect.poll(() => readOf(ofCell), { timeout: 20_000 }).toBe(before.id)
  for (const client of [ofHome, ofCell]) await client.close()
  await second.stop()
  await expect.poll(readiness, { timeout: 20_000 }).toEqual({ status: 'ok' })
  expect((await nani.ofCell.kyc.retrieve(before.id)).id).toBe(before.id)
  await validate(nani.ofCell)
}, 120_000)
