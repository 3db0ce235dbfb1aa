import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { purposes, scopes, serviceNames } from '../../packages/contract/src/index.ts'
import { openPlatform, type Platform } from '../../packages/foundation/src/platform/index.ts'
import { type Place, placeOfTable, tables } from '../../packages/foundation/src/storage/index.ts'
import { Nani } from '../../packages/sdk/src/index.ts'
import { openServerProcess, readConfig, type Server } from '../../packages/server/src/app/app/index.ts'
import { createApplication } from '../../packages/server/src/organizations/organizations/index.ts'
import { sandboxPhotograph } from '../../packages/server/src/register/synthetic-data/index.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

let databases: { home: TestDatabase; register: TestDatabase }
let platform: Platform
let server: Server
let nani: Nani
let dataDir: string

/** A statement that goes to the wrong database fails, because its table is not there. */
const keepOnly = async ({ pool }: TestDatabase, kept: readonly Place[]): Promise<void> => {
  const others = Object.entries(tables).filter(([, entry]) => !kept.includes(placeOfTable(entry)))
  await pool.query(`drop table ${others.map(([name]) => name).join(', ')} cascade`)
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nani-register-'))
  databases = { home: await createTestDatabase(), register: await createTestDatabase() }
  await keepOnly(databases.home, ['home', 'cell', 'each'])
  await keepOnly(databases.register, ['register', 'each'])
  const config = readConfig({
    NANI_DATA_DIR: dataDir,
    DATABASE_URL: databases.home.url,
    NANI_SANDBOX_PORT: '0',
    NANI_PRODUCTION_PORT: '0',
    NANI_CITIZEN_PORT: '0',
    NANI_CONSOLE_PORT: '0',
    NANI_DESK_PORT: '0',
    NANI_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
  const both = ({ url }: TestDatabase) => ({ app: url, owner: url })
  platform = await openPlatform(
    config,
    { ...both(databases.home), register: both(databases.register) },
    () => {},
  )
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

/** How many statements of the register a call needs. */
const counted = async <Answer>(call: () => Promise<Answer>): Promise<[Answer, number]> => {
  const statements = vi.spyOn(platform.registerPool, 'query')
  try {
    return [await call(), statements.mock.calls.length]
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
