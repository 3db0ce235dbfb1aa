import { randomUUID } from 'node:crypto'
import { hourMs } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyDueChanges, revokeOwnConsent } from '../../citizens/consents/index.ts'
import type { Application } from '../../gateway/gateway/index.ts'
import { testApplication } from '../../testing/application.ts'
import {
  type ConsentWorld,
  holder,
  minor,
  otherPerson,
  startConsents,
  uncertified,
} from '../../testing/consents.ts'

let world: ConsentWorld
beforeAll(async () => {
  world = await startConsents()
})
afterAll(() => world.stop())

const path = '/v1/credit/consents'
const newApplication = (changes: Partial<Application> = {}) =>
  world.admitApplication(testApplication(changes))
const asking = (svcId: string, changes: Record<string, unknown> = {}) => ({
  identifier: { type: 'svc_id', value: svcId },
  purpose: 'credit_assessment',
  product: 'microcredit',
  ...changes,
})
const ask = (application: Application, body: Record<string, unknown>, more = {}) =>
  world.call(application, { method: 'POST', target: path, body, ...more })
const read = (application: Application, id: unknown) => world.get(application, `${path}/${id}`)
type Event = { type: string; data: { object: Record<string, unknown>; previous_attributes: unknown } }
const events = async (application: Application) => {
  const { data } = (await world.get(application, '/v1/events')).json as { data: Event[] }
  return data.map(({ type, data: { object, previous_attributes } }) => [
    type,
    object.id,
    object.status,
    previous_attributes,
  ])
}
const changed = 'credit_consent.status_changed'

describe('spec/consents#consent-request', () => {
  test('the request has exactly the documented members, and 24 hours for its answer', async () => {
    const application = newApplication()
    const { status, json } = await ask(application, asking(holder, { reference: 'loan 7' }))
    expect(status).toBe(202)
    const now = world.clock.now()
    expect(json).toEqual({
      id: expect.stringMatching(/^cnr_/),
      object: 'credit_consent_request',
      status: 'pending',
      product: 'microcredit',
      reference: 'loan 7',
      created_at: new Date(now).toISOString(),
      expires_at: new Date(now + 24 * hourMs).toISOString(),
    })
    expect(await read(application, json.id)).toMatchObject({ status: 200, json })
    expect(await events(application)).toEqual([])
  })

  test('a sandbox request is approved after two seconds, with its consent, its event and its audit entry', async () => {
    const application = newApplication()
    const { json } = await ask(application, asking(holder))
    expect(world.woken.at(-1)).toBe(world.clock.now() + 2_000)
    world.clock.advance(1_999)
    expect((await read(application, json.id)).json.status).toBe('pending')
    world.clock.advance(1)
    const approved = (await read(application, json.id)).json
    const now = world.clock.now()
    expect(approved).toEqual({
      ...json,
      status: 'approved',
      consent: {
        method: 'svc_app',
        consent_id: expect.stringMatching(/^cns_/),
        granted_at: new Date(now).toISOString(),
        expires_at: new Date(now + 30 * 24 * hourMs).toISOString(),
      },
    })
    await applyDueChanges(world.consents)
    expect(await events(application)).toEqual([[changed, json.id, 'approved', { status: 'pending' }]])
    const { rows } = await world.database.pool.query(
      `select actor, outcome, read_ids from audit_entries
       where application_id = $1 and outcome like 'consent%' order by at, outcome`,
      [application.applicationId],
    )
    expect(rows).toEqual([
      { actor: 'application', outcome: 'consent_requested', read_ids: [json.id] },
      { actor: 'system', outcome: 'consent_approved', read_ids: [json.id] },
    ])
  })

  test.each([
    ['0014', 2_000, 'declined'],
    ['0015', 24 * hourMs, 'expired'],
  ])('the person %s of the sandbox: after %i ms the request is %s', async (number, afterMs, status) => {
    const application = newApplication()
    const { json } = await ask(application, asking(`COD-0000-0000-${number}`))
    await world.pass(afterMs - 1)
    await applyDueChanges(world.consents)
    expect((await read(application, json.id)).json.status).toBe('pending')
    await world.pass(1)
    await applyDueChanges(world.consents)
    expect((await read(application, json.id)).json).toEqual({ ...json, status })
    expect(await events(application)).toEqual([[changed, json.id, status, { status: 'pending' }]])
  })

  test('an approved consent lapses after 30 days', async () => {
    const application = newApplication()
    const { json } = await ask(application, asking(holder))
    world.clock.advance(2_000)
    await applyDueChanges(world.consents)
    await world.pass(30 * 24 * hourMs)
    await applyDueChanges(world.consents)
    const lapsed = (await read(application, json.id)).json
    expect([lapsed.status, lapsed.consent]).toEqual(['expired', expect.anything()])
    expect((await events(application)).map(([, , status, previous]) => [status, previous])).toEqual([
      ['approved', { status: 'pending' }],
      ['expired', { status: 'approved' }],
    ])
  })

  test('a request of another application, an unknown one and the id of a sign-in are 404', async () => {
    const application = newApplication()
    const { json } = await ask(application, asking(holder))
    const other = newApplication()
    for (const id of [json.id, 'cnr_01KJQCCTY0B1F2GR7V5Q0WDX9N', 'x']) {
      const reply = await read(other, id)
      expect([reply.status, reply.json.error]).toEqual([404, 'not_found'])
    }
  })
})

