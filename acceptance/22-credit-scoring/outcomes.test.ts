import { describe, expect, inject, test } from 'vitest'
import { get } from '../client/call.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { sandboxPerson } from '../client/kyc.ts'
import {
  bandAt,
  bandProbabilities,
  consentOf,
  path,
  probabilityAt,
  type Score,
  score,
  validConsent,
} from './credit.ts'

const { sandbox } = inject('demo')
const dayMs = 86_400_000
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)

const scoreOf = async (digits: string, members: Record<string, unknown> = {}): Promise<Score> => {
  const consent = await consentOf(sandbox, sandboxPerson(digits))
  const answer = await score(sandbox, digits, { consent, ...members })
  expect(answer.status).toBe(200)
  return answer.json
}

/** Every rule that holds for each score (spec/credit#factors, spec/credit#score-formula). */
const expectSound = (json: Score) => {
  expect(Number.isInteger(json.score)).toBe(true)
  expect(json.score).toBeGreaterThanOrEqual(300)
  expect(json.score).toBeLessThanOrEqual(850)
  expect(json.band).toBe(bandAt(json.score))
  if (json.amount_requested === null)
    expect(json.probability_of_default).toBeCloseTo(probabilityAt(json.score), 9)
  const [from, to] = bandProbabilities[json.band] as [number, number]
  expect(json.probability_of_default).toBeGreaterThanOrEqual(from)
  expect(json.probability_of_default).toBeLessThanOrEqual(to)
  expect(json.factors.length).toBeGreaterThanOrEqual(1)
  expect(json.factors.length).toBeLessThanOrEqual(6)
  const weights = json.factors.map(({ weight }) => weight)
  expect(weights).toEqual(weights.toSorted((a, b) => b - a))
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9)
  expect(new Set(json.factors.map(({ code }) => code)).size).toBe(json.factors.length)
  for (const factor of json.factors) {
    expect(['positive', 'negative']).toContain(factor.impact)
    expect(factor.description).toMatch(/\S/)
    expect(factor.description_fr).toMatch(/\S/)
  }
}

test('a score has every member of the specification', async () => {
  const { status, json } = await score(sandbox, '0008', { reference: 'loan 7' })
  expect(status).toBe(200)
  expect(json).toEqual({
    id: expect.stringMatching(/^crs_\w+$/),
    object: 'credit_score',
    livemode: false,
    reference: 'loan 7',
    status: 'completed',
    identifier: sandboxPerson('0008'),
    consent: { ...validConsent, granted_at: timestamp, expires_at: timestamp },
    product: 'personal_loan',
    amount_requested: null,
    score: expect.any(Number),
    band: expect.stringMatching(/^[A-E]$/),
    probability_of_default: expect.any(Number),
    factors: expect.any(Array),
    data_sources: ['mobile_money', 'telecom', 'utilities'],
    risk_signals: {
      aml: { risk_level: expect.any(String), sanctions_hit: false, pep: false },
      fraud: { confirmed_cases_as_suspect: 0, identity_fraud_victim: false, last_confirmed_on: null },
    },
    valid_until: timestamp,
    account: expect.objectContaining({ svc_id: 'COD-0000-0000-0008', certified: true }),
    kyc: { basic: expect.objectContaining({ full_name: expect.any(String) }) },
    scopes_applied: ['kyc.basic'],
    scopes_withheld: [],
    purpose: 'credit_assessment',
    created_at: timestamp,
  })
  expectSound(json)
  expect(Date.parse(json.valid_until) - Date.parse(json.created_at)).toBe(30 * dayMs)
})

test('the identifier is returned as submitted, and additional scopes never apply', async () => {
  const identifier = { type: 'svc_id', value: 'cod 0000 0000 0008' }
  const { json } = await score(sandbox, '0008', { identifier, scopes: ['kyc.addresses'] })
  expect(json).toMatchObject({ identifier, scopes_applied: ['kyc.basic'], scopes_withheld: [] })
  expect(Object.keys(json.kyc)).toEqual(['basic'])
})

test('the same request has the same score, and GET returns the stored result', async () => {
  const first = (await score(sandbox, '0008')).json
  const { id: _id, created_at: _at, valid_until: _until, ...rest } = first
  expect((await score(sandbox, '0008')).json).toMatchObject(rest)
  expect((await get<Score>(sandbox, `${path}/${first.id}`)).json).toEqual(first)
})

