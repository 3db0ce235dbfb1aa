import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { screen } from '../15-aml-screening/screening.ts'
import { get, post } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { sandboxPerson, until } from '../client/kyc.ts'
import { createApplication } from '../installation/applications.ts'
import { untilCarried } from '../installation/databases.ts'
import { startSecondProcess } from '../installation/second-process.ts'
import { type Installation, newDataDir, removeInstallation } from '../installation/start-installation.ts'
import { csv, evidence } from './files.ts'
import {
  aliasPath,
  bySvcId,
  eventsOf,
  type FraudReport,
  newReporter,
  newSvcId,
  path,
  reached,
  readReport,
  report,
  reportBody,
} from './report.ts'

const dataDir = inject('dataDir')
const ownDataDir = newDataDir()
let second: Installation
beforeAll(async () => {
  second = await startSecondProcess(dataDir, ownDataDir)
})
afterAll(async () => {
  await second?.stop().catch(() => {})
  await removeInstallation(ownDataDir, second)
})

/** The same application, called through the other process. */
const there = (credentials: Credentials): Credentials => ({
  ...credentials,
  base_url: second.demo.sandbox.base_url,
})

const confirmed = async (
  credentials: Credentials,
  members: Record<string, unknown>,
  outcome = 'confirmed',
) => {
  const { json, status } = await report(credentials, members)
  expect(status).toBe(200)
  await reached(credentials, json.id, outcome)
  await untilCarried(dataDir)
}
const casesOf = async (credentials: Credentials, subject: unknown) => {
  const { json } = await screen(credentials, subject)
  return { hits: json.hits.filter((hit) => hit.fraud_case), signals: json.fraud_signals, json }
}

describe('a case of the sandbox moves by itself', () => {
  test.concurrent('5 s after each state, with an event for each change, once with two processes', async () => {
    const application = await newReporter()
    const startedMs = Date.now()
    const { json } = await report(application, { reporter_reference: 'mine' })
    await reached(application, json.id, 'under_review')
    const reviewMs = Date.now()
    expect(reviewMs - startedMs).toBeGreaterThan(4_000)
    await reached(application, json.id, 'confirmed')
    expect(Date.now() - reviewMs).toBeGreaterThan(3_000)
    const events = await eventsOf(application)
    expect(events.map(({ type }) => type)).toEqual([
      'fraud_report.created',
      'fraud_report.status_changed',
      'fraud_report.status_changed',
    ])
    expect(events.slice(1).map(({ data }) => data)).toEqual([
      { object: { ...json, status: 'under_review' }, previous_attributes: { status: 'received' } },
      { object: { ...json, status: 'confirmed' }, previous_attributes: { status: 'under_review' } },
    ])
    expect(await readReport(there(application), json.id)).toEqual({ ...json, status: 'confirmed' })
  })

  test.concurrent('to the outcome of its type, its parties and its evidence', async () => {
    const application = await newReporter()
    const files = [evidence('transaction_log', csv())]
    const cases: [Record<string, unknown>, string][] = [
      [{ type: 'money_laundering', subject: undefined }, 'escalated_to_authorities'],
      [{ type: 'terrorist_financing', subject: { full_name: 'A' } }, 'escalated_to_authorities'],
      [{ type: 'other', subject: undefined }, 'dismissed'],
      [{ type: 'phishing', subject: undefined, victims: [{ anonymous: true }] }, 'dismissed'],
      [{ type: 'phishing', subject: undefined, victims: [{ phone_number: '+243810000001' }] }, 'confirmed'],
      [{ type: 'other', subject: undefined, evidence: files }, 'confirmed'],
      [{ type: 'robbery', subject: { business: { name: 'A' } } }, 'confirmed'],
    ]
    await Promise.all(cases.map(([members, outcome]) => confirmed(application, members, outcome)))
  })

  test.concurrent('and sends a second event when it came through the alias', async () => {
    const application = await newReporter()
    const { type: _, ...body } = reportBody()
    const { json } = await post<FraudReport>(application, aliasPath, body)
    await reached(application, json.id, 'confirmed')
    const events = await eventsOf(application)
    expect(
      events.map(({ type, data }) => [type, data.object.status, data.previous_attributes?.status]),
    ).toEqual([
      ['fraud_report.created', 'received', undefined],
      ['fraud_report.status_changed', 'under_review', 'received'],
      ['usurpation_report.status_changed', 'under_review', 'received'],
      ['fraud_report.status_changed', 'confirmed', 'under_review'],
      ['usurpation_report.status_changed', 'confirmed', 'under_review'],
    ])
  })
})

