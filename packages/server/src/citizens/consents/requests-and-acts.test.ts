import { type Actor, dayMs, hourMs } from '@nani/foundation/core/index.ts'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pseudonym } from '../../app/audit/index.ts'
import { actsOf } from '../../testing/acts-of.ts'
import { type ConsentWorld, holder, otherPerson, startConsents } from '../../testing/consents.ts'
import { forgetConsents } from './forget-consents.ts'
import {
  applyDueChanges,
  approveConsent,
  approveOnDevice,
  declineConsent,
  declineOwnConsent,
  grantThroughSignIn,
  listConsentsOnDevice,
  requestConsent,
  revokeConsent,
  revokeOwnConsent,
  showConsent,
} from './index.ts'

let world: ConsentWorld
beforeAll(async () => {
  world = await startConsents()
  await world.database.pool.query(
    `insert into organizations (organization_id, name, created_at) values ('org_1', 'Bank', now())`,
  )
})
afterAll(() => world.stop())

let names = 0
const newName = () => `app_${++names}`
const newCitizen = () => `COD-5555-0000-${String(++names).padStart(4, '0')}`
const operator: Actor = { kind: 'operator', name: 'amina', roles: ['supervisor'] }
const citizen = (svcId: string, environment: 'sandbox' | 'production' = 'production'): Actor => ({
  ...{ kind: 'citizen', svcId, environment, deviceId: 'dev_1' },
})
/** A device that signs everything. Signatures have their own test. */
const onDevice = () => ({
  ...world.consents,
  app: () => ({ origin: 'http://localhost:4030' }),
  devices: {
    signedBy: async () => ({ signCount: 0, kind: 'webcrypto' as const }),
    writeSigned: async () => true,
    signingOptions: async () => null,
  },
})
const approveOwn = (svcId: string, id: string, environment?: 'sandbox') =>
  approveOnDevice(citizen(svcId, environment), { id, signature: 'x' }, onDevice())

const origin = { api_key: 'key', request_id: 'req', client_address: '::1', method: 'POST', path: '/' }
const request = (
  applicationId: string,
  svcId: string,
  environment: 'sandbox' | 'production' = 'production',
) =>
  inTransaction(world.consents.pool, async (client) => {
    await client.query(
      `insert into applications (application_id, organization_id, name, environment, services, approved_services,
         scopes, purposes, burst_per_second, quotas, created_at)
       values ($1, 'org_1', 'Shop', $2, '{}', '{}', '{}', '{}', 1, '{}', now()) on conflict do nothing`,
      [applicationId, environment],
    )
    const order = {
      ...{
        applicationId,
        environment,
        svcId,
        origin,
        clockAheadMs: 0,
        isMinor: false,
        product: 'bnpl' as const,
      },
      amountRequested: { value: 20, currency: 'USD' as const },
      reference: 'r',
    }
    return (await requestConsent(client, order, world.consents)).request
  })
/** A request that does not stay pending, so that the next one is new. */
const answeredRequest = async (applicationId: string, svcId: string) => {
  const { id } = await request(applicationId, svcId)
  await declineOwnConsent(citizen(svcId), { id }, world.consents)
}
const codeOf = (act: Promise<unknown>): Promise<unknown> =>
  act.then(
    () => 'done',
    (error) => error.code,
  )
const refusalOf = (act: Promise<unknown>) =>
  act.then(
    () => 'done',
    ({ code, context }) => [code, context.retry_after],
  )

describe('the maximum of new requests in production', () => {
  test('is three of one application in 24 hours, also at the same time', async () => {
    const [applicationId, svcId] = [newName(), newCitizen()]
    await answeredRequest(applicationId, svcId)
    world.clock.advance(hourMs)
    await answeredRequest(applicationId, svcId)
    await answeredRequest(applicationId, svcId)
    expect(await refusalOf(request(applicationId, svcId))).toEqual(['rate_limited', 23 * 3_600])
    expect(await refusalOf(request(applicationId, newCitizen()))).toBe('done')
    expect(await refusalOf(request(newName(), svcId))).toBe('done')
    world.clock.advance(23 * hourMs)
    expect(await refusalOf(request(applicationId, svcId))).toBe('done')
  })

  test('is ten of all applications, with any number of them at once', async () => {
    const svcId = newCitizen()
    const outcomes = await Promise.all(Array.from({ length: 14 }, () => refusalOf(request(newName(), svcId))))
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(10)
    expect(outcomes.filter((outcome) => outcome !== 'done')).toEqual(
      Array.from({ length: 4 }, () => ['rate_limited', 86_400]),
    )
  })

  test('does not count a request that is returned again', async () => {
    const [applicationId, svcId] = [newName(), newCitizen()]
    const ids = new Set<string>()
    for (let asked = 0; asked < 5; asked++) ids.add((await request(applicationId, svcId)).id)
    expect(ids.size).toBe(1)
  })

  test('does not exist in the sandbox', async () => {
    const [applicationId, svcId] = [newName(), newCitizen()]
    for (let asked = 0; asked < 5; asked++) {
      const { id } = await request(applicationId, svcId, 'sandbox')
      await declineConsent(operator, { id }, world.consents)
    }
    expect(await refusalOf(request(applicationId, svcId, 'sandbox'))).toBe('done')
  })
})

