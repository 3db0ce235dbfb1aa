import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { syntheticBureau } from '../bureau/draw-borrower.ts'
import { columnsOf, sources, valuesOf } from '../serving/credit-records.ts'
import { loadModel } from '../serving/load-model.ts'
import { evaluateModel } from './evaluate-model.ts'
import { FactorMapRefused, readFactorMap } from './factor-map.ts'
import { hashOfText, splitRows } from './split-rows.ts'
import { trainModel } from './train-model.ts'
import { readTrainingTable, selectRows } from './training-table.ts'

const seeded = (seed: string) => {
  let count = 0
  return {
    bytes: (length: number) => createHash('sha512').update(`${seed}:${count++}`).digest().subarray(0, length),
  }
}
const columns = sources.flatMap((source) => columnsOf(source))
const rows = [
  ['defaulted', ...columns],
  ...[...syntheticBureau(seeded('train'), 8_000)].map(({ records, defaulted }) => {
    const values = valuesOf(records)
    return [defaulted ? '1' : '0', ...columns.map((column) => String(values.get(column) ?? ''))]
  }),
]
const factors = [
  { column: 'telecom.sim_age_months', source: 'telecom', factor: 'telecom_tenure', trend: 'risk_falls' },
  { column: 'telecom.number_changes_24m', source: 'telecom', factor: 'telecom_tenure', trend: 'risk_rises' },
  { column: 'banking.utilization', source: 'banking', factor: 'credit_utilization', trend: 'auto' },
  { column: 'banking.dpd90_24m', source: 'banking', factor: 'payment_history', trend: 'risk_rises' },
  { column: 'utilities.arrears_ratio', source: 'utilities', factor: 'utility_payments', trend: 'auto' },
  {
    column: 'mobile_money.nano_loans_repaid_late_share',
    source: 'mobile_money',
    factor: 'payment_history',
    trend: 'risk_rises',
  },
]

describe.each(['woe', 'boosted'])('the method %s', (method) => {
  const map = readFactorMap({ name: 'test', method, features: factors })
  const train = async () => {
    const table = await readTrainingTable(rows, 'defaulted', map)
    const split = splitRows('test', table.rows)
    const trained = trainModel({ table: selectRows(table, split.train), map, random: seeded('folds') })
    return { table, rest: split.test, trained }
  }
  let shared: ReturnType<typeof train> | undefined
  const first = () => (shared ??= train())

  test('trains a monotone model that can be served, with calibrated probabilities', async () => {
    const { table, rest, trained } = await first()
    const scorecard = loadModel(trained)
    const { auc, ece } = evaluateModel(scorecard, selectRows(table, rest))
    expect(auc).toBeGreaterThan(0.66)
    expect(ece).toBeLessThan(0.03)
    for (const { name, bins, edges } of scorecard.model.features) {
      const values = bins.slice(0, edges.length + 1).map(({ woe }) => woe)
      const rising = values.every((value, index) => index === 0 || value >= values[index - 1]!)
      const falling = values.every((value, index) => index === 0 || value <= values[index - 1]!)
      expect(rising || falling, name).toBe(true)
    }
    for (const source of sources) expect(scorecard.missingBySource[source]).toBeLessThanOrEqual(0)
  })

  test('gives the same model for the same rows and the same random bytes', async () => {
    const before = JSON.stringify((await first()).trained)
    expect(JSON.stringify((await train()).trained)).toBe(before)
  })
})

test('a factor map with a forbidden feature is refused', () => {
  for (const column of [
    'sex',
    'religion',
    'home_province',
    'age',
    'marital_status',
    'first_name',
    'language',
  ]) {
    expect(() => readFactorMap({ features: [{ column }] }), column).toThrow(FactorMapRefused)
  }
  const derived = { name: 'ratio', derivation: { operation: 'ratio', columns: ['income', 'age'] } }
  expect(() => readFactorMap({ features: [derived] })).toThrow('age')
})

test('the split of the rows follows from their hash alone', () => {
  // Computed by another program.
  expect(['gmsc:0', 'gmsc:1', 'gmsc:2', 'é'].map(hashOfText)).toEqual([
    2736016706, 3499302086, 3342646810, 2387039943,
  ])
  const { train, test: rest } = splitRows('gmsc', 10_000)
  expect(train.length + rest.length).toBe(10_000)
  expect(Math.abs(rest.length / 10_000 - 0.3)).toBeLessThan(0.02)
  expect(splitRows('gmsc', 10_000)).toEqual({ train, test: rest })
  expect(splitRows('gmsc#1', 10_000).test).not.toEqual(rest)
})