describe('the requested amount', () => {
  const withAmount = async (value: number, currency = 'USD') =>
    (await score(sandbox, '0008', { amount_requested: { value, currency } })).json

  test('changes only the probability, and a larger one never lowers it', async () => {
    const plain = (await score(sandbox, '0008')).json
    let last = 0
    for (const value of [0.01, 50, 500, 5_000, 1e6, 1e15]) {
      const json = await withAmount(value)
      expect(json).toMatchObject({ score: plain.score, band: plain.band, factors: plain.factors })
      expect(json.amount_requested).toEqual({ value, currency: 'USD' })
      expectSound(json)
      expect(json.probability_of_default).toBeGreaterThanOrEqual(last)
      last = json.probability_of_default
    }
    expect((await withAmount(1e6)).probability_of_default).toBeGreaterThan(
      (await withAmount(50)).probability_of_default,
    )
  })

  test('the same number is less in CDF than in USD', async () => {
    const [francs, dollars] = [await withAmount(5_000, 'CDF'), await withAmount(5_000, 'USD')]
    expect(francs.probability_of_default).toBeLessThan(dollars.probability_of_default)
  })

  test.each([0, -1, '500', 1e16])('%j is invalid_request', async (value) => {
    const answer = await score(sandbox, '0008', { amount_requested: { value, currency: 'USD' } })
    expectRefusal(answer, 'invalid_request', { context: { field: 'amount_requested.value' } })
  })

  test('an unknown currency is invalid_request', async () => {
    const answer = await score(sandbox, '0008', { amount_requested: { value: 5, currency: 'EUR' } })
    expectRefusal(answer, 'invalid_request', { context: { field: 'amount_requested.currency' } })
  })
})

describe('findings of compliance', () => {
  test('sanctions: at most 350, band E, and sanctions_exposure leads', async () => {
    const json = await scoreOf('0009')
    expectSound(json)
    expect(json.score).toBeLessThanOrEqual(350)
    expect(json.band).toBe('E')
    expect(json.factors[0]).toMatchObject({ code: 'sanctions_exposure', impact: 'negative' })
    expect(json.risk_signals.aml).toMatchObject({ risk_level: 'high', sanctions_hit: true })
  })

  test('fraud: exactly 150 points less than the same records have, and fraud_history leads', async () => {
    const [json, clean] = await Promise.all([scoreOf('0011'), scoreOf('0005')])
    expectSound(json)
    expect(json.score).toBe(clean.score - 150)
    expect(json.factors[0]).toMatchObject({ code: 'fraud_history', impact: 'negative' })
    expect(json.risk_signals.fraud).toMatchObject({
      confirmed_cases_as_suspect: 1,
      identity_fraud_victim: false,
      last_confirmed_on: '2025-10-06',
    })
  })

  test('a PEP and a victim are reported, and their scores are not changed', async () => {
    const [pep, victim] = await Promise.all([scoreOf('0010'), scoreOf('0012')])
    expectSound(pep)
    expect(pep.risk_signals.aml.pep).toBe(true)
    expect(victim.risk_signals.fraud.identity_fraud_victim).toBe(true)
    // The same records as those of -0008.
    expect(victim.score).toBe((await score(sandbox, '0008')).json.score)
    for (const json of [pep, victim])
      for (const { code } of json.factors) expect(code).not.toMatch(/fraud_history|sanctions_exposure/)
  })

  test('the texts of the compliance factors are fixed and say nothing about the finding', async () => {
    const [sanctions, fraud] = await Promise.all([scoreOf('0009'), scoreOf('0011')])
    for (const { factors } of [sanctions, fraud]) {
      const { description = '', description_fr: french = '' } = factors[0] ?? {}
      expect(`${description} ${french}`).not.toMatch(/sanction|fraud|list|case|liste|dossier/i)
    }
  })
})

test.each(['0003', '0013'])('%s has no record: the fixed score of a thin file', async (digits) => {
  const json = await scoreOf(digits)
  expectSound(json)
  expect(json.data_sources).toEqual([])
  expect(json.score).toBeGreaterThanOrEqual(560)
  expect(json.score).toBeLessThanOrEqual(660)
  expect(json.factors).toHaveLength(4)
  for (const { weight, impact } of json.factors) expect([weight, impact]).toEqual([0.25, 'negative'])
})

test('suspended and paused citizens are scored, and the account reports it', async () => {
  const scores = await Promise.all([scoreOf('0004'), scoreOf('0005')])
  expect(scores.map(({ account }) => account.status)).toEqual(['suspended', 'paused'])
})
