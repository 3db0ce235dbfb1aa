import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Identifier, purposes, scopes, serviceNames } from '../../packages/contract/src/index.ts'
import type { Actor } from '../../packages/foundation/src/core/index.ts'
import {
  databaseUrls,
  type InstallationUrls,
  openPlatform,
  type Platform,
} from '../../packages/foundation/src/platform/index.ts'
import {
  distributionStatements,
  openPool,
  placesOfHome,
  undistributedTables,
} from '../../packages/foundation/src/storage/index.ts'
import { Nani } from '../../packages/sdk/src/index.ts'
import { openServerProcess, readConfig, type Server } from '../../packages/server/src/app/app/index.ts'
import { createApplication } from '../../packages/server/src/organizations/organizations/index.ts'
import {
  type Citizen,
  changedIdentities,
  createPhoneHolders,
  createPostgresRegister,
  inRegisterTransaction,
  lockCitizen,
  readRegisterRevision,
  readRegisterSummary,
  removeCitizensIn,
} from '../../packages/server/src/register/register/index.ts'
import {
  generatePopulation,
  sandboxPhotograph,
  writePopulation,
} from '../../packages/server/src/register/synthetic-data/index.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { createRegisterDatabase, keepOnly } from '../separate-register.ts'

let databases: { home: TestDatabase; register: TestDatabase }
let platform: Platform
let server: Server
let nani: Nani
let dataDir: string

/** An empty database of your own for the register, such as a coordinator of Citus. Its tables are then distributed. */
const registerUrl = process.env.NANI_TEST_REGISTER_URL

const createRegister = async (): Promise<TestDatabase> => {
  if (registerUrl === undefined) return createRegisterDatabase()
  const pool = openPool(registerUrl, { maxConnections: 2, statementTimeoutMs: 60_000, onError: () => {} })
  return { url: registerUrl, pool, drop: () => pool.end() }
}

