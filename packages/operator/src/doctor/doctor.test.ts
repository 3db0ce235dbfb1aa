import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testServerCertificate } from '@nani/server/testing/tls.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { runInMemory, testMasterKey } from '../testing/run-in-memory.ts'

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
    ...['settings', 'ports', 'disk', 'certificates', 'face model files'],
    ...[
      'database',
      'clock',
      'encryption',
      'roles',
      'register',
      'rules',
      'keys',
      'cells',
      'production certificate',
      'lists',
      'face models',
    ],
  ])
  expect(checks.filter(({ state }) => state === 'failed')).toEqual([])
  expect(checks.find(({ check }) => check === 'lists')).toMatchObject({
    state: 'attention',
    message: expect.stringContaining('never loaded: un'),
  })
})

/** The line of one check. */
const checked = async (check: string, env: Record<string, string> = {}): Promise<string> =>
  new RegExp(`^ {2}${check} {2,}(.*)$`, 'm').exec((await naniOn(env, 'doctor')).out)?.[1] ?? 'no line'

test('a port of the desk or of the console that another program uses is named', async () => {
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  for (const variable of ['NANI_DESK_PORT', 'NANI_CONSOLE_PORT', 'NANI_LOG_PORT'])
    expect(await checked('ports', { [variable]: String(port) })).toMatch(
      new RegExp(`^attention +a program listens on (?:\\d+, )*${port}\\b`),
    )
  // As the port of the metrics answers.
  const ofNani = createHttpServer((_request, response) => response.end('{"status":"ok"}'))
  await new Promise<void>((listening) => ofNani.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void ofNani.close())
  const own = String((ofNani.address() as { port: number }).port)
  expect(await checked('ports', { NANI_ROLE: 'worker', NANI_METRICS_PORT: own })).toBe(
    `ok         a process of Nani listens on ${own}; another installation needs other ports`,
  )
  const asWorker = { NANI_ROLE: 'worker', NANI_DESK_PORT: String(port) }
  expect(await checked('ports', asWorker)).toMatch(/^ok/)
})

test('the certificate of the console that ends soon or cannot be read is named', async () => {
  const { cert, key } = await testServerCertificate('console.example')
  const file = join(folder, 'console.pem')
  const env = { NANI_CONSOLE_CERTIFICATE_FILE: file, NANI_CONSOLE_KEY_FILE: join(folder, 'console.key') }
  writeFileSync(env.NANI_CONSOLE_KEY_FILE, key)
  writeFileSync(file, cert)
  expect(await checked('certificates', env)).toMatch(/^attention +console: 0 days are left$/)
  writeFileSync(file, 'no certificate')
  expect(await checked('certificates', env)).toMatch(/^failed +console: unreadable$/)
})

test('a connection to the database that may be read on its way is named', async () => {
  expect(await checked('encryption')).toMatch(
    /^ok +connections go to this machine; a pooler or tunnel on it needs TLS of its own$/,
  )
})

test('the age of the oldest list is shown', async () => {
  writeFileSync(join(folder, 'national.csv'), 'reference,kind,name\nN-1,individual,Kabeya Ilunga\n')
  expect(await naniOn({}, 'lists', 'import', 'national', 'national.csv')).toMatchObject({ code: 0 })
  expect(await checked('lists')).toMatch(
    /^attention +never loaded: un.*; the oldest is national, confirmed 0 h ago$/,
  )
  await database.pool.query(`update list_versions set confirmed_at = now() - interval '400 days'`)
  expect(await checked('lists')).toMatch(/; too old: national \(400 days\)$/)
})

test('the built-in face models need a decision, which a start stores', async () => {
  expect(await checked('face models')).toMatch(/^attention +the training data is unknown/)
  expect(await checked('face models', { NANI_FACE_WORKERS: '0' })).toMatch(
    /^ok +Face Recognition is not offered$/,
  )
  await database.pool.query(`insert into installation_rules values ('face_models_accepted', true, now())`)
  expect(await checked('face models')).toMatch(/^ok +accepted/)
})

test('a rule that lets one person act as two is named', async () => {
  expect(await checked('rules')).toMatch(/^ok/)
  await database.pool.query(`insert into installation_rules values ('fraud_two_people', false, now())`)
  onTestFinished(async () => {
    await database.pool.query(`delete from installation_rules where rule = 'fraud_two_people'`)
  })
  expect(await checked('rules')).toMatch(
    /^attention +one person may act as two: one person decides about fraud/,
  )
})

test('stored data that the keys do not open is a failed check', async () => {
  const name = 'server_certificate'
  await database.pool.query('insert into installation_secrets values ($1, $2, now())', [
    name,
    randomBytes(64),
  ])
  onTestFinished(async () => {
    await database.pool.query('delete from installation_secrets where name = $1', [name])
  })
  expect(await checked('keys')).toMatch(/^failed/)
})

test.each<[string, string, Record<string, string>]>([
  ['database', 'database', { DATABASE_URL: 'postgres://nani:s3cret@127.0.0.1:1/nani' }],
  ['face model files', 'face model files, face models', { NANI_FACE_MODELS: '/nowhere' }],
])('a failed check of the %s is named, and the others run', async (name, failed, env) => {
  const { code, out, err } = await naniOn(env, 'doctor')
  expect(code).toBe(1)
  expect(out).toMatch(new RegExp(`^ {2}${name} +failed`, 'm'))
  expect(out).toMatch(/^ {2}disk +(?:ok|attention)/m)
  expect(err).toContain(`error checks_failed: These checks failed: ${failed}.`)
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
