import { type Actor, dayMs } from '@nani/foundation/core/index.ts'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Application } from '../../gateway/gateway/index.ts'
import { testApplication } from '../../testing/application.ts'
import { type ConsentWorld, holder, loansPath, otherPerson, startConsents } from '../../testing/consents.ts'
import { applyDueChanges, approveConsent, grantThroughSignIn, revokeOwnConsent } from './index.ts'

const citizenOf = (svcId: string): Actor => ({
  ...{ kind: 'citizen', svcId, environment: 'sandbox', deviceId: 'dev_1' },
})

let world: ConsentWorld
beforeAll(async () => {
  world = await startConsents()
})
afterAll(() => world.stop())
beforeEach(() => {
  world.hooks.duringCall = async () => {}
})

const newApplication = (changes: Partial<Application> = {}) =>
  world.admitApplication(testApplication(changes))
const operator = { kind: 'operator', name: 'amina', roles: ['supervisor'] } as const

type Requested = { requestId: string; consentId: string }
const approvedConsent = async (application: Application, svcId = holder): Promise<Requested> => {
  const body = {
    identifier: { type: 'svc_id', value: svcId },
    purpose: 'credit_assessment',
    product: 'microcredit',
  }
  const { json } = await world.call(application, { method: 'POST', target: '/v1/credit/consents', body })
  const approved = await approveConsent(operator, { id: json.id as string }, world.consents)
  if (!('consent' in approved) || !approved.consent) throw new Error('not approved')
  return { requestId: approved.id, consentId: approved.consent.consent_id }
}

const item = (consent: unknown, changes: Record<string, unknown> = {}) => ({
  identifier: { type: 'svc_id', value: holder },
  consent,
  ...changes,
})
const common = { purpose: 'credit_assessment', product: 'microcredit' }
const score = (
  application: Application,
  consent: unknown,
  changes: Record<string, unknown> = {},
  more = {},
) =>
  world.call(application, {
    method: 'POST',
    target: loansPath,
    body: { ...common, ...item(consent, changes) },
    ...more,
  })
const by = (consentId: string | null) => ({ method: 'svc_app', consent_id: consentId })
const usesOf = async (application: Application) => {
  const { rows } = await world.database.pool.query<{ consent_id: string; result_id: string }>(
    'select consent_id, result_id from credit_consent_uses where application_id = $1 order by result_id',
    [application.applicationId],
  )
  return rows
}
const auditedOutcomes = async (application: Application) => {
  const { rows } = await world.database.pool.query<{ outcome: string | null }>(
    `select outcome from audit_entries where application_id = $1 and error_code = 'consent_required'`,
    [application.applicationId],
  )
  return rows.map(({ outcome }) => outcome)
}

describe('a valid consent', () => {
  test('is in the result, and each use is recorded with the score', async () => {
    const application = newApplication()
    const { consentId } = await approvedConsent(application)
    const first = await score(application, by(consentId))
    const second = await score(application, by(consentId))
    expect([first.status, second.status]).toEqual([200, 200])
    const grantedMs = world.clock.now()
    expect(first.json.consent).toEqual({
      method: 'svc_app',
      consent_id: consentId,
      granted_at: new Date(grantedMs).toISOString(),
      expires_at: new Date(grantedMs + 30 * dayMs).toISOString(),
    })
    expect(await usesOf(application)).toEqual(
      [first, second].map(({ json }) => ({ consent_id: consentId, result_id: json.id })),
    )
  })

  test('serves another identifier of the same person', async () => {
    const application = newApplication()
    const { consentId } = await approvedConsent(application)
    const passport = { type: 'passport', value: world.passportOf[holder] }
    expect((await score(application, by(consentId), { identifier: passport })).status).toBe(200)
  })

  test('of a sign-in covers every product', async () => {
    const application = newApplication()
    const { applicationId } = application
    const consent = await inTransaction(world.consents.pool, (client) =>
      grantThroughSignIn(
        client,
        { applicationId, environment: 'sandbox', svcId: holder, clockAheadMs: 0 },
        world.consents,
      ),
    )
    for (const product of ['microcredit', 'mortgage'])
      expect((await score(application, by(consent.consent_id), { product })).status).toBe(200)
    const { json } = await world.get(application, '/v1/events')
    const [event] = json.data as { data: { object: unknown; previous_attributes: unknown } }[]
    expect(event?.data).toEqual({
      object: { id: consent.consent_id, object: 'credit_consent', status: 'approved', ...consent },
      previous_attributes: { status: null },
    })
  })

  test('of the sandbox is always valid for its person, with every product', async () => {
    const application = newApplication()
    const identifier = { type: 'svc_id', value: 'COD-0000-0000-0008' }
    for (const product of ['bnpl', 'other'])
      expect((await score(application, by('cns_sandbox_valid'), { identifier, product })).status).toBe(200)
    expect(await usesOf(application)).toHaveLength(2)
  })
})

