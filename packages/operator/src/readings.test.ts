import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { runInMemory, testMasterKey } from './testing/run-in-memory.ts'

let database: TestDatabase
let applicationId: string
let svcId: string
beforeAll(async () => {
  database = await createTestDatabase()
  const created = await json('applications', 'create', '--name', 'Shop', '--environment', 'sandbox')
  applicationId = created.application_id
  await json('register', 'generate', '--count', '3', '--seed', 'readings')
  const { rows } = await database.pool.query('select svc_id from citizens order by svc_id limit 1')
  svcId = rows[0].svc_id
})
afterAll(() => database.drop())

const env = () => ({ DATABASE_URL: database.url, NANI_MASTER_KEY: testMasterKey })
const nani = (...args: string[]) => runInMemory(args, { env: env(), cwd: '/nowhere' })
const json = async (...args: string[]) => {
  const { code, out, err } = await nani(...args, '--json')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}
const entriesOf = async (actor: string) => (await json('acts', '--actor', actor)).data

test('a list of monitors has an entry: the application and the number', async () => {
  await json('monitors', 'list', '--application', applicationId, '--as', 'Monique')
  expect(await entriesOf('Monique')).toMatchObject([
    { action: 'monitors.list', subject: applicationId, after: { monitors: 0 } },
  ])
})

test('a list of reasons has an entry: the application, the time and the numbers', async () => {
  await json('face', 'reasons', '--since', '2026-11-01T00:00:00Z', '--as', 'Rachel')
  await json('face', 'reasons', applicationId, '--since', '2026-11-01T00:00:00Z', '--as', 'Rachel')
  const after = { since: expect.stringMatching(/^2026-11-01T00:00:00/), applications: 0, entries: 0 }
  const entries = await entriesOf('Rachel')
  expect(entries).toMatchObject([
    { action: 'face_reasons.list', after },
    { action: 'face_reasons.list', after },
  ])
  expect(new Set(entries.map(({ subject }: { subject: string }) => subject))).toEqual(
    new Set(['face_reasons', applicationId]),
  )
})

test('a reading of a citizen has an entry with a pseudonym. The count of the register has none', async () => {
  await json('register', 'show', '--as', 'Clarisse')
  expect(await entriesOf('Clarisse')).toEqual([])
  const { citizen } = await json('register', 'show', svcId, '--as', 'Clarisse')
  expect(citizen.svc_id).toBe(svcId)
  const entries = await entriesOf('Clarisse')
  expect(entries).toMatchObject([{ action: 'register.show', after: { sandbox: true, production: false } }])
  expect(entries[0].subject).not.toBe('')
  expect(JSON.stringify(entries)).not.toContain(svcId)
})

test('a refused reading of a citizen has no entry', async () => {
  const { code, err } = await nani('register', 'show', 'COD-9999-9999-9999', '--as', 'Odile')
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('citizen_not_found') })
  expect(await entriesOf('Odile')).toEqual([])
})

test('the money of all organizations is read without naming one', async () => {
  expect(await json('billing', 'overdue')).toEqual({ object: 'list', data: [] })
  expect(await json('billing', 'organizations')).toEqual({ object: 'list', data: [] })
})
