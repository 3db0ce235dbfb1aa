import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { runInMemory, testMasterKey } from './testing/run-in-memory.ts'

let folder: string
let database: TestDatabase
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nani-doctor-'))
  database = await createTestDatabase()
  await naniOn({}, 'database', 'migrate')
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const naniOn = (env: Record<string, string>, ...args: string[]) =>
  runInMemory(args, {
    env: { DATABASE_URL: database.url, NANI_MASTER_KEY: testMasterKey, NANI_DATA_DIR: folder, ...env },
    cwd: folder,
  })

type Checked = { check: string; state: string; message: string }

test('an installation that works has no failed check, and missing lists are named', async () => {
  const { code, out } = await naniOn({}, 'doctor', '--json')
  const { checks } = JSON.parse(out) as { checks: Checked[] }
  expect(code).toBe(0)
  expect(checks.map(({ check }) => check)).toEqual([
    ...['settings', 'ports', 'disk', 'certificate of the app', 'face models'],
    ...['database', 'clock', 'roles', 'register', 'lists'],
  ])
  expect(checks.filter(({ state }) => state === 'failed')).toEqual([])
  expect(checks.at(-1)).toMatchObject({
    state: 'attention',
    message: expect.stringContaining('never loaded: un'),
  })
})

test.each<[string, Record<string, string>]>([
  ['database', { DATABASE_URL: 'postgres://nani:s3cret@127.0.0.1:1/nani' }],
  ['face models', { NANI_FACE_MODELS: '/nowhere' }],
])('a failed check of the %s is named, and the others run', async (name, env) => {
  const { code, out, err } = await naniOn(env, 'doctor')
  expect(code).toBe(1)
  expect(out).toMatch(new RegExp(`^ {2}${name} +failed`, 'm'))
  expect(out).toMatch(/^ {2}disk +(?:ok|attention)/m)
  expect(err).toContain(`error checks_failed: These checks failed: ${name}.`)
  expect(out + err).not.toContain('s3cret')
})

test('at a place without an installation the check of the database fails, and nothing is created', async () => {
  const nowhere = join(folder, 'nowhere')
  const { code, out } = await runInMemory(['doctor'], { env: { NANI_DATA_DIR: nowhere }, cwd: folder })
  expect(code).toBe(1)
  expect(out).toMatch(/^ {2}database +failed +There is no installation/m)
  expect(existsSync(nowhere)).toBe(false)
})

test('the version and the help are printed', async () => {
  expect((await naniOn({}, '--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect(await naniOn({}, 'help')).toMatchObject({ code: 0, out: expect.stringContaining('doctor') })
  expect(await naniOn({}, 'help', 'doctor')).toMatchObject({
    code: 0,
    out: expect.stringContaining('face models'),
  })
})
