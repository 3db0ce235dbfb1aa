import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { consentOf, score } from '../22-credit-scoring/credit.ts'
import { done } from '../26-console/person.ts'
import { enrolTwo } from '../27-desk/operator.ts'
import { get, post } from '../client/call.ts'
import { asynchronously, finishedJob, sandboxPerson, singlePath, until, validate } from '../client/kyc.ts'
import type { KycValidation } from '../client/shapes.ts'
import { fetchPlainly } from '../client/transport.ts'
import {
  createDatabase,
  databaseServerOf,
  dropDatabase,
  onDatabase,
  urlOf,
} from '../installation/database-server.ts'
import { nani, naniJson } from '../installation/nani-command.ts'
import {
  type Installation,
  newDataDir,
  removeInstallation,
  startInstallation,
  startRefused,
} from '../installation/start-installation.ts'

/** The whole product with a register in a database of its own, on two databases of the PostgreSQL of the shared installation. */

const dataDir = newDataDir()
const names = { home: `home_${process.pid}`, register: `register_${process.pid}` }
const server = databaseServerOf(inject('dataDir'))
const databases = {
  DATABASE_URL: urlOf(server, 'app', names.home),
  NANI_OWNER_DATABASE_URL: urlOf(server, 'owner', names.home),
  NANI_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
}
const settings = {
  ...databases,
  NANI_REGISTER_DATABASE_URL: urlOf(server, 'app', names.register),
  NANI_REGISTER_OWNER_DATABASE_URL: urlOf(server, 'owner', names.register),
}
const demo = { NANI_DEMO: 'production' }

const on = <Row extends object>(database: string, text: string): Promise<Row[]> =>
  onDatabase(urlOf(server, 'superuser', database), text)

let installation: Installation
beforeAll(async () => {
  for (const name of Object.values(names)) await createDatabase(server, name)
  installation = await startInstallation(dataDir, { ...settings, ...demo })
  // Commands have the environment of their terminal.
  Object.assign(process.env, settings)
})
afterAll(async () => {
  for (const name of Object.keys(settings)) delete process.env[name]
  await removeInstallation(dataDir, installation)
  for (const name of Object.values(names)) await dropDatabase(server, name)
})

const svcId = 'COD-7090-0000-0001'
const person = {
  ...{ svc_id: svcId, certified: true, level_of_assurance: 'LOA3', gender: 'female' },
  ...{ first_name: 'Odette', last_name: 'Kalenga', date_of_birth: '1990-04-03' },
}
const inProduction = async (value: string, match = {}) => {
  const asked = { identifier: { type: 'svc_id', value }, purpose: 'customer_onboarding', match }
  const { status, json } = await post<KycValidation>(installation.demo.production, singlePath, asked)
  expect(status).toBe(200)
  return json
}
const count = async (database: string, from: string): Promise<number> =>
  Number((await on<{ n: string }>(database, `select count(*) as n from ${from}`))[0]?.n)