describe('spec/consents#consent-checks: every fault is consent_required, and only the audit names it', () => {
  const sandboxPerson = { identifier: { type: 'svc_id', value: 'COD-0000-0000-0008' } }
  test.each<[string, unknown, Record<string, unknown>, string]>([
    ['absent', undefined, {}, 'consent_missing'],
    ['null', null, {}, 'consent_missing'],
    ['without an id', {}, {}, 'consent_missing'],
    ['with the id null', by(null), {}, 'consent_missing'],
    ['unknown', by('cns_unknown'), {}, 'consent_unknown'],
    ['empty', by(''), {}, 'consent_unknown'],
    ['of the sandbox, expired', by('cns_sandbox_expired'), sandboxPerson, 'consent_expired'],
    ['of the sandbox, revoked', by('cns_sandbox_revoked'), sandboxPerson, 'consent_revoked'],
    ['of the sandbox, of another', by('cns_sandbox_other'), sandboxPerson, 'consent_of_another_citizen'],
    ['of the sandbox, for another person', by('cns_sandbox_valid'), {}, 'consent_of_another_citizen'],
    [
      'for an unknown person',
      by('cns_sandbox_valid'),
      { identifier: { type: 'passport', value: 'XX0000000' } },
      'consent_of_another_citizen',
    ],
  ])('%s', async (_name, consent, changes, outcome) => {
    const application = newApplication()
    const reply = await score(application, consent, changes)
    expect([reply.status, reply.json.error]).toEqual([403, 'consent_required'])
    expect(Object.keys(reply.json).toSorted()).toEqual(['error', 'message', 'request_id'])
    await world.audit.drain()
    expect(await auditedOutcomes(application)).toEqual([outcome])
    expect(await usesOf(application)).toEqual([])
  })

  test.each([
    ['a text', 'cns_1', 'consent'],
    ['a number as id', by(7 as unknown as string), 'consent.consent_id'],
    ['an unknown method', { method: 'paper', consent_id: 'cns_1' }, 'consent.method'],
  ])('%s is invalid_request', async (_name, consent, field) => {
    const reply = await score(newApplication(), consent)
    expect([reply.status, reply.json.error, reply.json.field]).toEqual([400, 'invalid_request', field])
  })

  test('a consent of another application, of another citizen, for another product, revoked and expired', async () => {
    const [application, foreign] = [newApplication(), newApplication()]
    const { requestId, consentId } = await approvedConsent(application)
    const refused = async (caller: Application, consent: string, changes = {}) => {
      const reply = await score(caller, by(consent), changes)
      expect([reply.status, reply.json.error]).toEqual([403, 'consent_required'])
    }
    await refused(foreign, consentId)
    await refused(application, consentId, { identifier: { type: 'svc_id', value: otherPerson } })
    await refused(application, consentId, { product: 'mortgage' })
    await world.pass(30 * dayMs)
    await refused(application, consentId)
    const renewed = await approvedConsent(application, otherPerson)
    await revokeOwnConsent(citizenOf(otherPerson), { id: renewed.requestId }, world.consents)
    await refused(application, renewed.consentId, { identifier: { type: 'svc_id', value: otherPerson } })
    await world.audit.drain()
    expect(await auditedOutcomes(foreign)).toEqual(['consent_unknown'])
    expect((await auditedOutcomes(application)).toSorted()).toEqual(
      [
        'consent_of_another_citizen',
        'consent_for_another_product',
        'consent_expired',
        'consent_revoked',
      ].toSorted(),
    )
    await applyDueChanges(world.consents)
    expect((await world.get(application, `/v1/credit/consents/${requestId}`)).json.status).toBe('expired')
  })
})

