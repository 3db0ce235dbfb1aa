import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { testPlatform } from '../../testing/platform.ts'
import { createApplication } from './applications.ts'
import { prepareDemo } from './demo.ts'
import { isDemo, startDemo } from './demo-rule.ts'
import type { DemoChoice } from './settings.ts'

/** The test database is not the embedded one, as where `DATABASE_URL` is set. */
let database: TestDatabase
let folder: string
let lines: string[]
let platform: ReturnType<typeof platformOf>
beforeEach(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'nani-demo-rule-'))
  lines = []
  platform = platformOf()
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const platformOf = () => {
  const base = testPlatform(database, database.pool, (line) => lines.push(line))
  return {
    ...base,
    credentialsVault: base.vaultFor('credentials'),
    authorityVault: base.vaultFor('authority'),
  }
}
/** A start with this choice. Returns what it makes of it. */
const start = async (choice: DemoChoice, { stated = true, ownsSchema = true } = {}): Promise<DemoChoice> => {
  const { demo, settle } = await startDemo({ ...platform, ownsSchema }, { choice, stated })
  await settle()
  const baseUrls = { sandbox: 'http://a', production: 'https://a' }
  if (demo !== 'none') await prepareDemo(demo, folder, baseUrls, platform)
  return demo
}
const createOther = () =>
  createApplication(
    { kind: 'operator', name: 'amina', roles: ['supervisor'] },
    { name: 'Bank', environment: 'production', services: ['kyc_validation'] },
    platform,
  )

test('a start makes the installation a demo, and the next start without it ends that', async () => {
  expect(await isDemo(platform)).toBe(false)
  expect(await start('production')).toBe('production')
  expect(await isDemo(platform)).toBe(true)
  // Its own applications do not end it.
  expect(await start('production')).toBe('production')
  expect(await isDemo(platform)).toBe(true)
  expect(await start('none', { stated: false })).toBe('none')
  expect(await isDemo(platform)).toBe(false)
})

test('an application that is not of the demo ends the demo at once, and refuses it at the next start', async () => {
  await start('sandbox')
  await createOther()
  expect(await isDemo(platform)).toBe(false)
  expect(await start('production')).toBe('none')
  expect(lines.join('\n')).toContain('NANI_DEMO has no effect')
  const { rows } = await database.pool.query('select rule, value from installation_rules')
  expect(rows).toEqual([{ rule: 'demo', value: false }])
})

test('an organization whose applications are in a cell ends the demo, too', async () => {
  await start('sandbox')
  expect(await isDemo(platform)).toBe(true)
  await database.pool.query(
    `insert into placed_organizations (organization_id, cell, placed_at) values ('org_one', 'north', now())`,
  )
  expect(await isDemo(platform)).toBe(false)
})

test('an application that is called Demo is not of the demo', async () => {
  await createApplication(
    { kind: 'operator', name: 'amina', roles: ['supervisor'] },
    { name: 'Demo', environment: 'sandbox', services: ['kyc_validation'] },
    platform,
  )
  expect(await start('production')).toBe('none')
})

test('a process without the login of the owner makes no demo, and offers one only where it exists', async () => {
  await expect(start('production', { ownsSchema: false })).rejects.toMatchObject({
    code: 'installation_rule_differs',
  })
  expect(await isDemo(platform)).toBe(false)
  await start('production')
  expect(await start('production', { ownsSchema: false })).toBe('production')
  expect(await start('none', { stated: false, ownsSchema: false })).toBe('none')
  expect(await isDemo(platform)).toBe(true)
})
