import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { purposes, scopes, serviceNames } from '../../packages/contract/src/index.ts'
import { openPlatform, type Platform } from '../../packages/foundation/src/platform/index.ts'
import { Nani } from '../../packages/sdk/src/index.ts'
import { openServerProcess, readConfig, type Server } from '../../packages/server/src/app/app/index.ts'
import { createApplication } from '../../packages/server/src/organizations/organizations/index.ts'
import {
  type Citizen,
  createPostgresRegister,
  readRegisterRevision,
  registerModule,
  writeCitizens,
} from '../../packages/server/src/register/register/index.ts'
import { sandboxPhotograph } from '../../packages/server/src/register/synthetic-data/index.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

type Query = (...parameters: unknown[]) => Promise<unknown>

let database: TestDatabase
let platform: Platform
let server: Server
let nani: Nani
let dataDir: string
/** The server on which each read of the register ran. The double of the replica has the rows of the primary. */
let reads: [server: 'primary' | 'replica', statement: string][] = []
/** Everything that the replica was asked: a statement of a nonce, a quota or money must not be among it. */
let onReplica: string[] = []

/** The same pool, with its reads of the register noted, and every statement of the replica. */
const noted = (pool: pg.Pool, name: 'primary' | 'replica'): pg.Pool => {
  const query = pool.query.bind(pool) as Query
  const noting: Query = (...parameters) => {
    const { name: statement = '', text = parameters[0] } = parameters[0] as { name?: string; text?: string }
    if (name === 'replica') onReplica.push(statement || String(text))
    if (/^register_(?!revision)/.test(statement)) reads.push([name, statement])
    return query(...parameters)
  }
  const connect: Query = (...parameters) => {
    if (name === 'replica') onReplica.push('a connection of its own')
    return (pool.connect as unknown as Query).apply(pool, parameters)
  }
  return Object.create(pool, { query: { value: noting }, connect: { value: connect } })
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nani-replica-'))
  database = await createTestDatabase()
  const { url } = database
  const config = readConfig({
    NANI_DATA_DIR: dataDir,
    DATABASE_URL: url,
    NANI_SANDBOX_PORT: '0',
    NANI_PRODUCTION_PORT: '0',
    NANI_CITIZEN_PORT: '0',
    NANI_CONSOLE_PORT: '0',
    NANI_DESK_PORT: '0',
    NANI_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
  platform = await openPlatform(config, { app: url, owner: url }, () => {})
  const primary = noted(platform.pool, 'primary')
  server = await openServerProcess(config, {
    ...{ ...platform, pool: primary, registerPool: primary },
    reads: {
      ...{ pool: noted(platform.pool, 'replica'), isFresh: () => true },
      ...{ compare: async () => {}, close: async () => {} },
    },
  })
  const issued = await createApplication(
    { kind: 'operator', name: 'amina', roles: ['supervisor'] },
    {
      ...{ environment: 'sandbox', name: 'Shop', services: [...serviceNames] },
      ...{ scopes: [...scopes], purposes: [...purposes] },
    },
    { ...platform, credentialsVault: platform.vaultFor('credentials') },
  )
  nani = new Nani({
    baseUrl: server.baseUrls.sandbox,
    apiKey: issued.api_key,
    secretKey: issued.secret_key,
    payloadEncryptionKey: issued.payload_encryption_key,
  })
})

afterAll(async () => {
  await server?.stop()
  await platform?.close()
  await database?.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const identifier = { type: 'svc_id', value: 'COD-0000-0000-0001' } as const
const purpose = 'customer_onboarding'

const serversOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  reads = []
  onReplica = []
  await work()
  expect(reads.length).toBeGreaterThan(0)
  expect(onReplica.filter((statement) => !/^register_(?!revision)/.test(statement))).toEqual([])
  return [...new Set(reads.map(([name]) => name))]
}

const startMonitor = () =>
  nani.aml.screen({ subject: { identifier }, purpose: 'regulatory_compliance', monitoring: true })

test('calls that only answer about a person read the replica, with their files', async () => {
  const kyc = { identifier, match: {}, purpose, scopes: ['kyc.biometrics.selfie' as const] }
  let link = ''
  const calls = [
    async () => {
      const answer = await nani.kyc.validate(kyc)
      const file = answer.kyc?.biometrics?.selfie?.file as { url: string } | undefined
      link = file?.url ?? ''
    },
    () => nani.kyc.validate({ ...kyc, document_delivery: 'base64' }),
    async () => expect((await fetch(link)).status).toBe(200),
    () => nani.age.verify({ identifier, purpose: 'age_gating' }),
    () =>
      nani.kyb.verify({
        identifier: { type: 'rccm', value: 'CD/KNG/RCCM/20-B-00001' },
        purpose: 'regulatory_compliance',
      }),
    () => nani.aml.screen({ subject: { identifier }, purpose: 'regulatory_compliance' }),
  ]
  for (const call of calls) expect(await serversOf(call), String(call)).toEqual(['replica'])
})

test('a recognition and the start of a monitor read the primary', async () => {
  const image = { data: sandboxPhotograph('jean-pierre-today').toString('base64') }
  const recognize = () => nani.face.recognize({ image, reason: 'A withdrawal', purpose, threshold: 0.85 })
  expect(await serversOf(recognize)).toEqual(['primary'])
  expect(await serversOf(startMonitor)).toEqual(['primary'])
})

test('monitoring reads a changed person from the primary', async () => {
  const { pool } = platform
  const register = createPostgresRegister({ pool, vault: platform.vaultFor('files') })
  const person = (await register.findCitizen(identifier, 'sandbox')) as Citizen
  const isDone = async () => {
    const { rowCount } = await pool.query(
      `select from monitoring_progress
       where register_revision >= $1 and not exists (select from monitors where due is not null)`,
      [await readRegisterRevision(pool)],
    )
    return rowCount === 1
  }
  await startMonitor()
  await expect.poll(isDone, { timeout: 30_000 }).toBe(true)
  const screened = async () => {
    const changed = { ...person, full_name: `${person.full_name} Ngalula` }
    expect(await writeCitizens(database.pool, [changed], 'sandbox')).toMatchObject({ written: 1 })
    await expect.poll(isDone, { timeout: 30_000 }).toBe(true)
  }
  expect(await serversOf(screened)).toEqual(['primary'])
}, 60_000)

test('a file that the replica does not have yet comes from the primary', async () => {
  const stored = { content_type: 'image/png', sealed: Buffer.from('bytes') }
  const double = (rows: unknown[]) => ({ query: async () => ({ rows }) }) as unknown as pg.Pool
  const vault = { open: (sealed: Buffer) => sealed } as unknown as ReturnType<Platform['vaultFor']>
  const pool = double([stored])
  const { provides } = await registerModule.open(
    {
      ...{ pool, registerPool: pool, vaultFor: () => vault },
      reads: { ...platform.reads, pool: double([]), isFresh: () => true },
    },
    { registerTimeoutMs: 1_000 },
  )
  const fileId = '00000000-0000-4000-8000-000000000000'
  expect((await provides.storedRegisterOfCalls.readFile(fileId))?.bytes.toString()).toBe('bytes')
  // A register in a database of its own has no replica.
  const other = double([stored])
  const apart = await registerModule.open(
    {
      ...{ pool, registerPool: other, vaultFor: () => vault },
      reads: { ...platform.reads, pool: double([]), isFresh: () => true },
    },
    { registerTimeoutMs: 1_000 },
  )
  expect(apart.provides.storedRegisterOfCalls).toBe(apart.provides.storedRegister)
})