describe('a confirmed case of the sandbox', () => {
  test.concurrent('is a hit of its suspect for the same application alone, at once and on both processes', async () => {
    const [application, other] = await Promise.all([newReporter(), newReporter()])
    const svcId = newSvcId()
    const subject = { ...bySvcId(svcId), role: 'suspect' }
    const { json } = await report(application, { type: 'document_forgery', subject })
    await reached(application, json.id, 'under_review')
    expect((await casesOf(application, bySvcId(svcId))).hits).toEqual([])
    await reached(application, json.id, 'confirmed')
    await untilCarried(dataDir)
    for (const caller of [application, there(application)]) {
      const { hits, signals } = await casesOf(caller, bySvcId(svcId))
      expect(hits).toMatchObject([
        {
          category: 'watchlists',
          match_score: 1,
          fraud_case: {
            case_number: json.case_number,
            type: 'document_forgery',
            status: 'confirmed',
            role: 'suspect',
          },
        },
      ])
      expect(Object.keys(hits[0]?.fraud_case ?? {}).toSorted()).toEqual([
        'case_number',
        'role',
        'status',
        'type',
      ])
      expect(signals).toMatchObject({ confirmed_cases_as_suspect: 1, identity_fraud_victim: false })
    }
    const foreign = await casesOf(other, bySvcId(svcId))
    expect([foreign.hits, foreign.signals?.confirmed_cases_as_suspect]).toEqual([[], 0])
  })

  test.concurrent('of a victim is a signal by number alone, and never raises the level', async () => {
    const application = await newReporter()
    const [subjectId, victimId] = [newSvcId(), newSvcId()]
    const known = { full_name: 'Mbombo Ntumba Alice', date_of_birth: '1990-09-09', nationality: 'COD' }
    await confirmed(application, {
      type: 'robbery',
      subject: { ...bySvcId(subjectId), role: 'victim', ...known },
      victims: [bySvcId(victimId), { anonymous: true }],
    })
    for (const svcId of [subjectId, victimId]) {
      const { hits, signals, json } = await casesOf(application, bySvcId(svcId))
      expect(hits).toEqual([])
      expect(signals).toMatchObject({ confirmed_cases_as_suspect: 0, identity_fraud_victim: true })
      expect(json.risk_level).toBe('low')
    }
    expect((await casesOf(application, known)).signals).toMatchObject({ identity_fraud_victim: false })
  })

  test.concurrent('finds a suspect by name, birth and nationality together, and says so in the explanation', async () => {
    const application = await newReporter()
    const known = { full_name: 'Nsimba Kiala Odette', date_of_birth: '1979-11-30', nationality: 'AGO' }
    await confirmed(application, { type: 'insider_fraud', subject: known })
    const alike = { ...known, full_name: 'Kiala Nsimba' }
    const { hits, json } = await casesOf(application, alike)
    expect(hits).toHaveLength(1)
    expect(hits[0]?.match_score).toBeLessThan(1)
    const position = json.hits.findIndex((hit) => hit.fraud_case)
    const entry = await get<{ explanation: { field: string; score: number }[] }>(
      application,
      `/v1/aml/screenings/${json.id}/hits/${position}`,
    )
    expect(entry.json.explanation.map(({ field }) => field)).toEqual(['name', 'birth_date', 'nationality'])
    expect(entry.json.explanation[0]?.score).toBe(hits[0]?.match_score)
    for (const changed of [
      { full_name: 'Nsimba Kiala Odile' },
      { date_of_birth: '1979-11-29' },
      { nationality: 'COD' },
    ])
      expect((await casesOf(application, { ...known, ...changed })).hits).toEqual([])
  })

  test.concurrent('finds a suspect by the number that a document led to, and companies by rccm', async () => {
    const application = await newReporter()
    const passport = { identifier: { type: 'passport', value: 'SX0000001' } }
    const nif = { business: { identifier: { type: 'nif', value: 'A0000001A' } } }
    await Promise.all([
      confirmed(application, { type: 'document_forgery', subject: passport }),
      confirmed(application, { type: 'insider_fraud', subject: nif }),
    ])
    expect((await casesOf(application, { identifier: sandboxPerson('0001') })).hits).toHaveLength(1)
    const rccm = { business: { identifier: { type: 'rccm', value: 'CD/KNG/RCCM/00-B-00001' } } }
    expect((await casesOf(application, rccm)).hits).toHaveLength(1)
  })

  test.concurrent('matches no subject by a foreign document, an unknown role or an anonymous victim', async () => {
    const application = await newReporter()
    const foreign = { identifier: { type: 'passport', value: 'SX0000003', issuing_country: 'AGO' } }
    const svcId = newSvcId()
    await Promise.all([
      confirmed(application, { type: 'document_forgery', subject: foreign }),
      confirmed(application, { type: 'other', subject: bySvcId(svcId), victims: undefined }),
    ])
    const { hits, signals } = await casesOf(application, bySvcId(svcId))
    expect([hits, signals?.identity_fraud_victim]).toEqual([[], false])
    expect(
      (await casesOf(application, { identifier: { type: 'passport', value: 'SX0000003' } })).hits,
    ).toEqual([])
  })

  test.concurrent('leaves the test identities as they are', async () => {
    const application = await newReporter()
    const suspect = await casesOf(application, { identifier: sandboxPerson('0011') })
    expect([suspect.hits.length, suspect.signals?.confirmed_cases_as_suspect]).toEqual([1, 1])
    const victim = await casesOf(application, { identifier: sandboxPerson('0012') })
    expect([victim.hits.length, victim.signals?.identity_fraud_victim]).toEqual([0, true])
  })

  test.concurrent('alerts the monitors of its application', async () => {
    const [application, other] = await Promise.all([newReporter(), newReporter()])
    const svcId = newSvcId()
    for (const caller of [application, other]) await screen(caller, bySvcId(svcId), { monitoring: true })
    await confirmed(application, { type: 'document_forgery', subject: bySvcId(svcId) })
    const alerts = async (caller: Credentials) =>
      (await eventsOf(caller)).filter(({ type }) => type === 'aml_screening.alert')
    const [alert] = await until(
      () => alerts(application),
      (found) => found.length > 0,
      { timeoutMs: 30_000 },
    )
    expect(alert?.data.object).toMatchObject({ reason: 'new_hit' })
    expect(await alerts(other)).toEqual([])
  })
})

test.concurrent('reports on two processes have different numbers', async () => {
  const application = await newReporter()
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) => report(at % 2 ? application : there(application))),
  )
  expect(new Set(answers.map(({ json }) => json.case_number)).size).toBe(60)
})

test.concurrent('a case of production does not move by itself', async () => {
  const application = await createApplication(dataDir, {
    environment: 'production',
    services: ['fraud_reporting'],
    approved: true,
  })
  const { json } = await post<FraudReport>(application, path, reportBody())
  expect([json.livemode, json.status]).toEqual([true, 'received'])
  // By then, a later case of the sandbox has moved.
  const tester = await newReporter()
  const { json: later } = await report(tester)
  await reached(tester, later.id, 'under_review')
  expect((await readReport(application, json.id)).status).toBe('received')
  expect((await eventsOf(application)).map(({ type }) => type)).toEqual([
    'application.production_status_changed',
    'fraud_report.created',
  ])
})
