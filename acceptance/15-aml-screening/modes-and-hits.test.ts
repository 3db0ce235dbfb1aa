import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { type ErrorBody, get, post } from '../client/call.ts'
import { inEveryMode } from '../client/every-mode.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { asynchronously, finishedJob, until } from '../client/kyc.ts'
import type { Job } from '../client/shapes.ts'
import { createApplication } from '../installation/applications.ts'
import { nani } from '../installation/nani-command.ts'
import { path, person, type Screening, screen, screeningRequest } from './screening.ts'

const { sandbox, production } = inject('demo')
const dataDir = inject('dataDir')

test('all four modes give the same screening', async () => {
  const shared = { purpose: 'regulatory_compliance', scopes: [] }
  const item = { subject: person('0009'), checks: ['sanctions', 'pep'] }
  const { service, results } = await inEveryMode<Screening>(sandbox, path, item, shared)
  expect(service).toEqual(['aml_screening', 'aml_screening'])
  // A URL contains the id of its own screening.
  const alike = (result: object) => JSON.parse(JSON.stringify(result).replaceAll(/aml_\w{26}/g, 'aml_x'))
  expect(results[0]).toMatchObject({ risk_level: 'high' })
  for (const result of results) expect(alike(result)).toEqual(alike(results[0] as object))
})

test('aml_screening.completed with job_id and result, and job.completed, report a job', async () => {
  const application = await createApplication(dataDir, { services: ['aml_screening'] })
  const accepted = await post<Job<Screening>>(
    application,
    path,
    screeningRequest(person('0010'), { monitoring: true }),
    asynchronously,
  )
  expect(accepted.json).toMatchObject({ object: 'job', service: 'aml_screening', status: 'pending' })
  const job = await finishedJob<Screening>(application, accepted.json.id)
  const { json } = await get<{ data: { type: string; data: { object: unknown } }[] }>(
    application,
    '/v1/events',
  )
  expect(Object.fromEntries(json.data.map(({ type, data }) => [type, data.object]))).toEqual({
    'aml_screening.completed': { job_id: job.id, result: job.result },
    'job.completed': job,
  })
  expect(job.result?.monitoring.enabled).toBe(true)
})

test('a replay returns the same monitor and starts no second one', async () => {
  const options = { idempotencyKey: randomUUID() }
  const members = { monitoring: true, reference: 'customer 7' }
  const first = await screen(sandbox, person('0001'), members, options)
  const again = await screen(sandbox, person('0001'), members, options)
  expect(first.json.monitoring).toEqual({ enabled: true, monitor_id: expect.stringMatching(/^mon_\w+$/) })
  expect(again.json).toEqual(first.json)
  const other = await screen(sandbox, person('0001'), { ...members, reference: 'customer 8' })
  expect(other.json.monitoring.monitor_id).not.toBe(first.json.monitoring.monitor_id)
})

describe('the entry behind a hit', () => {
  const fields = [
    'object',
    'screening_id',
    'position',
    'list',
    'category',
    'match_score',
    'names',
    'birth_dates',
    'nationalities',
    'addresses',
    'identifiers',
    'listed_on',
    'list_version',
    'explanation',
  ]

  test.each([
    ['0009', 'sanction'],
    ['0010', 'pep'],
    ['0011', 'fraud_case'],
  ])('-%s has the fields of an aml_hit, and %s', async (digits, kind) => {
    const { json } = await screen(sandbox, person(digits))
    const [hit] = json.hits
    const target = hit?.details_url.slice(sandbox.base_url.length) ?? ''
    const { status, json: entry } = await get<Record<string, unknown>>(sandbox, target)
    expect(status).toBe(200)
    expect(Object.keys(entry).sort()).toEqual([...fields, kind].sort())
    expect(entry).toMatchObject({
      object: 'aml_hit',
      screening_id: json.id,
      position: 0,
      list: hit?.list,
      category: hit?.category,
      match_score: hit?.match_score,
      listed_on: hit?.listed_on,
    })
    expect(entry.names).toContainEqual({
      name: expect.any(String),
      kind: expect.stringMatching(/^(primary|alias|weak_alias)$/),
      script: expect.stringMatching(/^[A-Z][a-z]{3}$/),
    })
    for (const date of entry.birth_dates as string[]) expect(date).toMatch(/^\d{4}(-\d\d(-\d\d)?)?$/)
    expect(entry.explanation).not.toEqual([])
  })

  test('returns no document of a person whose documents were not granted', async () => {
    const application = await createApplication(dataDir, { services: ['aml_screening'], scopes: [] })
    const { json } = await screen(application, person('0009'))
    const { json: entry } = await get(application, `${path}/${json.id}/hits/0`)
    expect(JSON.stringify(entry)).not.toMatch(/00000000009/)
  })

  test('a foreign screening, a position without a hit and an unknown one get the same answer', async () => {
    const stranger = await createApplication(dataDir, { services: ['aml_screening'] })
    const { id } = (await screen(sandbox, person('0009'))).json
    const unknown = `aml_${'0'.repeat(26)}`
    const answers = [
      await get(stranger, `${path}/${id}/hits/0`),
      await get(stranger, `${path}/${id}`),
      await get(sandbox, `${path}/${id}/hits/99`),
      await get(sandbox, `${path}/${id}/hits/-1`),
      await get(sandbox, `${path}/${id}/hits/first`),
      await get(sandbox, `${path}/${unknown}/hits/0`),
      await get(stranger, `${path}/${unknown}`),
    ]
    const bodies = answers.map((answer) => {
      expectRefusal(answer, 'not_found')
      return { ...(answer.json as ErrorBody), request_id: '' }
    })
    for (const body of bodies) expect(body).toEqual(bodies[0])
  })
})

test('a list that was never loaded was not searched: its check is absent until it is', async () => {
  const subject = { full_name: 'Zorobabel Kitambala Nsungu', date_of_birth: '1971-05-06', nationality: 'FRA' }
  const checks = async () => (await screen(production, subject, { checks: ['sanctions'] })).json
  expect(await checks()).toMatchObject({ checks: [], hits: [], risk_level: 'low' })
  const file = join(dataDir, 'national.csv')
  writeFileSync(
    file,
    [
      'reference,kind,name,aliases,birth_dates,gender,nationalities,listed_on,programs,legal_basis',
      'ACC-1,individual,Zorobabel Kitambala Nsungu,,1971-05-06,male,COD,2026-01-02,Acceptance,Decree 1',
    ].join('\n'),
  )
  await nani(dataDir, 'lists', 'import', 'national', file)
  const screened = await until(checks, ({ checks: ran }) => ran.length > 0)
  expect(screened).toMatchObject({ checks: ['sanctions'], risk_level: 'high' })
  expect(screened.hits).toEqual([
    expect.objectContaining({ matched_name: subject.full_name, listed_on: '2026-01-02' }),
  ])
  expect(screened.hits[0]).not.toHaveProperty('source')
})