const isCitus = async ({ pool }: TestDatabase): Promise<boolean> =>
  (await pool.query(`select from pg_extension where extname = 'citus'`)).rowCount === 1

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nani-register-'))
  databases = { home: await createTestDatabase(), register: await createRegister() }
  const config = readConfig({
    NANI_DATA_DIR: dataDir,
    DATABASE_URL: databases.home.url,
    NANI_REGISTER_DATABASE_URL: databases.register.url,
    NANI_SANDBOX_PORT: '0',
    NANI_PRODUCTION_PORT: '0',
    NANI_CITIZEN_PORT: '0',
    NANI_CONSOLE_PORT: '0',
    NANI_DESK_PORT: '0',
    NANI_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
  platform = await openPlatform(config, databaseUrls(config) as InstallationUrls, () => {})
  // The first start looks for people in home.
  await keepOnly(databases.home, placesOfHome)
  if (await isCitus(databases.register)) {
    for (const statement of distributionStatements()) await databases.register.pool.query(statement)
    expect(await undistributedTables(databases.register.pool)).toEqual([])
  }
  server = await openServerProcess(config, platform)
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
  await databases?.home.drop()
  await databases?.register.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const identifier = { type: 'svc_id', value: 'COD-0000-0000-0001' } as const
const purpose = 'customer_onboarding'

/** How many reads of people and businesses a call needs. Background work also has statements on this pool. */
const counted = async <Answer>(call: () => Promise<Answer>): Promise<[Answer, number]> => {
  const statements = vi.spyOn(platform.registerPool, 'query')
  try {
    const answer = await call()
    const names = statements.mock.calls.map(([statement]) => (statement as { name?: string }).name ?? '')
    return [answer, names.filter((name) => /^register_(?!revision)/.test(name)).length]
  } finally {
    statements.mockRestore()
  }
}

test('a validation reads the register once, by one key, and is committed on the cell', async () => {
  const [validation, statements] = await counted(() =>
    nani.kyc.validate({ identifier, match: {}, purpose, scopes: ['kyc.addresses'] }),
  )
  expect(validation).toMatchObject({ object: 'kyc_validation', account: { svc_id: identifier.value } })
  expect(statements).toBe(1)
  const { rowCount } = await databases.home.pool.query('select from results where result_id = $1', [
    validation.id,
  ])
  expect(rowCount).toBe(1)
})

test('ages, businesses and screenings are served', async () => {
  const [age, statements] = await counted(() => nani.age.verify({ identifier, purpose: 'age_gating' }))
  expect(age).toMatchObject({ object: 'age_verification' })
  expect(statements).toBe(1)
  const business = await nani.kyb.verify({
    identifier: { type: 'rccm', value: 'CD/KNG/RCCM/20-B-00001' },
    purpose: 'regulatory_compliance',
  })
  expect(business).toMatchObject({ object: 'kyb_verification' })
  const screening = await nani.aml.screen({ subject: { identifier }, purpose: 'regulatory_compliance' })
  expect(screening).toMatchObject({ object: 'aml_screening' })
})

test('faces are compared and found, and the portrait of the register is delivered', async () => {
  const image = { data: sandboxPhotograph('jean-pierre-today').toString('base64') }
  const reason = 'A withdrawal'
  const verified = await nani.face.recognize({ image, identifier, reason, purpose })
  const found = await nani.face.recognize({ image, reason, purpose, threshold: 0.85 })
  expect([verified, found]).toMatchObject([{ result: 'match' }, { result: 'match' }])
  const { kyc } = await nani.kyc.validate({
    ...{ identifier, match: {}, purpose },
    ...{ scopes: ['kyc.biometrics.selfie'], document_delivery: 'base64' },
  })
  expect(kyc?.biometrics?.selfie?.file).toMatchObject({ content_type: 'image/jpeg' })
})

test('people are written, found, changed and removed in the register', async () => {
  const pool = platform.registerPool
  const vault = platform.vaultFor('files')
  const count = 20
  const { written } = await writePopulation({ pool, vault, count, seed: 'register', view: 'both' })
  expect(written).toBe(count)
  const people: Citizen[] = []
  for await (const citizen of generatePopulation({ count, seed: 'register' })) people.push(citizen)
  const [person] = people
  const svcId = person?.svc_id as string
  const [document] = people.flatMap(({ documents }) => documents)
  const register = createPostgresRegister({ pool, vault })
  const found = await register.findCitizen({ type: 'svc_id', value: svcId }, 'production')
  expect(found?.svc_id).toBe(svcId)
  const byDocument = { type: document?.type, value: document?.number } as Identifier
  expect(await register.findCitizen(byDocument, 'production')).not.toBeNull()
  const revision = await readRegisterRevision(pool)
  expect(await inRegisterTransaction(pool, (client) => lockCitizen(client, svcId))).not.toBeNull()
  // Only the owner of the schema deletes people.
  const gone = await inRegisterTransaction(databases.register.pool, async (client) => [
    await removeCitizensIn(client, people, 'sandbox'),
    await removeCitizensIn(client, people, 'production'),
  ])
  expect(gone.map(({ hidden, deleted }) => [hidden.length, deleted.length])).toEqual([
    [count, 0],
    [0, count],
  ])
  expect(await readRegisterRevision(pool)).toBeGreaterThan(revision)
  expect(await register.findCitizen({ type: 'svc_id', value: svcId }, 'production')).toBeNull()
})

test('a person is found by telephone, and changed people are listed', async () => {
  const pool = platform.registerPool
  const register = createPostgresRegister({ pool, vault: platform.vaultFor('files') })
  const person = await register.findCitizen(identifier, 'sandbox')
  const number = person?.phone_numbers[0]?.number as string
  expect(await createPhoneHolders(pool).onlyHolder(number, 'sandbox')).toBe(identifier.value)
  expect(await changedIdentities(pool, 0, 10_000)).toContainEqual({ type: 'svc_id', value: identifier.value })
})

test('the records of the register are counted', async () => {
  const actor: Actor = { kind: 'operator', name: 'jean', roles: ['auditor'] }
  expect((await readRegisterSummary(actor, {}, platform)).businesses).toBeGreaterThan(0)
})

test('a start without the register, or with another one, is refused', async () => {
  const { home } = databases
  const open = async (given: Record<string, string>) => {
    const env = { DATABASE_URL: home.url, NANI_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'), ...given }
    const config = readConfig(env)
    await (await openPlatform(config, databaseUrls(config) as InstallationUrls, () => {})).close()
  }
  await expect(open({})).rejects.toMatchObject({ code: 'register_elsewhere' })
  const [other, people] = [await createRegisterDatabase(), await createTestDatabase()]
  const named = { NANI_REGISTER_DATABASE_URL: other.url }
  await expect(open(named)).rejects.toMatchObject({ code: 'register_elsewhere' })
  await open({ NANI_REGISTER_DATABASE_URL: databases.register.url })
  // The people of an installation with one database stay where they are.
  const vault = platform.vaultFor('files')
  await writePopulation({ pool: people.pool, vault, count: 1, seed: 'people', view: 'both' })
  await expect(open({ ...named, DATABASE_URL: people.url })).rejects.toMatchObject({
    code: 'register_elsewhere',
    message: expect.stringContaining('The people of the register are in the database of DATABASE_URL'),
  })
  await Promise.all([other.drop(), people.drop()])
})

test('one database has one pool', async () => {
  const one = await createTestDatabase()
  const config = readConfig({
    DATABASE_URL: one.url,
    NANI_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
  const opened = await openPlatform(config, { app: one.url, owner: one.url }, () => {})
  try {
    expect(opened.registerPool).toBe(opened.pool)
    expect(opened.registerConnectionString).toBe(opened.connectionString)
  } finally {
    await opened.close()
    await one.drop()
  }
})
