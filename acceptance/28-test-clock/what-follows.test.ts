import { beforeEach, expect, inject, test } from 'vitest'
import { person, screen } from '../15-aml-screening/screening.ts'
import { ask, becomes, type ConsentRequest, lender } from '../21-credit-consents/consents.ts'
import { score } from '../22-credit-scoring/credit.ts'
import { get, post } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { sandboxPerson, until } from '../client/kyc.ts'
import type { KycValidation } from '../client/shapes.ts'
import { createApplication } from '../installation/applications.ts'
import { changeDatabase } from '../installation/audit-log.ts'
import { naniJson } from '../installation/nani-command.ts'
import { dayMs, moveClock, near, resetClock } from './clock.ts'

const dataDir = inject('dataDir')

type StatusEvent = { created_at: string; data: { object: ConsentRequest } }

let application: Credentials
beforeEach(async () => {
  application = await createApplication(dataDir, { services: ['kyc_validation', 'fraud_reporting'] })
})

const move = (body: Record<string, unknown>, of = application) => moveClock(of, body)
const request = { identifier: sandboxPerson('0001'), purpose: 'customer_onboarding' }

test('a document expires by it', async () => {
  const statusOf = async () => {
    const { json } = await post<KycValidation>(application, '/v1/kyc/validations', {
      ...{ purpose: request.purpose, identifier: sandboxPerson('0004'), scopes: ['kyc.documents.primary'] },
    })
    const { status, expires_at } = json.kyc.documents.primary!
    return { status, expires_at: expires_at ?? '' }
  }
  const before = await statusOf()
  expect(before.status).toBe('valid')
  await move({ now: `${before.expires_at}T23:00:00Z` })
  expect((await statusOf()).status).toBe('valid')

  await move({ advance: 'P1D' })

  expect((await statusOf()).status).toBe('expired')
})

test('what is compared with an age follows it: a claim, and a threshold', async () => {
  const own = await createApplication(dataDir, { services: ['kyc_validation', 'age_verification'] })
  const ageOf = async (digits: string) => {
    const asked = { ...request, identifier: sandboxPerson(digits) }
    return (await post<KycValidation>(own, '/v1/kyc/validations', asked)).json.kyc.basic.age
  }
  const [adult, minor] = [await ageOf('0001'), await ageOf('0007')]
  const verdicts = async () => {
    const claimed = { ...request, match: { age: adult + 5 } }
    const { json: kyc } = await post<KycValidation>(own, '/v1/kyc/validations', claimed)
    const { json: age } = await post<{ result: string }>(own, '/v1/age/verifications', {
      ...{ identifier: sandboxPerson('0007'), purpose: 'age_gating', threshold: minor + 5 },
    })
    return [kyc.match.age, age.result]
  }
  expect(await verdicts()).toEqual(['no_match', 'under_threshold'])

  await move({ advance: 'P5Y' }, own)

  expect(await verdicts()).toEqual(['match', 'over_threshold'])
})

test('an entry of a list ages by it: an old report weighs less', async () => {
  const own = await createApplication(dataDir, { services: ['aml_screening'] })
  const risk = async () => {
    const subject = { full_name: 'Musenge Kalombo Anicet', nationality: 'COD' }
    return (await screen(own, subject, { checks: ['adverse_media'] })).json.risk_score
  }
  const before = await risk()
  expect(before).toBeGreaterThan(10)

  await move({ advance: 'P8Y' }, own)

  // Two half-lives.
  expect(await risk()).toBeLessThan(before / 2)
})

test('what may not be in the future is compared with it: the time of a fraud, and a date of birth', async () => {
  const own = await createApplication(dataDir, { services: ['fraud_reporting', 'aml_screening'] })
  const at = (days: number) => new Date(Date.now() + days * dayMs).toISOString()
  const answers = async (days: number) => {
    const born = { full_name: 'Nsimba Luzolo Espoir', date_of_birth: at(days).slice(0, 10) }
    const description = 'The number stopped working at 10:00.'
    const reported = (members: object) =>
      post(own, '/v1/fraud/reports', { type: 'sim_swap', description, ...members })
    const all = await Promise.all([
      reported({ subject: { identifier: request.identifier }, occurred_at: at(days) }),
      reported({ subject: born }),
      screen(own, born, { checks: ['sanctions'] }),
    ])
    return all.map(({ status }) => status)
  }
  expect(await answers(39)).toEqual([400, 400, 400])

  await move({ advance: 'P40D' }, own)

  expect(await answers(39)).toEqual([200, 200, 200])
  expect(await answers(42)).toEqual([400, 400, 400])
})

test('a fraud case has its time and its deadline, and moves by itself', async () => {
  await move({ advance: 'P40D' })
  const body = {
    type: 'sim_swap',
    subject: { identifier: sandboxPerson('0001') },
    description: 'The number stopped working at 10:00.',
  }
  const { json } = await post<{ id: string; case_number: string; created_at: string }>(
    application,
    '/v1/fraud/reports',
    body,
  )
  const read = async () =>
    (await get<{ status: string; created_at: string }>(application, `/v1/fraud/reports/${json.id}`)).json

  expect(near(json.created_at, Date.now() + 40 * dayMs)).toBe(true)
  expect((await read()).status).toBe('received')
  const moved = await until(read, ({ status }) => status === 'under_review')
  expect(moved.created_at).toBe(json.created_at)
  const shown = await naniJson<{ due_at: string; changed_at: string }>(
    dataDir,
    ...['cases', 'show', json.case_number, '--environment', 'sandbox'],
  )
  expect(near(shown.changed_at, Date.parse(json.created_at))).toBe(true)
  // Four hours for a stolen number.
  expect(Date.parse(shown.due_at) - Date.parse(json.created_at)).toBe(4 * 3_600_000)
})