describe('spec/citizen-app#notifications', () => {
  const askedOf = ({ applicationId }: Application) =>
    world.asked.filter((one) => one.applicationId === applicationId)

  test('a new request is announced once, after its commit; the same request is not announced again', async () => {
    const application = newApplication()
    const replies = await Promise.all([1, 2, 3].map(() => ask(application, asking(holder))))
    const { applicationId, environment } = application
    expect(askedOf(application)).toEqual([
      { applicationId, environment, citizen: expect.any(Buffer), requestId: replies[0]?.json.id },
    ])
  })

  test('a request that ends at once, or is refused, is not announced', async () => {
    const application = newApplication()
    for (const svcId of [minor, uncertified, 'COD-9999-9999-9999']) await ask(application, asking(svcId))
    expect(askedOf(application)).toEqual([])
  })
})

describe('spec/consents#rules-of-consent-requests', () => {
  test('a pending request of the same citizen is returned again, also by a document and at the same time', async () => {
    const application = newApplication()
    const byPassport = asking(holder, { identifier: { type: 'passport', value: world.passportOf[holder] } })
    const replies = await Promise.all(
      [asking(holder), byPassport, asking(holder, { product: 'mortgage' })].map((body) =>
        ask(application, body),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual([202, 202, 202])
    expect(new Set(replies.map(({ json }) => json.id)).size).toBe(1)
    expect(await world.count('credit_consents', application)).toBe(1)
    const other = await ask(application, asking(otherPerson))
    expect(other.json.id).not.toBe(replies[0]?.json.id)
  })

  test('a person under 18 is not asked: the request ends as declined', async () => {
    const application = newApplication()
    const { status, json } = await ask(application, asking(minor))
    expect([status, json.status]).toEqual([202, 'declined'])
    expect(await events(application)).toEqual([[changed, json.id, 'declined', { status: 'pending' }]])
  })

  test.each([
    ['nobody', asking('COD-9999-9999-9999'), 400, 'invalid_identifier'],
    ['an account without certification', asking(uncertified), 400, 'invalid_identifier'],
    ['a wrong format', asking('COD-1'), 400, 'invalid_identifier'],
    [
      'a type of a business',
      asking(holder, { identifier: { type: 'nif', value: 'A1234567B' } }),
      400,
      'unsupported_identifier_type',
    ],
    ['no product', asking(holder, { product: null }), 400, 'invalid_request'],
    ['an unknown product', asking(holder, { product: 'yacht' }), 400, 'invalid_request'],
    ['no purpose', asking(holder, { purpose: null }), 400, 'invalid_request'],
    ['another purpose', asking(holder, { purpose: 'customer_onboarding' }), 403, 'purpose_not_approved'],
    ['a purpose of no catalogue', asking(holder, { purpose: 'curiosity' }), 403, 'purpose_not_approved'],
    [
      'an amount of 0',
      asking(holder, { amount_requested: { value: 0, currency: 'USD' } }),
      400,
      'invalid_request',
    ],
  ])('%s', async (_name, body, status, error) => {
    const application = newApplication()
    const reply = await ask(application, body)
    expect([reply.status, reply.json.error]).toEqual([status, error])
    expect(await world.count('credit_consents', application)).toBe(0)
  })

  test('the purpose must be approved, and credit_scoring enabled', async () => {
    const without = newApplication({ purposes: new Set(['customer_onboarding']) })
    expect((await ask(without, asking(holder))).json.error).toBe('purpose_not_approved')
    const disabled = newApplication({ services: new Set(['kyc_validation']) })
    expect((await ask(disabled, asking(holder))).json.error).toBe('service_not_enabled')
  })

  test('with an Idempotency-Key the first response is replayed, also after the approval', async () => {
    const application = newApplication()
    const idempotencyKey = randomUUID()
    const first = await ask(application, asking(holder), { idempotencyKey })
    world.clock.advance(2_000)
    const second = await ask(application, asking(holder), { idempotencyKey })
    expect([second.status, second.headers['idempotent-replayed'], second.json]).toEqual([
      202,
      'true',
      first.json,
    ])
  })

  test('a revoked consent is shown as revoked', async () => {
    const application = newApplication()
    const { json } = await ask(application, asking(holder))
    world.clock.advance(2_000)
    await applyDueChanges(world.consents)
    await revokeOwnConsent(
      { kind: 'citizen', svcId: holder, environment: 'sandbox', deviceId: 'dev_1' },
      { id: json.id as string },
      world.consents,
    )
    expect((await read(application, json.id)).json.status).toBe('revoked')
    expect((await events(application)).map(([, , status]) => status)).toEqual(['approved', 'revoked'])
  })
})
