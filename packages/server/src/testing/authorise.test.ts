import { randomUUID } from 'node:crypto'
import { Refusal } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Application } from '../gateway/gateway/index.ts'
import { createKycValidation } from '../services/kyc/index.ts'
import { testApplication } from './application.ts'
import { testCitizen, testRegister } from './citizen.ts'
import { kycBody, type Modes, startModes } from './modes.ts'

let modes: Modes
let performed = 0
let asked = 0
/** What the component that the service asks does. */
let permission: () => Promise<void>
/** The time of the wait: it ends when a test aborts it. */
let deadline: AbortController

beforeAll(async () => {
  const register = testRegister([testCitizen()], () => void performed++)
  modes = await startModes({
    authorisationDeadline: () => deadline.signal,
    service: {
      ...createKycValidation(register),
      authorise: () => {
        asked++
        return permission()
      },
    },
  })
})
afterAll(() => modes.stop())
beforeEach(() => {
  permission = async () => {}
  deadline = new AbortController()
  performed = 0
  asked = 0
})

const deny = async () => {
  throw new Refusal('consent_required')
}
const admit = (changes: Partial<Application> = {}) => modes.admitApplication(testApplication(changes))
const countedCalls = (application: Application) => modes.count('usage_counters', application, 'used > 0')
const validate = (application: Application, idempotencyKey: string, changes: Record<string, unknown> = {}) =>
  modes.call(application, { idempotencyKey, body: kycBody(changes) })

describe('spec/checks#authorisation: a service asks another component before the call', () => {
  test('a permitted call is performed and counted', async () => {
    const application = admit()
    const reply = await validate(application, randomUUID())
    expect([reply.status, asked, performed]).toEqual([200, 1, 1])
    expect(await countedCalls(application)).toBeGreaterThan(0)
  })

  test('a refused call has the code of the service, and no work is performed, counted or stored', async () => {
    permission = deny
    const application = admit()
    const reply = await validate(application, randomUUID())
    expect([reply.status, reply.json.error, reply.encrypted]).toEqual([403, 'consent_required', true])
    expect(performed).toBe(0)
    expect(await countedCalls(application)).toBe(0)
    expect(await modes.count('results', application)).toBe(0)
    expect(await modes.count('idempotency_keys', application)).toBe(0)
  })

  test('after a refusal the same key performs the call, and its replay does not ask again', async () => {
    permission = deny
    const application = admit()
    const key = randomUUID()
    expect((await validate(application, key)).status).toBe(403)
    permission = async () => {}
    expect((await validate(application, key)).status).toBe(200)
    const replayed = await validate(application, key)
    expect([replayed.status, replayed.headers['idempotent-replayed']]).toEqual([200, 'true'])
    expect([asked, performed]).toEqual([2, 1])
  })

  test.each([
    ['after the scopes', { scopes: ['kyc.unheard_of'] }, {}, 'scope_not_granted', 0],
    [
      'before the quota',
      {},
      { quotas: new Map([['kyc_validation', { limit: 0, period: 'day' }]]) },
      'consent_required',
      1,
    ],
  ] as const)('it is asked %s', async (_name, body, changes, code, times) => {
    permission = deny
    const reply = await validate(admit(changes as Partial<Application>), randomUUID(), body)
    expect([reply.json.error, asked]).toEqual([code, times])
  })

  test('the wait is bounded: then 503, and the key is free', async () => {
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
    permission = () => {
      reach()
      return new Promise(() => {})
    }
    const application = admit()
    const key = randomUUID()
    const waiting = validate(application, key)
    await reached
    deadline.abort()
    const reply = await waiting
    expect([reply.status, reply.json.error, reply.json.retry_after]).toEqual([503, 'overloaded', 1])
    expect(performed).toBe(0)
    permission = async () => {}
    deadline = new AbortController()
    expect((await validate(application, key)).status).toBe(200)
  })

  test('a fault of the component is 500 without its details, and the key is free', async () => {
    permission = async () => {
      throw new Error('inside')
    }
    const application = admit()
    const key = randomUUID()
    const reply = await validate(application, key)
    expect([reply.status, reply.json.error]).toEqual([500, 'internal_error'])
    expect(reply.text).not.toContain('inside')
    expect(await modes.count('idempotency_keys', application)).toBe(0)
  })
})
