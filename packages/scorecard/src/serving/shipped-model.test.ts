import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import shippedModel from '../../shipped-model.json' with { type: 'json' }
import { drawBorrower } from '../bureau/draw-borrower.ts'
import { type CreditRecords, contributingSources, sources } from './credit-records.ts'
import { loadModel, ModelRefused } from './load-model.ts'
import { bandOf, probabilitiesOf, probabilityOf } from './score-scale.ts'

const scorecard = loadModel(shippedModel)
const personOf = (seed: number): CreditRecords =>
  drawBorrower({ bytes: (length) => createHash('sha512').update(`p${seed}`).digest().subarray(0, length) })
    .records
const anyone = fc.integer({ min: 0, max: 2 ** 31 }).map(personOf)
const runs = { numRuns: 3_000 }

describe('the shipped model', () => {
  test('reads only fields of the credit records', () => {
    expect(scorecard.readsRecords).toBe(true)
    expect(scorecard.model.trained_on.generated).toBe(true)
  })

  test('a missing source never contributes positively', () => {
    for (const source of sources) expect(scorecard.missingBySource[source]).toBeLessThanOrEqual(0)
    fc.assert(
      fc.property(anyone, (records) => {
        const { features, dataSources } = scorecard.score(records)
        return features.every(
          ({ source, contribution, isMissing }) =>
            !isMissing || (source && dataSources.includes(source)) || contribution <= 0,
        )
      }),
      runs,
    )
  })

  test('removing a source whose contribution was 0 or more never raises the score', () => {
    let removed = 0
    fc.assert(
      fc.property(anyone, (records) => {
        const before = scorecard.score(records)
        for (const source of before.dataSources) {
          const own = before.features.filter((part) => part.source === source)
          if (own.reduce((sum, { contribution }) => sum + contribution, 0) < 0) continue
          removed++
          const after = scorecard.score({ ...records, [source]: null })
          if (after.score > before.score) return false
        }
        return true
      }),
      runs,
    )
    expect(removed).toBeGreaterThan(1_000)
  })

  test('score, band and probability agree, and the contributions of factors are the sums of their features', () => {
    fc.assert(
      fc.property(anyone, (records) => {
        const { score, probability, contributions, features, thinFile, dataSources } =
          scorecard.score(records)
        const { min, max } = probabilitiesOf(bandOf(score))
        expect(probability).toBe(probabilityOf(score))
        expect(probability > min && probability < max).toBe(true)
        expect(dataSources).toEqual(contributingSources(records))
        if (thinFile) return
        for (const [factor, sum] of Object.entries(contributions)) {
          const own = features.filter((part) => part.factor === factor)
          expect(own.reduce((total, { contribution }) => total + contribution, 0)).toBeCloseTo(sum, 10)
        }
      }),
      runs,
    )
  })

  test('the same bins give the same score', () => {
    fc.assert(
      fc.property(anyone, (records) => {
        const scored = scorecard.score(records)
        const stored = JSON.parse(JSON.stringify(scored.bins))
        expect(scorecard.scoreOfBins(stored)).toEqual(scored)
      }),
      { numRuns: 500 },
    )
  })

  test('a citizen without a source gets the fixed score, with equal weights of the missing sources', () => {
    for (const records of [{}, { telecom: null }, { banking: { utilization: null } }]) {
      const scored = scorecard.score(records)
      expect(scored.score).toBe(scorecard.thinFileScore)
      expect(scored.thinFile).toBe(true)
      expect(scored.dataSources).toEqual([])
      expect(scored.contributions).toEqual({
        mobile_money_activity: -1,
        telecom_tenure: -1,
        account_age: -1,
        utility_payments: -1,
      })
    }
    expect(scorecard.thinFileScore >= 560 && scorecard.thinFileScore <= 660).toBe(true)
  })
})

describe('a model is refused when', () => {
  const changed = (change: (model: typeof shippedModel) => void) => {
    const model = structuredClone(shippedModel)
    change(model)
    return () => loadModel(model)
  }

  test.each(['gender', 'religion', 'home_province', 'age_in_years', 'marital_status', 'is_pep'])(
    'a feature is %s',
    (name) => {
      expect(changed((model) => Object.assign(model.features[0]!, { name }))).toThrow(ModelRefused)
    },
  )

  test('a derived feature reads a forbidden column', () => {
    const load = changed((model) => {
      const feature = model.features[0]! as { derivation: unknown }
      feature.derivation = { operation: 'sum', columns: ['telecom.sim_age_months', 'age'] }
    })
    expect(load).toThrow('The feature age is about age')
  })

  test('a missing value would raise the score', () => {
    expect(changed((model) => Object.assign(model.features[0]!.bins.at(-1)!, { woe: 1 }))).toThrow(
      'would raise the score',
    )
  })

  test('fewer sources would keep more of a favourable sum', () => {
    expect(changed((model) => Object.assign(model, { shrinkage: [1, 1, 0.9, 1, 1] }))).toThrow('shrinkage')
  })

  test('its form is wrong', () => {
    for (const change of [
      (model: typeof shippedModel) => Object.assign(model, { format: 'other' }),
      (model: typeof shippedModel) => Object.assign(model, { thin_file_score: 700 }),
      (model: typeof shippedModel) => Object.assign(model, { features: [] }),
      (model: typeof shippedModel) => void model.features[0]!.bins.pop(),
      (model: typeof shippedModel) => void model.features[0]!.edges.reverse(),
      (model: typeof shippedModel) =>
        Object.assign(model, { calibration: { method: 'platt', slope: -1, intercept: 0 } as never }),
    ]) {
      expect(changed(change)).toThrow(ModelRefused)
    }
    expect(() => loadModel(null)).toThrow(ModelRefused)
  })
})
