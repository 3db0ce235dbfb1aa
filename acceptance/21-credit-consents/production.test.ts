import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import type { Credentials } from '../client/credentials.ts'
import { type ApplicationOptions, createApplication } from '../installation/applications.ts'
import { nani } from '../installation/nani-command.ts'
import { ask, becomes, type ConsentRequest, lender, read } from './consents.ts'

const dataDir = inject('dataDir')
const identifiers = ['COD-2100-0000-0001', 'COD-2100-0000-0002', 'COD-2100-0000-0003']
const [first, second] = identifiers as [string, string]
const bank = (more: ApplicationOptions = {}) =>
  lender(dataDir, { environment: 'production', approved: true, ...more })
const person = (value: string) => ({ identifier: { type: 'svc_id', value } })
const askFor = (caller: Credentials, value: string) => ask(caller, '', person(value))

beforeAll(async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'nani-consents-')), 'citizens.ndjson')
  const records = identifiers.map((svc_id) => ({
    svc_id,
    first_name: 'Aline',
    last_name: 'Mbala Nsimba',
    date_of_birth: '1985-02-03',
    gender: 'female',
    nationality: 'COD',
    certified: true,
    status: 'active',
    level_of_assurance: 'LOA3',
  }))
  writeFileSync(file, records.map((record) => JSON.stringify(record)).join('\n'))
  await nani(dataDir, 'register', 'import', file, '--environment', 'production')
})

test('a request waits for the citizen: nothing answers it, and no operator may', async () => {
  const application = await bank()
  const { status, json } = await askFor(application, first)
  expect([status, json.status]).toEqual([202, 'pending'])
  for (const act of ['approve', 'decline']) {
    const failure = await nani(dataDir, 'consents', act, json.id, '--json').then(
      () => 'succeeded',
      ({ stdout }: { stdout: string }) => (JSON.parse(stdout) as { error: { code: string } }).error.code,
    )
    expect(failure).toBe('consent_of_citizen')
  }
  // By then, a later request of the sandbox has been answered.
  const tester = await lender(dataDir)
  const { json: later } = await ask(tester, '0001')
  await becomes(tester, later.id, 'approved')
  expect((await read(application, json.id)).json).toEqual(json)
  expect((await askFor(application, first)).json.id).toBe(json.id)
})

test('ten applications may ask one citizen in 24 hours; the next one gets rate_limited with retry_after', async () => {
  // Each database counts by itself.
  const [organization] = inject('placedOrganizations')
  const applications = await Promise.all(Array.from({ length: 11 }, () => bank({ organization })))
  const answers = []
  for (const application of applications) answers.push(await askFor(application, second))
  expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(202), 429])
  const refused = answers[10]!.json as unknown as ConsentRequest & { error: string; retry_after: number }
  expect(refused.error).toBe('rate_limited')
  expect(refused.retry_after).toBeGreaterThan(86_000)
  expect(refused.retry_after).toBeLessThanOrEqual(86_400)
  // A request that is pending is returned again, also then.
  expect((await askFor(applications[0]!, second)).json.id).toBe(answers[0]!.json.id)
})

test('a person of the sandbox does not exist in production', async () => {
  const application = await createApplication(dataDir, {
    environment: 'production',
    services: ['credit_scoring'],
    approved: true,
  })
  const { status, json } = await ask(application, '0001')
  expect([status, json]).toMatchObject([400, { error: 'invalid_identifier' }])
})