describe('a revocation during the call wins', () => {
  const revokeMeanwhile = (id: string) => {
    world.hooks.duringCall = async () => {
      await revokeOwnConsent(citizenOf(holder), { id }, world.consents)
    }
  }
  const results = (application: Application) => world.count('results', application)

  test('in a single call: nothing is returned, stored or charged', async () => {
    const application = newApplication()
    const { requestId, consentId } = await approvedConsent(application)
    revokeMeanwhile(requestId)
    const reply = await score(application, by(consentId))
    expect([reply.status, reply.json.error]).toEqual([403, 'consent_required'])
    expect([await results(application), await usesOf(application)]).toEqual([0, []])
    expect(await world.count('usage_counters', application, `service = 'credit_scoring' and used > 0`)).toBe(
      0,
    )
    await world.audit.drain()
    expect(await auditedOutcomes(application)).toEqual(['ended_during_call'])
  })

  test('in a job: job.failed', async () => {
    const application = newApplication()
    const { requestId, consentId } = await approvedConsent(application)
    const { status, json } = await score(application, by(consentId), {}, { prefer: 'respond-async' })
    expect(status).toBe(202)
    revokeMeanwhile(requestId)
    await world.runJobs()
    const job = (await world.get(application, `/v1/jobs/${json.id}`)).json
    expect([job.status, (job.error as unknown as { error: string }).error]).toEqual([
      'failed',
      'consent_required',
    ])
    expect(await results(application)).toBe(0)
  })

  test('in a batch: the item fails alone', async () => {
    const application = newApplication()
    const lost = await approvedConsent(application)
    const kept = await approvedConsent(application, otherPerson)
    revokeMeanwhile(lost.requestId)
    let calls = 0
    const revoke = world.hooks.duringCall
    world.hooks.duringCall = async () => {
      if (calls++ === 0) await revoke()
    }
    const items = [
      { reference: 'lost', ...item(by(lost.consentId)) },
      {
        reference: 'kept',
        ...item(by(kept.consentId), { identifier: { type: 'svc_id', value: otherPerson } }),
      },
    ]
    const { status, json } = await world.call(application, {
      method: 'POST',
      target: `${loansPath}/batches`,
      body: { ...common, items },
    })
    expect(status).toBe(200)
    const [first, second] = json.data as { status: string; error?: { code: string } }[]
    expect([first?.status, first?.error?.code, second?.status]).toEqual([
      'failed',
      'consent_required',
      'succeeded',
    ])
    expect((await usesOf(application)).map(({ consent_id }) => consent_id)).toEqual([kept.consentId])
  })
})

test('accepted work is checked when it is accepted and when it is performed', async () => {
  const application = newApplication()
  const refused = await score(application, null, {}, { prefer: 'respond-async' })
  expect([refused.status, refused.json.error]).toEqual([403, 'consent_required'])
  const { requestId, consentId } = await approvedConsent(application)
  const accepted = await score(application, by(consentId), {}, { prefer: 'respond-async' })
  await revokeOwnConsent(citizenOf(holder), { id: requestId }, world.consents)
  await world.runJobs()
  expect(await auditedOutcomes(application)).toContain('consent_revoked')
  const job = (await world.get(application, `/v1/jobs/${accepted.json.id}`)).json
  expect([job.status, (job.error as unknown as { error: string }).error]).toEqual([
    'failed',
    'consent_required',
  ])
})

test.each([
  ['synchronous', {}],
  ['asynchronous', { prefer: 'respond-async' }],
])('in a %s batch an item with an invalid consent fails alone', async (_name, more) => {
  const application = newApplication()
  const { consentId } = await approvedConsent(application)
  const items = [by(consentId), null, by('cns_unknown'), undefined, by(consentId)].map((consent, index) => ({
    reference: `r${index}`,
    ...item(consent),
  }))
  const reply = await world.call(application, {
    method: 'POST',
    target: `${loansPath}/batches`,
    body: { ...common, items },
    ...more,
  })
  await world.runChunks()
  const { json } =
    'prefer' in more ? await world.get(application, `/v1/batches/${reply.json.id}/results`) : reply
  const data = json.data as { status: string; error?: { code: string } }[]
  expect(data.map(({ status, error }) => error?.code ?? status)).toEqual([
    'succeeded',
    'consent_required',
    'consent_required',
    'consent_required',
    'succeeded',
  ])
  expect(await usesOf(application)).toHaveLength(2)
  expect((await auditedOutcomes(application)).toSorted()).toEqual([
    'consent_missing',
    'consent_missing',
    'consent_unknown',
  ])
})

test('commits and a revocation at the same time: no score is written after the revocation', async () => {
  const application = newApplication()
  const { requestId, consentId } = await approvedConsent(application)
  const calls = Array.from({ length: 24 }, () => score(application, by(consentId)))
  await calls[0]
  await revokeOwnConsent(citizenOf(holder), { id: requestId }, world.consents)
  const atRevocation = (await usesOf(application)).length
  const replies = await Promise.all(calls)
  const succeeded = replies.filter(({ status }) => status === 200)
  expect(
    replies.filter(({ status }) => status !== 200).every(({ json }) => json.error === 'consent_required'),
  ).toBe(true)
  expect((await usesOf(application)).length).toBe(succeeded.length)
  expect(succeeded.length).toBe(atRevocation)
})
