import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { idSource, manualClock, systemRandom } from '@nani/foundation/core/index.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { createApplication, readApplications } from './applications.ts'
import type { CertificateDependencies } from './certificates.ts'
import { findDemoApplication, prepareDemo } from './demo.ts'

let database: TestDatabase
let folder: string
let dependencies: CertificateDependencies
beforeEach(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'nani-demo-'))
  const clock = manualClock(Date.now())
  const random = systemRandom()
  const masterKey = randomBytes(32)
  dependencies = {
    pool: database.pool,
    clock,
    random,
    newId: idSource(clock, random),
    credentialsVault: createVault(masterKey, 'credentials', random),
    authorityVault: createVault(masterKey, 'authority', random),
  }
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const baseUrls = { sandbox: 'http://a', production: 'https://a' }

const prepare = async (name = 'first') => {
  const { sandbox, production } = await prepareDemo('production', join(folder, name), baseUrls, dependencies)
  if (!production) throw new Error('the production demo is missing')
  return { sandbox, production }
}

test('the demo of the sandbox alone makes no application in production', async () => {
  const credentials = await prepareDemo('sandbox', join(folder, 'sandbox'), baseUrls, dependencies)
  expect(Object.keys(credentials)).toEqual(['sandbox'])
  expect(await findDemoApplication('production', dependencies)).toBeUndefined()
  expect((await readApplications(database.pool)).map(({ environment }) => environment)).toEqual(['sandbox'])
})

test('an application with the name Demo is not the demo application', async () => {
  const named = await createApplication(
    { kind: 'operator', name: 'amina', roles: ['supervisor'] },
    { name: 'Demo', environment: 'production', services: ['kyc_validation'] },
    dependencies,
  )
  expect(await findDemoApplication('production', dependencies)).toBeUndefined()
  const { production } = await prepare()
  expect(production.application_id).not.toBe(named.application_id)
  expect(production.secret_key).not.toBe(named.secret_key)
})

test('a start finds the demo applications of the earlier one, whatever they are called now', async () => {
  const first = await prepare()
  await database.pool.query(`update applications set name = 'Renamed'`)
  const second = await prepare()
  expect(second).toEqual(first)
  expect(await findDemoApplication('sandbox', dependencies)).toMatchObject({
    application_id: first.sandbox.application_id,
  })
})

test('processes that start together for the first time make one for each environment', async () => {
  const prepared = await Promise.all(['a', 'b', 'c'].map(prepare))
  expect(new Set(prepared.map(({ production }) => production.api_key)).size).toBe(1)
  expect(await readApplications(database.pool)).toHaveLength(2)
})
