import { seededRandom } from '@nani/foundation/core/index.ts'
import {
  calibrationByGroup,
  type FactorMap,
  overSplits,
  readCsv,
  readGrouping,
  readGroups,
  scoresOfTable,
  selectRows,
  splitNames,
  type TrainingTable,
  trainAndTest,
} from '@nani/scorecard/training'
import { calibrationGates, type Dataset } from './datasets.ts'
import { writeFigures } from './figures.ts'

/**
 * The mean over five splits, which a lucky split cannot decide, and the calibration of groups over the test rows of these
 * splits. Writes both for the model card.
 */
export const measureGroups = async (
  dataset: Dataset,
  path: string,
  { table, map }: { table: TrainingTable; map: FactorMap },
): Promise<void> => {
  const grouped = await readGroups(readCsv(path), (dataset.groupings ?? []).map(readGrouping))
  const results = splitNames(dataset.id).map((split) => {
    const { scorecard, test, metrics } = trainAndTest({ table, map }, split, seededRandom(split))
    const held = selectRows(table, test)
    return { test, metrics, scores: scoresOfTable(scorecard, held), target: held.target }
  })
  const splits = overSplits(results.map(({ metrics }) => metrics))
  const gates = {
    auc: dataset.auc,
    ...calibrationGates,
  }
  for (const [name, { values, mean }] of Object.entries(splits))
    console.log(
      `         ${name} over ${values.length} splits: ${mean.toFixed(4)}  (${values.map((value) => value.toFixed(4)).join(' ')})`,
    )
  const groups = calibrationByGroup(
    {
      scores: results.flatMap(({ scores }) => [...scores]),
      target: results.flatMap(({ target }) => [...target]),
    },
    grouped,
    results.flatMap(({ test }) => [...test]),
  )
  for (const { column, groups: rows } of groups)
    for (const { group, rows: count, ratio } of rows)
      console.log(`         ${column} ${group}: observed / predicted ${ratio.toFixed(2)}, ${count} rows`)
  writeFigures({ trainer: { file: map.description, gates, splits, groups } })
}