test('a case is confirmed on a day of its time, as screenings and scores show it', async () => {
  const own = await createApplication(dataDir, {
    services: ['fraud_reporting', 'aml_screening', 'credit_scoring'],
  })
  const clock = (await move({ advance: 'P400D' }, own)).json
  const subject = { role: 'suspect', identifier: sandboxPerson('0008') }
  const { json: report } = await post<{ id: string }>(own, '/v1/fraud/reports', {
    ...{ type: 'document_forgery', subject, description: 'A false passport.' },
  })
  for (const next of ['under_review', 'confirmed']) {
    // A state lasts 5 s of its time.
    await move({ advance: 'PT6S' }, own)
    const read = () => get<{ status: string }>(own, `/v1/fraud/reports/${report.id}`)
    await until(read, ({ json }) => json.status === next)
  }

  // In a cell, home gets the case after its event.
  const { json } = await until(
    () => screen(own, person('0008'), { checks: ['watchlists'] }),
    ({ json: found }) => found.hits.length > 0,
  )

  // A day can end during the test.
  const days = [0, 120_000].map((ms) => new Date(Date.parse(clock.now) + ms).toISOString().slice(0, 10))
  expect(days).toContain(json.fraud_signals?.last_confirmed_on)
  expect(days).toContain(json.hits[0]?.listed_on)
  expect(days).toContain((await score(own, '0008')).json.risk_signals.fraud.last_confirmed_on)

  await resetClock(own)

  // The case is gone, also where it counted.
  const counted = 'select count(*)::int as parties from fraud_network_parties where application_id = $1'
  expect(await changeDatabase(dataDir, counted, [own.application_id])).toEqual({ parties: 0 })
  const { status, json: after } = await screen(own, person('0008'), { checks: ['watchlists'] })
  expect([status, after.hits]).toEqual([200, []])
  expect((await score(own, '0008')).json.risk_signals.fraud).toMatchObject({ last_confirmed_on: null })
})

test('a credit consent follows it: it lapses after thirty days of its time, with its event', async () => {
  const own = await lender(dataDir)
  const clock = (await move({ advance: 'P2Y' }, own)).json
  const { json: asked } = await ask(own, '0001')
  const approved = await becomes(own, asked.id, 'approved')
  const { consent_id, granted_at, expires_at } = approved.consent!
  expect(near(asked.created_at, Date.parse(clock.now))).toBe(true)
  expect(Date.parse(expires_at) - Date.parse(granted_at)).toBe(30 * dayMs)
  const scored = () =>
    post(own, '/v1/credit/scores', {
      ...{ identifier: sandboxPerson('0001'), product: 'microcredit', purpose: 'credit_assessment' },
      consent: { method: 'svc_app', consent_id },
    })
  expect((await scored()).status).toBe(200)

  await move({ advance: 'P29D' }, own)
  expect((await scored()).status).toBe(200)
  await move({ advance: 'P2D' }, own)

  expectRefusal(await scored(), 'consent_required')
  expect((await becomes(own, asked.id, 'expired')).id).toBe(asked.id)
  const { json: events } = await get<{ data: StatusEvent[] }>(own, '/v1/events')
  const changes = events.data.filter(({ data }) => data.object.id === asked.id)
  expect(changes.map(({ data }) => data.object.status)).toContain('expired')
  const lapsed = changes.find(({ data }) => data.object.status === 'expired')
  expect(near(lapsed?.created_at ?? '', Date.parse(clock.now) + 31 * dayMs)).toBe(true)
})

test('a consent request ends unanswered after a day of its time', async () => {
  const own = await lender(dataDir)
  const { json: asked } = await ask(own, '0015')
  await move({ advance: 'PT23H' }, own)
  expect((await becomes(own, asked.id, 'pending')).expires_at).toBe(asked.expires_at)

  await move({ advance: 'PT2H' }, own)

  await becomes(own, asked.id, 'expired')
})

test('a credit score is valid for thirty days of its time', async () => {
  const own = await lender(dataDir)
  const clock = (await move({ advance: 'P3Y' }, own)).json
  const { json, status } = await score(own, '0008')

  expect(status).toBe(200)
  expect(near(json.valid_until, Date.parse(clock.now) + 30 * dayMs)).toBe(true)
})

test('credit data ages by it: a record is used for 24 months', async () => {
  const own = await lender(dataDir)
  const sources = async () => (await score(own, '0008')).json.data_sources
  expect(await sources()).not.toEqual([])
  await move({ advance: 'P22M' }, own)
  expect(await sources()).not.toEqual([])

  await move({ advance: 'P3M' }, own)

  expect(await sources()).toEqual([])
})
