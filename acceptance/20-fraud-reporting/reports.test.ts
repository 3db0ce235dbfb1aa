import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { type ErrorBody, get, post } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { asynchronously, everyItem, finishedBatch, finishedJob, sandboxPerson } from '../client/kyc.ts'
import type { Batch, Job, ResultsList } from '../client/shapes.ts'
import { callsUsed } from '../installation/usage.ts'
import { csv, evidence } from './files.ts'
import {
  aliasPath,
  eventsOf,
  type FraudReport,
  newReporter,
  path,
  readReport,
  report,
  reportBody,
} from './report.ts'

let reporter: Credentials
beforeAll(async () => {
  reporter = await newReporter()
})

const types = {
  identity_usurpation: 'victim',
  account_takeover: 'victim',
  sim_swap: 'victim',
  phishing: 'victim',
  social_engineering: 'victim',
  document_forgery: 'suspect',
  money_laundering: 'suspect',
  terrorist_financing: 'suspect',
  insider_fraud: 'suspect',
  robbery: 'unknown',
  payment_fraud: 'unknown',
  other: 'unknown',
}

describe('a report', () => {
  test('returns the case and no personal data', async () => {
    const { status, json } = await report(reporter, {
      subject: {
        identifier: sandboxPerson('0001'),
        full_name: 'Kabeya Ilunga',
        date_of_birth: '1988-07-21',
        nationality: 'AGO',
        phone_number: '+243810000001',
      },
      victims: [
        { full_name: 'Ngalula Tshibangu', nationality: 'ZMB' },
        { anonymous: true, type: 'business', country: 'FRA' },
        { business: { name: 'Copper Ltd', country: 'ZAF' } },
      ],
      location: { province: 'Kinshasa', city: 'Kinshasa' },
      amount: { value: 250000.5, currency: 'CDF' },
      channel: 'mobile_app',
      occurred_at: '2026-02-28T10:00:00Z',
      evidence: [evidence('transaction_log', csv(), 'The transfers of the day')],
      reporter_reference: 'incident-1',
    })
    expect(status).toBe(200)
    expect(json).toEqual({
      id: expect.stringMatching(/^frd_\w+$/),
      object: 'fraud_report',
      livemode: false,
      case_number: expect.stringMatching(new RegExp(`^RDC-FRD-${new Date().getUTCFullYear()}-\\d{6,}$`)),
      status: 'received',
      type: 'sim_swap',
      subject: { type: 'individual', role: 'suspect', country: 'COD' },
      victims: [
        { type: 'individual', country: 'ZMB', anonymous: false },
        { type: 'business', country: 'FRA', anonymous: true },
        { type: 'business', country: 'ZAF', anonymous: false },
      ],
      reporter_reference: 'incident-1',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
    expect(JSON.stringify(json)).not.toMatch(
      /Kabeya|0000-0001|1988|810000001|Ngalula|Copper|transfers|10:00\./,
    )
  })

  test.each(Object.entries(types))('of the type %s gives its subject the role %s', async (type, role) => {
    const { status, json } = await report(reporter, { type })
    expect([status, json.type, json.subject?.role]).toEqual([200, type, role])
  })

  test('with victims makes its subject the suspect, and a role that is sent prevails', async () => {
    const victims = [{ anonymous: true, role: 'suspect' }]
    const roleOf = async (members: Record<string, unknown>) =>
      (await report(reporter, members)).json.subject?.role
    expect(await roleOf({ type: 'phishing', victims })).toBe('suspect')
    for (const role of ['suspect', 'victim', 'unknown'])
      expect(await roleOf({ victims, subject: { full_name: 'A', role } })).toBe(role)
    expect(await roleOf({ type: 'phishing', victims: [] })).toBe('victim')
  })

  test('without a subject has none', async () => {
    const { json } = await report(reporter, { subject: undefined })
    expect([json.subject, json.victims, json.reporter_reference]).toEqual([null, [], null])
    expect((await report(reporter, { subject: null, victims: null, evidence: null })).status).toBe(200)
  })

  test.each<[string, Record<string, unknown>, string]>([
    [
      'the issuing country',
      { identifier: { type: 'passport', value: 'AB 12-34', issuing_country: 'FRA' }, nationality: 'BEL' },
      'FRA',
    ],
    ['the nationality', { full_name: 'A', nationality: 'BEL' }, 'BEL'],
    ['COD for a phone number alone', { phone_number: '+243810000001' }, 'COD'],
    [
      'the country of a company',
      { business: { name: 'A', registration_number: '12', country: 'ZMB' } },
      'ZMB',
    ],
    ['COD for a national company', { business: { identifier: { type: 'nif', value: 'A0000001A' } } }, 'COD'],
    ['COD for a number that the register does not know', { identifier: sandboxPerson('9999') }, 'COD'],
    ['COD for a birth alone', { date_of_birth: '1990-01-01' }, 'COD'],
  ])('shows as country of its subject %s', async (_, subject, country) => {
    const { status, json } = await report(reporter, { subject })
    expect([status, json.subject?.country]).toEqual([200, country])
  })

  test('takes 50 victims, and descriptions of 1 and of 10,000 characters', async () => {
    const victims = Array.from({ length: 50 }, () => ({ anonymous: true }))
    expect((await report(reporter, { victims })).json.victims).toHaveLength(50)
    for (const description of ['x', 'é'.repeat(10_000)])
      expect((await report(reporter, { description })).status).toBe(200)
  })

  test('needs no purpose, and refuses one that is not approved', async () => {
    const limited = await newReporter({ purposes: ['fraud_prevention'] })
    expect((await report(limited)).status).toBe(200)
    expect((await report(limited, { purpose: 'fraud_prevention' })).status).toBe(200)
    expectRefusal(await report(limited, { purpose: 'customer_onboarding' }), 'purpose_not_approved')
    expectRefusal(await report(limited, { purpose: 'gossip' }), 'purpose_not_approved')
    expectRefusal(await report(limited, { purpose: 5 }), 'invalid_request', { context: { field: 'purpose' } })
  })

  test('needs the service, and its quota limits it', async () => {
    expectRefusal(await report(await newReporter({ services: ['kyc_validation'] })), 'service_not_enabled')
    const limited = await newReporter({ quota: ['fraud_reporting=2/day'] })
    expect([(await report(limited)).status, (await report(limited)).status]).toEqual([200, 200])
    expectRefusal(await report(limited), 'quota_exceeded', { context: { service: 'fraud_reporting' } })
    expect(await callsUsed(inject('dataDir'), limited, 'fraud_reporting')).toBe(2)
  })
})

describe('case numbers', () => {
  test('of parallel reports are unique, and those of one process increase', async () => {
    const numbers: number[] = []
    const take = async () => {
      const { json } = await report(reporter)
      numbers.push(Number(json.case_number.split('-').at(-1)))
    }
    await Promise.all(Array.from({ length: 120 }, take))
    expect(new Set(numbers).size).toBe(120)
    const last = Math.max(...numbers)
    await take()
    expect(numbers.at(-1)).toBeGreaterThan(last)
  })
})

describe('reading a report', () => {
  test('returns it to its application alone', async () => {
    const { json } = await report(reporter)
    expect(await readReport(reporter, json.id)).toEqual(json)
    const other = await newReporter()
    const foreign = await get<ErrorBody>(other, `${path}/${json.id}`)
    const unknown = await get<ErrorBody>(other, `${path}/${json.id.slice(0, -6)}000000`)
    expectRefusal(foreign, 'not_found')
    expect({ ...foreign.json, request_id: '' }).toEqual({ ...unknown.json, request_id: '' })
  })
})

describe('idempotency', () => {
  test('a replay returns the first response, also when the case has moved on', async () => {
    const idempotencyKey = randomUUID()
    const first = await report(reporter, {}, { idempotencyKey })
    const again = await report(reporter, {}, { idempotencyKey })
    expect(again.json).toEqual(first.json)
    expect(again.headers['idempotent-replayed']).toBe('true')
    await expect
      .poll(async () => (await readReport(reporter, first.json.id)).status, { timeout: 20_000 })
      .not.toBe('received')
    expect((await report(reporter, {}, { idempotencyKey })).json.status).toBe('received')
    expectRefusal(await report(reporter, { type: 'other' }, { idempotencyKey }), 'idempotency_key_reused')
  })
})

describe('the four modes', () => {
  const withoutOwn = ({ id: _, case_number: __, created_at: ___, ...rest }: FraudReport) => rest

  test('give the same report', async () => {
    const application = await newReporter()
    const single = await report(application, { reporter_reference: 'r' })
    const accepted = await report<Job>(application, { reporter_reference: 'r' }, asynchronously)
    expect([accepted.status, accepted.json.service]).toEqual([202, 'fraud_reporting'])
    const job = await finishedJob<FraudReport>(application, accepted.json.id)
    const body = { items: [{ ...reportBody({ reporter_reference: 'r' }), reference: 'a' }] }
    const list = await post<ResultsList<FraudReport>>(application, `${path}/batches`, body)
    const batch = await post<Batch>(application, `${path}/batches`, body, asynchronously)
    expect((await finishedBatch(application, batch.json.id)).status).toBe('completed')
    const [item] = await everyItem<FraudReport>(application, batch.json.id)
    const reports = [single.json, job.result, list.json.data[0]?.result, item?.result] as FraudReport[]
    for (const one of reports) expect(withoutOwn(one)).toEqual(withoutOwn(single.json))
    expect(new Set(reports.map(({ case_number }) => case_number)).size).toBe(4)
    const created = (await eventsOf(application)).filter(({ type }) => type === 'fraud_report.created')
    expect(created.map(({ data }) => data.object.id).toSorted()).toEqual(
      reports.map(({ id }) => id).toSorted(),
    )
    for (const { data } of created)
      expect(data.object).toEqual(reports.find(({ id }) => id === data.object.id))
  })

  test('of a job, job.completed comes first, with the report that a synchronous call returns', async () => {
    const application = await newReporter()
    const accepted = await report<Job>(application, {}, asynchronously)
    const { result } = await finishedJob<FraudReport>(application, accepted.json.id)
    const events = (await eventsOf(application)).slice(0, 2)
    expect(events.map(({ type }) => type)).toEqual(['job.completed', 'fraud_report.created'])
    expect(events[0]?.data.object.result).toEqual(result)
    expect(events[1]?.data.object).toEqual(result)
  })

  test('a batch fails its items alone for parties, evidence and rules between fields', async () => {
    const items = [
      { reference: 'ok', ...reportBody({ reporter_reference: 'mine' }) },
      { reference: 'empty', ...reportBody({ subject: {} }) },
      { reference: 'number', ...reportBody({ subject: { identifier: { type: 'svc_id', value: 'x' } } }) },
      { reference: 'file', ...reportBody({ evidence: [evidence('image', csv())] }) },
      {
        reference: 'url',
        ...reportBody({
          evidence: [{ ...evidence('image', csv()), file: { url: 'https://127.0.0.1/a.png' } }],
        }),
      },
      { reference: 'purpose', ...reportBody({ purpose: 'gossip' }) },
    ]
    const { status, json } = await post<ResultsList<FraudReport>>(reporter, `${path}/batches`, { items })
    expect(status).toBe(200)
    expect(json.data.map(({ reference, error }) => [reference, error?.code, error?.field])).toEqual([
      ['ok', undefined, undefined],
      ['empty', 'invalid_request', 'subject'],
      ['number', 'invalid_identifier', 'subject.identifier.value'],
      ['file', 'invalid_request', 'evidence[0].file'],
      ['url', 'image_unreachable', 'evidence[0].file.url'],
      ['purpose', 'purpose_not_approved', undefined],
    ])
    expect(json.data[0]?.result?.reporter_reference).toBe('mine')
    const shape = await post<ErrorBody>(reporter, `${path}/batches`, {
      items: [
        { reference: 'a', ...reportBody() },
        { reference: 'b', ...reportBody({ description: undefined }) },
      ],
    })
    expect([shape.status, shape.json.error, shape.json.field]).toEqual([
      400,
      'invalid_request',
      'items[1].description',
    ])
    const unnamed = await post<ErrorBody>(reporter, `${path}/batches`, { items: [reportBody()] })
    expect(unnamed.json.field).toBe('items[0].reference')
  })
})

describe('the legacy alias', () => {
  const { type: _, ...untyped } = reportBody()

  test('creates identity usurpations, with and without their type, in both single modes', async () => {
    for (const body of [untyped, { ...untyped, type: 'identity_usurpation' }, { ...untyped, type: null }]) {
      const { status, json } = await post<FraudReport>(reporter, aliasPath, body)
      expect([status, json.object, json.type, json.subject?.role]).toEqual([
        200,
        'fraud_report',
        'identity_usurpation',
        'victim',
      ])
      expect((await readReport(reporter, json.id)).type).toBe('identity_usurpation')
    }
    const accepted = await post<Job>(reporter, aliasPath, untyped, asynchronously)
    const job = await finishedJob<FraudReport>(reporter, accepted.json.id)
    expect(job.result?.type).toBe('identity_usurpation')
  })

  test('refuses another type, and has no batches and no results', async () => {
    const { status, json } = await post<ErrorBody>(reporter, aliasPath, reportBody())
    expect([status, json.error, json.field]).toEqual([400, 'invalid_request', 'type'])
    const batch = await post<ErrorBody>(reporter, `${aliasPath}/batches`, { items: [] })
    expect(batch.status).toBe(404)
  })
})