test('a request without an answer expires in production, and a new one can be sent', async () => {
  const [applicationId, svcId] = [newName(), newCitizen()]
  const first = await request(applicationId, svcId)
  await world.pass(dayMs)
  expect(await codeOf(approveOwn(svcId, first.id))).toBe('consent_not_pending')
  const second = await request(applicationId, svcId)
  expect(second.id).not.toBe(first.id)
  const { rows } = await world.database.pool.query(
    'select status from credit_consents where application_id = $1 order by record_id',
    [applicationId],
  )
  expect(rows).toEqual([{ status: 'expired' }, { status: 'pending' }])
})

describe('acts', () => {
  test('the citizen answers and revokes own requests, and no other citizen does', async () => {
    const [applicationId, svcId] = [newName(), newCitizen()]
    const { id } = await request(applicationId, svcId)
    const { consents } = world
    expect(await codeOf(approveOwn(otherPerson, id))).toBe('consent_not_found')
    expect(await codeOf(approveOwn(svcId, id, 'sandbox'))).toBe('consent_not_found')
    expect(await codeOf(revokeOwnConsent(citizen(svcId), { id }, consents))).toBe('consent_not_valid')
    expect(await approveOwn(svcId, id)).toEqual({ status: 'approved' })
    expect(await codeOf(declineOwnConsent(citizen(svcId), { id }, consents))).toBe('consent_not_pending')
    const { consent } = (await showConsent(operator, { id }, consents)) as {
      consent?: { consent_id: string }
    }
    const own = { id: consent?.consent_id as string }
    expect(await codeOf(revokeOwnConsent(citizen(otherPerson), own, consents))).toBe('consent_not_found')
    expect(await revokeOwnConsent(citizen(svcId), own, consents)).toEqual({ status: 'revoked' })
    expect(await codeOf(revokeOwnConsent(citizen(svcId), { id }, consents))).toBe('consent_not_valid')
    const named = { actor: pseudonym(consents.subjectKey, svcId), origin: 'citizen_app' }
    expect(await actsOf(world.database.pool, id)).toMatchObject([
      { ...named, action: 'consents.revoke_own', after: { status: 'revoked' } },
      { action: 'consents.show', actor: 'amina' },
      { ...named, action: 'consents.approve_on_device', after: { status: 'approved' } },
    ])
  })

  test('of two answers at the same time one counts', async () => {
    const [applicationId, svcId] = [newName(), newCitizen()]
    const { id } = await request(applicationId, svcId)
    const outcomes = await Promise.all([
      codeOf(approveOwn(svcId, id)),
      codeOf(declineOwnConsent(citizen(svcId), { id }, world.consents)),
    ])
    expect(outcomes.toSorted()).toEqual(['consent_not_pending', 'done'])
    expect(await world.count('events', { applicationId } as never)).toBe(1)
  })

  test('an operator answers in the sandbox only, and revokes with a reason', async () => {
    const svcId = newCitizen()
    const { consents } = world
    const { id } = await request(newName(), svcId)
    expect(await codeOf(approveConsent(operator, { id }, consents))).toBe('consent_of_citizen')
    expect(await codeOf(declineConsent(operator, { id }, consents))).toBe('consent_of_citizen')
    await approveOwn(svcId, id)
    expect(await codeOf(revokeConsent(operator, { id }, consents))).toBe('value_invalid')
    expect(await codeOf(revokeConsent(operator, { id, reason: ' ' }, consents))).toBe('value_invalid')
    await revokeConsent(operator, { id, reason: 'Ordered by the court' }, consents)
    const { rows } = await world.database.pool.query(
      `select actor, action, before, after from acts where subject = $1 and actor_kind = 'operator'`,
      [id],
    )
    expect(rows).toEqual([
      {
        actor: 'amina',
        action: 'consents.revoke',
        before: { status: 'approved' },
        after: { status: 'revoked' },
      },
    ])
    const sandbox = await request(newName(), svcId, 'sandbox')
    expect((await approveConsent(operator, { id: sandbox.id }, consents)).status).toBe('approved')
  })

  test.each<Actor>([
    { kind: 'operator', name: 'amina', roles: ['auditor'] },
    { kind: 'application', applicationId: 'app_1' },
    { kind: 'member', personId: 'per_1', organizationId: 'org_1', roles: ['owner'] },
    { kind: 'system', task: 'x' },
  ])('%j may not', async (actor) => {
    const { id } = await request(newName(), newCitizen(), 'sandbox')
    for (const act of [approveConsent, declineConsent, revokeConsent])
      expect(await codeOf(act(actor, { id }, world.consents))).toBe('not_permitted')
  })
})