test('calls find people, who are enrolled, corrected by two people, imported, scored and deleted', async () => {
  const { sandbox } = installation.demo
  const url = /^Desk +(\S+)$/m.exec(installation.output())?.[1] ?? ''
  const officers = await enrolTwo({ url, dataDir }, 'enrolment_officer')
  expect((await validate(sandbox, '0001')).json.result).toBe('verified')
  await done(officers[0].call('POST', '/citizens', person))
  expect((await inProduction(svcId)).result).toBe('verified')
  expect(await count(names.home, 'citizens')).toBe(0)
  expect(await count(names.register, `citizens where svc_id = '${svcId}'`)).toBe(1)

  const body = { changes: { date_of_birth: '1990-03-04' }, reason: 'The extract of birth says so.' }
  const path = `/citizens/${svcId}/corrections`
  expect(await done(officers[0].call('POST', path, body))).toMatchObject({ status: 'proposed' })
  expect(await done(officers[1].call('POST', path, body))).toMatchObject({ status: 'executed' })
  const { match } = await inProduction(svcId, { date_of_birth: '1990-03-04' })
  expect(match?.date_of_birth).toBe('match')
  expect(await count(names.home, `acts where action = 'enrolment.correct_citizen'`)).toBe(2)
  expect(await count(names.register, 'acts')).toBe(0)

  const consent = await consentOf(sandbox, sandboxPerson('0001'))
  expect((await score(sandbox, '0001', { consent })).status).toBe(200)

  const file = join(dataDir, 'citizens.ndjson')
  const imported = { ...person, svc_id: 'COD-7090-0000-0002' }
  writeFileSync(
    file,
    [{ ...person, status: 'deleted' }, imported].map((line) => JSON.stringify(line)).join('\n'),
  )
  const report = await naniJson<object>(dataDir, 'register', 'import', file, '--environment', 'production')
  expect(report).toMatchObject({ written: 2, refused: 0, ended: { citizens: 1, devices: null } })
  expect((await inProduction(imported.svc_id)).result).toBe('verified')
  // What the command caused is carried by the server.
  await until(
    () => count(names.register, 'register_outbox'),
    (waiting) => waiting === 0,
    { timeoutMs: 10_000 },
  )

  const generated = ['register', 'generate', '--count', '5', '--seed', 'kasai', '--environment', 'production']
  const [one = ''] = (await naniJson<{ examples: string[] }>(dataDir, ...generated)).examples
  expect((await inProduction(one)).result).not.toBe('not_found')
  const remove = (name: string) =>
    naniJson<{ status: string; deleted: number }>(
      dataDir,
      ...[
        'register',
        'delete-synthetic',
        '--environment',
        'production',
        '--reason',
        'The end.',
        '--as',
        name,
      ],
    )
  expect(await remove('Amina')).toMatchObject({ status: 'proposed', deleted: 0 })
  expect(await remove('Boris')).toMatchObject({ status: 'executed', deleted: 5 })
  expect((await inProduction(one)).result).toBe('not_found')
})

test('checks see both databases', async () => {
  const { base_url } = installation.demo.sandbox
  expect((await fetchPlainly(`${base_url}/readyz`)).status).toBe(200)
  expect(await nani(dataDir, 'database', 'migrate', '--check')).toContain('The schema is current.')
  const { checks } = await naniJson<{ checks: { check: string; state: string }[] }>(dataDir, 'doctor')
  expect(checks).toContainEqual(expect.objectContaining({ check: 'register', state: 'ok' }))
  // The login that serves calls has rights on the tables of each database alone.
  const mayRead = (table: string) => `select has_table_privilege('nani_app', '${table}', 'select') as may`
  expect([await on(names.home, mayRead('citizens')), await on(names.register, mayRead('results'))]).toEqual([
    [{ may: false }],
    [{ may: false }],
  ])
})

test('while the register is away, its calls can be sent again, its jobs wait, and all else works', async () => {
  const { sandbox } = installation.demo
  const stored = (await validate(sandbox, '0001')).json
  await on('postgres', `alter database ${names.register} connection limit 0`)
  await on(
    'postgres',
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${names.register}'`,
  )
  const warnings = async () => {
    const { status, body } = await fetchPlainly(`${sandbox.base_url}/readyz`)
    expect(status).toBe(200)
    return (JSON.parse(body.toString()) as { warnings?: string[] }).warnings ?? []
  }
  await until(warnings, (named) => named.includes('register'), { timeoutMs: 10_000 })
  expect(await validate(sandbox, '0001')).toMatchObject({ status: 503, json: { error: 'overloaded' } })
  expect((await get<KycValidation>(sandbox, `${singlePath}/${stored.id}`)).json.id).toBe(stored.id)
  const job = await validate(sandbox, '0001', {}, asynchronously)
  expect(job.status).toBe(202)
  // What operators do in an emergency works too.
  expect(await naniJson<object[]>(dataDir, 'applications', 'list')).not.toEqual([])
  await on('postgres', `alter database ${names.register} connection limit -1`)
  await until(warnings, (named) => !named.includes('register'), { timeoutMs: 10_000 })
  expect((await finishedJob(sandbox, job.json.id)).status).toBe('completed')
})

test('after a kill it starts again, and never without its register', async () => {
  await installation.kill()
  const { code, output } = await startRefused(dataDir, { ...databases, ...demo })
  expect(code).toBe(1)
  expect(output).toContain('The register of this installation has a database of its own')
  installation = await startInstallation(dataDir, { ...settings, ...demo })
  expect((await validate(installation.demo.sandbox, '0001')).json.result).toBe('verified')
})
