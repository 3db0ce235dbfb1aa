import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import shippedModel from '../../shipped-model.json' with { type: 'json' }
import { type Borrower, syntheticBureau } from '../bureau/draw-borrower.ts'
import { calibrate } from '../serving/calibrate.ts'
import { columnsOf, sources, valuesOf } from '../serving/credit-records.ts'
import { loadModel } from '../serving/load-model.ts'
import { basisOf, type Calibration } from '../serving/model.ts'
import { bandOf, probabilitiesOf } from '../serving/score-scale.ts'
import { mapOfModel, withPlainOutcomes } from './own-outcomes.ts'
import { calibrationOnLine, lineOf, recalibrate } from './recalibrate.ts'
import { readTrainingTable, type TrainingTable } from './training-table.ts'

const base = loadModel(shippedModel)
const fileSha256 = 'a'.repeat(64)
const columns = sources.flatMap((source) => columnsOf(source))
let people: Borrower[]
beforeAll(() => {
  let count = 0
  const bytes = (length: number) =>
    createHash('sha512').update(`loans:${count++}`).digest().subarray(0, length)
  people = [...syntheticBureau({ bytes }, 14_000)]
})

/** Of every ten defaults and repaid loans of the bureau, so many. */
const tableOf = (
  { ofDefaults = 10, ofRepaid = 10 }: { ofDefaults?: number; ofRepaid?: number },
  rows = people.length,
): Promise<TrainingTable> => {
  const seen = { true: 0, false: 0 }
  const kept = people
    .slice(0, rows)
    .filter(({ defaulted }) => seen[`${defaulted}`]++ % 10 < (defaulted ? ofDefaults : ofRepaid))
  return readLoans(kept.map(({ records, defaulted }) => [valuesOf(records), defaulted ? '1' : '0']))
}
const readLoans = (loans: [ReadonlyMap<string, number>, string][]): Promise<TrainingTable> => {
  const rows = loans.map(([values, outcome]) => [
    outcome,
    ...columns.map((name) => String(values.get(name) ?? '')),
  ])
  const file = [['defaulted', ...columns], ...rows]
  return readTrainingTable(withPlainOutcomes(file, 'defaulted'), 'defaulted', mapOfModel(base.model))
}

/** Loans of which fewer default than the model says. Several tests look at the model that is fitted to them. */
const makeSafer = async () => {
  const table = await tableOf({ ofDefaults: 4 })
  return { table, fitted: recalibrate({ base, table, fileSha256 }) }
}
let shared: ReturnType<typeof makeSafer> | undefined
const safer = () => (shared ??= makeSafer())

describe('the line', () => {
  test('through two groups is the one that is known in closed form', () => {
    // 100 loans at log odds 1, of which 20 default; 100 at log odds 3, of which 5 default.
    const logOdds = Float64Array.from({ length: 200 }, (_, row) => (row < 100 ? 1 : 3))
    const target = Uint8Array.from({ length: 200 }, (_, row) => Number(row % 100 < (row < 100 ? 20 : 5)))
    const [low, high] = [Math.log(80 / 20), Math.log(95 / 5)]
    const { intercept, slope } = lineOf(logOdds, target)
    expect(slope).toBeCloseTo((high - low) / 2, 6)
    expect(intercept).toBeCloseTo(low - (high - low) / 2, 6)
  })

  test('is refused when the scores do not order the loans', () => {
    const logOdds = Float64Array.from({ length: 200 }, (_, row) => (row < 100 ? 1 : 3))
    const target = Uint8Array.from({ length: 200 }, (_, row) => Number(row % 100 < (row < 100 ? 5 : 20)))
    expect(() => lineOf(logOdds, target)).toThrow('do not order these loans')
  })

  test.each<Calibration>([base.model.calibration, { method: 'platt', slope: 0.8, intercept: 0.3 }])(
    'changes a calibration exactly, and it still rises',
    (calibration) => {
      const line = { intercept: -0.4, slope: 1.7 }
      const changed = calibrationOnLine(calibration, line)
      let before = Number.NEGATIVE_INFINITY
      for (let logOdds = -12; logOdds < 12; logOdds += 0.05) {
        const value = calibrate(changed, logOdds)
        expect(value).toBeCloseTo(line.intercept + line.slope * calibrate(calibration, logOdds), 4)
        expect(value).toBeGreaterThan(before)
        before = value
      }
    },
  )
})

test('the probabilities of a model that says too much become those of the own loans', async () => {
  const { table, fitted } = await safer()
  const { model, before, after } = fitted
  const observed = after.defaults / after.rows
  expect(before.predicted / observed).toBeGreaterThan(1.7)
  expect(Math.abs(after.predicted / observed - 1)).toBeLessThan(0.15)
  expect(after.brier).toBeLessThan(before.brier)
  expect(after.ece).toBeLessThan(before.ece / 3)
  // Whole scores round the order.
  expect(Math.abs(after.auc - before.auc)).toBeLessThan(0.002)
  expect([basisOf(base.model), basisOf(model)]).toEqual(['generated', 'recalibrated'])
  expect(model.recalibrated_on).toMatchObject({ base_version: base.version, missing_share: 1 })
  // 7 of 10 rows are fitted.
  expect((model.recalibrated_on?.rows ?? 0) / table.rows).toBeCloseTo(0.7, 1)
})

test('no citizen overtakes another, and score, probability and band still agree', async () => {
  const { model } = (await safer()).fitted
  const after = loadModel(JSON.parse(JSON.stringify(model)))
  const scored = people
    .map(({ records }) => ({ before: base.score(records), after: after.score(records) }))
    .filter(({ before }) => !before.thinFile)
    .toSorted((a, b) => a.before.score - b.before.score)
  for (const [place, one] of scored.entries()) {
    const next = scored[place + 1]
    if (next && one.before.score < next.before.score)
      expect(next.after.score).toBeGreaterThanOrEqual(one.after.score)
    const { min, max } = probabilitiesOf(bandOf(one.after.score))
    expect(one.after.probability).toBeGreaterThanOrEqual(min - 1e-4)
    expect(one.after.probability).toBeLessThanOrEqual(max + 1e-4)
  }
})

test('with more defaults a missing source costs less, so that no one gains by hiding one', async () => {
  const { model } = recalibrate({ base, table: await tableOf({ ofRepaid: 9 }), fileSha256 })
  const { missing_share = 1 } = model.recalibrated_on ?? {}
  expect(missing_share).toBeLessThan(1)
  expect(model.thin_file_score).toBeGreaterThanOrEqual(560)
  expect(loadModel(model).missingBySource.telecom).toBeCloseTo(
    missing_share * base.missingBySource.telecom,
    4,
  )
  const frequent = await tableOf({ ofRepaid: 3 })
  expect(() => recalibrate({ base, table: frequent, fileSha256 })).toThrow('so frequent')
})

test('too few outcomes, and an outcome that is neither 0 nor 1, are refused', async () => {
  const few = await tableOf({ ofDefaults: 1 }, 8_000)
  expect(() => recalibrate({ base, table: few, fileSha256 })).toThrow('needs 200 defaults and 200 repaid')
  const values = valuesOf(people[0]!.records)
  await expect(
    readLoans([
      [values, '1'],
      [values, 'yes'],
    ]),
  ).rejects.toThrow('Row 3: defaulted must be 0 (repaid) or 1 (default)')
})

test('the same file gives the same model, so that a second operator can repeat it', async () => {
  const before = JSON.stringify((await safer()).fitted.model)
  expect(JSON.stringify((await makeSafer()).fitted.model)).toBe(before)
})
