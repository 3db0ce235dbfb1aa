import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { request, startCredit } from './credit-world.fixture.ts'

let world: Awaited<ReturnType<typeof startCredit>>
beforeAll(async () => {
  world = await startCredit()
})
afterAll(() => world.stop())
beforeEach(() => {
  world.facts.records = { telecom: { sim_age_months: 80 } }
  world.facts.citizen = {}
})

test.each([{ certified: false }, { status: 'deleted' as const }])(
  'a valid consent of a citizen who is no longer certified (%j) is invalid_identifier, and leaves nothing',
  async (changes) => {
    const application = world.newApplication()
    world.facts.citizen = changes
    const { status, json } = await world.call(application, request())
    expect([status, json.error, json.field]).toEqual([400, 'invalid_identifier', 'identifier.value'])
    for (const table of ['credit_score_records', 'credit_consent_uses', 'results'])
      expect(await world.count(table, application), table).toBe(0)
  },
)

test.each([
  ['a NUL', 'cns_\u0000'],
  ['a lone surrogate', 'cns_\ud800'],
  ['5,000 characters', 'c'.repeat(5_000)],
])('the id of a consent with %s is unknown, like any other', async (_, id) => {
  const consent = { method: 'svc_app', consent_id: id }
  const { status, json } = await world.call(world.newApplication(), request({ consent }))
  expect([status, json.error]).toEqual([403, 'consent_required'])
})

test('a refusal is the same for every cause, except for its request id', async () => {
  const application = world.newApplication()
  const consents = [null, undefined, {}, { method: 'svc_app', consent_id: 'cns_sandbox_expired' }]
  const answers = await Promise.all(consents.map((consent) => world.call(application, request({ consent }))))
  const alike = answers.map(({ status, json: { request_id: _id, ...rest } }) => ({ status, ...rest }))
  expect(new Set(alike.map((one) => JSON.stringify(one))).size).toBe(1)
})

test('the texts of every factor say what the record says, in both languages', async () => {
  world.facts.records = {
    mobile_money: { months_active_12: 11, inflow_mean: 1_250_000, merchant_share: 0.25 },
    telecom: { sim_age_months: 80, number_changes_24m: 0 },
  }
  const { json } = await world.call(world.newApplication(), request())
  const factors = json.factors as { code: string; description: string; description_fr: string }[]
  expect(factors.length).toBeGreaterThan(2)
  for (const { description, description_fr } of factors) {
    expect(description).not.toBe(description_fr)
    expect(`${description}${description_fr}`).not.toMatch(/undefined|NaN|null/)
  }
})
