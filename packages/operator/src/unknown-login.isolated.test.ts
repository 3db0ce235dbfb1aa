import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { runInMemory, testMasterKey } from './testing/run-in-memory.ts'

// The kernel decides what it knows of a login: a test cannot change it.
vi.mock('./installation/operating-system-account.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('./installation/operating-system-account.ts')>()),
  knowsLogin: () => false,
}))

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const notes = async (...args: string[]): Promise<boolean> => {
  const { err } = await runInMemory(args, {
    env: { DATABASE_URL: database.url, NANI_MASTER_KEY: testMasterKey },
    cwd: '/nowhere',
  })
  return err.includes('The login of this process is unknown')
}
const reason = ['--reason', 'r']

test.each([
  ['cases', 'propose', 'RDC-FRD-2026-000001', 'confirmed', ...reason],
  ['cases', 'decide', 'RDC-FRD-2026-000001', 'accept'],
  ['cases', 'decide-objection', 'RDC-FRD-2026-000001', 'accept', ...reason],
  ['cases', 'false-report', 'RDC-FRD-2026-000001', ...reason],
  ['cases', 'restore-reporting', 'app_01', ...reason],
  ['billing', 'adjust', '5', ...reason],
  ['credit-model', 'activate', 'none'],
  ['credit-model', 'accept-generated', ...reason],
])('%s %s says that the login is unknown', async (...args) => {
  expect(await notes(...args)).toBe(true)
})

test('reading says nothing about the login', async () => {
  expect(await notes('cases', 'list')).toBe(false)
})