test('the due changes of two processes happen once each', async () => {
  const applicationId = newName()
  for (let asked = 0; asked < 30; asked++) await request(applicationId, newCitizen(), 'sandbox')
  world.clock.advance(2_000)
  await Promise.all([applyDueChanges(world.consents), applyDueChanges(world.consents)])
  const of = { applicationId } as never
  expect(await world.count('credit_consents', of, `status = 'approved'`)).toBe(30)
  expect(await world.count('events', of)).toBe(30)
  expect(await world.count('audit_entries', of, `outcome = 'consent_approved'`)).toBe(30)
})

test('the citizen sees own requests, consents and uses, by environment', async () => {
  const [applicationId, svcId] = [newName(), newCitizen()]
  const pending = await request(applicationId, svcId)
  const consent = await inTransaction(world.consents.pool, (client) =>
    grantThroughSignIn(
      client,
      { applicationId, environment: 'production', svcId, clockAheadMs: 0 },
      world.consents,
    ),
  )
  const { consents: listed } = await listConsentsOnDevice(citizen(svcId), {}, onDevice())
  const named = {
    organization: 'Bank',
    application: 'Shop',
    application_id: applicationId,
    logo: null,
    uses: [],
  }
  expect(listed.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
    {
      ...named,
      ...{ id: pending.id, status: 'pending', product: 'bnpl', consent: null },
      to_sign: expect.stringContaining(pending.id),
      amount_requested: { value: 20, currency: 'USD' },
      created_at: pending.created_at,
      answer_by: pending.expires_at,
    },
    {
      ...named,
      ...{ id: consent.consent_id, status: 'approved', product: null, consent },
      amount_requested: null,
      created_at: consent.granted_at,
      answer_by: null,
    },
  ])
  for (const other of [citizen(svcId, 'sandbox'), citizen(holder)])
    expect(await listConsentsOnDevice(other, {}, onDevice())).toEqual({ consents: [] })
  expect(await codeOf(listConsentsOnDevice(operator, {}, onDevice()))).toBe('not_permitted')
})

test('no row holds the number of a citizen, the reference or the reason', async () => {
  const svcId = newCitizen()
  const { id } = await request(newName(), svcId)
  await approveOwn(svcId, id)
  await revokeConsent(operator, { id, reason: 'Ordered by the court' }, world.consents)
  const { rows } = await world.database.pool.query<{ row: string }>(
    'select credit_consents::text as row from credit_consents where record_id = $1',
    [id],
  )
  expect(rows[0]?.row).toContain(id)
  for (const text of [
    svcId,
    Buffer.from(svcId).toString('hex'),
    'court',
    Buffer.from('court').toString('hex'),
  ])
    expect(rows[0]?.row).not.toContain(text)
})

test('ended records with their evidence, and uses, are deleted after their retention, valid ones are not', async () => {
  const [applicationId, svcId] = [newName(), newCitizen()]
  await answeredRequest(applicationId, svcId)
  const { id } = await request(applicationId, svcId)
  await world.database.pool.query(
    `insert into credit_consent_uses (application_id, consent_id, result_id, environment, citizen, used_at)
     values ($1, 'cns_1', 'crs_1', 'production', '\\x00', $2)`,
    [applicationId, new Date(world.clock.now())],
  )
  await world.database.pool.query(
    `insert into credit_consent_approvals (application_id, record_id, environment, citizen, device_id, shown_hash,
       sealed_text, signature)
     select application_id, record_id, environment, citizen, 'dev_1', '', '', '{}' from credit_consents
     where application_id = $1`,
    [applicationId],
  )
  const nowMs = world.clock.now() + 100 * dayMs
  await forgetConsents(world.database.pool, nowMs, 101)
  const left = async () => [
    await world.count('credit_consents', { applicationId } as never),
    await world.count('credit_consent_approvals', { applicationId } as never),
    await world.count('credit_consent_uses', { applicationId } as never),
  ]
  expect(await left()).toEqual([2, 2, 1])
  await forgetConsents(world.database.pool, nowMs, 99)
  expect(await left()).toEqual([1, 1, 0])
  expect((await request(applicationId, svcId)).id).toBe(id)
})
