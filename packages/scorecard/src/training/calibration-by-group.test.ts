import { expect, test } from 'vitest'
import { probabilityOf } from '../serving/score-scale.ts'
import { calibrationByGroup, readGrouping, readGroups } from './calibration-by-group.ts'
import { overSplits, splitNames } from './measure-splits.ts'

const rows = [
  ['defaulted', 'age', 'sector'],
  ['1', '29', 'trade'],
  ['0', '30', 'farm'],
  ['0', '61', 'trade'],
  ['1', 'NA', 'trade'],
  ['0', '60', 'farm'],
]
const groupings = ['age=30,60', 'sector'].map(readGrouping)

test('each group has its observed and predicted defaults, of the chosen rows alone', async () => {
  const grouped = await readGroups(rows, groupings)
  const [low, high] = [probabilityOf(500), probabilityOf(700)]
  const scored = { scores: [500, 700, 500, 700], target: [1, 0, 1, 0] }
  const [age, sector] = calibrationByGroup(scored, grouped, [0, 2, 3, 4])
  expect(age?.groups.map(({ group, rows: count, defaults }) => [group, count, defaults])).toEqual([
    ['below 30', 1, 1],
    ['60 or more', 2, 0],
    ['missing', 1, 1],
  ])
  expect(age?.groups[0]).toMatchObject({ observed: 1, predicted: low, ratio: 1 / low })
  const trade = sector?.groups.find(({ group }) => group === 'trade')
  expect(trade).toMatchObject({ rows: 3, defaults: 2 })
  expect(trade?.predicted).toBeCloseTo((2 * low + high) / 3, 12)
})

test('a grouping that cannot be read is refused, and so is a column with very many values', async () => {
  for (const text of ['', '=1', 'age=60,30', 'age=old'])
    expect(() => readGrouping(text), text).toThrow('age=')
  await expect(readGroups(rows, [{ column: 'income', edges: [] }])).rejects.toThrow('no column income')
  const many = [['id'], ...Array.from({ length: 51 }, (_, index) => [`citizen ${index}`])]
  await expect(readGroups(many, [{ column: 'id', edges: [] }])).rejects.toThrow('more than 50 groups')
})

test('figures over splits are the mean of the fixed split and four others', () => {
  expect(splitNames('gmsc')).toEqual(['gmsc', 'gmsc#1', 'gmsc#2', 'gmsc#3', 'gmsc#4'])
  const { brier, auc } = overSplits([
    { auc: 0.8, ks: 0.5, brier: 0.04, ece: 0.001 },
    { auc: 0.9, ks: 0.5, brier: 0.06, ece: 0.001 },
  ])
  expect(brier).toEqual({ values: [0.04, 0.06], mean: 0.05 })
  expect(auc.mean).toBeCloseTo(0.85, 12)
})
