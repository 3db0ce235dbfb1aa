import { type CreditFactorCode, creditCurrencies } from '@nani/contract'
import { seededRandom } from '@nani/foundation/core/index.ts'
import {
  bandOf,
  type CreditRecords,
  drawBorrower,
  loadModel,
  probabilitiesOf,
  probabilityOf,
  sources,
} from '@nani/scorecard'
import shippedModel from '@nani/scorecard/shipped-model.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { decide } from './decide.ts'
import type { RiskSignals } from './risk-signals.ts'

const scorecard = loadModel(shippedModel)
const nowMs = Date.UTC(2026, 10, 1)

const signals = (cases = 0, sanctions = false, other: Partial<RiskSignals['aml']> = {}): RiskSignals => ({
  aml: { risk_level: 'low', sanctions_hit: sanctions, pep: false, ...other },
  fraud: { confirmed_cases_as_suspect: cases, identity_fraud_victim: false, last_confirmed_on: null },
})

const of = (
  records: CreditRecords,
  found = signals(),
  amount: { value: number; currency: 'USD' } | null = null,
) => decide({ records, signals: found, amount, nowMs }, scorecard).decision

const draws = (seed: string) => {
  const random = seededRandom(seed)
  const fraction = () => Buffer.from(random.bytes(4)).readUInt32BE() / 2 ** 32
  return {
    borrower: () => drawBorrower(random).records,
    fraction,
    below: (bound: number) => Math.floor(fraction() * bound),
  }
}

/** Records of a citizen of the generated bureau, from which some sources are taken away. */
const drawRecords = (draw: ReturnType<typeof draws>): CreditRecords => {
  const records = draw.borrower()
  return Object.fromEntries(
    sources.flatMap((source) => (draw.fraction() < 0.7 ? [[source, records[source] ?? null]] : [])),
  )
}

const combinations = 40_000

/** What is wrong with a decision, in words; empty if every rule holds. */
const violations = (draw: ReturnType<typeof draws>): string[] => {
  const records = drawRecords(draw)
  const cases = draw.fraction() < 0.3 ? 1 + draw.below(3) : 0
  const sanctions = draw.fraction() < 0.2
  const amount =
    draw.fraction() < 0.5
      ? {
          value: 10 ** (draw.fraction() * 12 - 2),
          currency: creditCurrencies[draw.below(2)] as (typeof creditCurrencies)[number],
        }
      : null
  const { decision, scored } = decide(
    { records, signals: signals(cases, sanctions), amount, nowMs },
    scorecard,
  )
  const { score, band, probability_of_default: probability, factors } = decision
  const fined = cases > 0 ? Math.max(300, scored.score - 150) : scored.score
  const weights = factors.map(({ weight }) => weight)
  const sum = weights.reduce((total, weight) => total + Math.round(weight * 10_000), 0)
  const { min, max } = probabilitiesOf(band)
  const leads: (CreditFactorCode | undefined)[] = sanctions
    ? ['sanctions_exposure', ...(cases > 0 ? (['fraud_history'] as const) : [])]
    : cases > 0
      ? ['fraud_history']
      : []
  const larger = amount && { ...amount, value: amount.value * (1 + draw.fraction() * 100) }
  const next =
    larger && decide({ records, signals: signals(cases, sanctions), amount: larger, nowMs }, scorecard)
  const rules: [string, boolean][] = [
    ['range', Number.isInteger(score) && score >= 300 && score <= 850],
    ['exact penalty', score === (sanctions ? Math.min(350, fined) : fined)],
    ['band by score', band === bandOf(score)],
    ['probability inside its band', probability >= min && probability <= max],
    ['inverse without an amount', amount !== null || probability === probabilityOf(score)],
    ['a larger amount never lowers', !next || next.decision.probability_of_default >= probability],
    ['an amount changes the probability only', !next || next.decision.score === score],
    ['one to six factors', factors.length >= 1 && factors.length <= 6],
    ['different codes', new Set(factors.map(({ code }) => code)).size === factors.length],
    ['weights sorted', weights.every((weight, index) => index === 0 || weight <= (weights[index - 1] ?? 0))],
    ['weights positive and sum 1', sum === 10_000 && weights.every((weight) => weight > 0)],
    ['lead factors', leads.every((code, index) => factors[index]?.code === code)],
    ['events are negative', factors.slice(0, leads.length).every(({ impact }) => impact === 'negative')],
    ['texts', factors.every((one) => one.description.length > 9 && one.description_fr.length > 9)],
    [
      'thin file',
      scored.dataSources.length > 0 || (scored.score === scorecard.thinFileScore && scored.thinFile),
    ],
  ]
  return rules.filter(([, holds]) => !holds).map(([rule]) => `${rule}: ${JSON.stringify(decision)}`)
}

test(`${combinations} random combinations of records, findings and amounts violate no rule`, () => {
  const draw = draws('credit decisions')
  for (let index = 0; index < combinations; index++) {
    const wrong = violations(draw)
    if (wrong.length > 0) expect(wrong, `combination ${index}`).toEqual([])
  }
}, 240_000)

describe('a thin file', () => {
  test('has the fixed score, and the missing sources as factors of equal weight', () => {
    const decision = of({})
    expect(decision.score).toBe(scorecard.thinFileScore)
    expect(decision.score).toBeGreaterThanOrEqual(560)
    expect(decision.score).toBeLessThanOrEqual(660)
    expect(decision.data_sources).toEqual([])
    expect(decision.factors.map(({ weight, impact }) => [weight, impact])).toEqual(
      Array.from({ length: 4 }, () => [0.25, 'negative']),
    )
    expect(decision.factors.map(({ description }) => description).join(' ')).toMatch(/no mobile money record/)
  })

  test('is adjusted like any other', () => {
    const thin = of({}).score
    expect(of({}, signals(2)).score).toBe(thin - 150)
    expect(of({}, signals(1, true)).score).toBe(350)
    expect(
      of({}, signals(1, true))
        .factors.map(({ code }) => code)
        .slice(0, 2),
    ).toEqual(['sanctions_exposure', 'fraud_history'])
  })
})

test('PEP status, a victim alert and the level of risk change nothing but the signals', () => {
  const records: CreditRecords = { telecom: { sim_age_months: 80, number_changes_24m: 0 } }
  const { risk_signals: _none, ...plain } = of(records)
  const found: RiskSignals = {
    aml: { risk_level: 'high', sanctions_hit: false, pep: true },
    fraud: { confirmed_cases_as_suspect: 0, identity_fraud_victim: true, last_confirmed_on: '2026-05-01' },
  }
  expect(of(records, found)).toEqual({ ...plain, risk_signals: found })
})

test('a text says what the record says, in both languages', () => {
  const { factors } = of({ banking: { dpd90_24m: 4 } })
  const history = factors.find(({ code }) => code === 'payment_history')
  expect(history).toMatchObject({
    impact: 'negative',
    description: 'Payments 90 days or more late in 24 months: 4.',
    description_fr: 'Paiements en retard de 90 jours ou plus en 24 mois : 4.',
  })
})
