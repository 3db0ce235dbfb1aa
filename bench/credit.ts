// Measures the trainer of the scorecard on real files: npm run bench:credit [-- file]. The files are in ../shared/data/credit
// (or NANI_BENCH_DATA). A file that is absent is skipped. The program fails when a gate is not met.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from '@nani/foundation/core/index.ts'
import { bandOf, scoresOf } from '@nani/scorecard'
import {
  type FactorMap,
  readCsv,
  readFactorMap,
  readTrainingTable,
  type TrainingTable,
  trainAndTest,
} from '@nani/scorecard/training'
import { calibrationGates, type Dataset, datasets } from './credit/datasets.ts'
import { measureGroups } from './credit/measure-groups.ts'
import { measureShipped } from './credit/measure-shipped.ts'
import { resolveData } from './credit/resolve-data.ts'

const folder = resolveData()
const wanted = process.argv.slice(2)
const failures: string[] = []

const gate = (name: string, value: number, isMet: boolean, limit: string): void => {
  console.log(`  ${isMet ? 'met   ' : 'FAILED'} ${name.padEnd(14)} ${value.toFixed(4)}  (${limit})`)
  if (!isMet) failures.push(`${name} ${value.toFixed(4)} (${limit})`)
}

const bandLimits = { A: [0, 0.02], B: [0.02, 0.05], C: [0.05, 0.12], D: [0.12, 0.25], E: [0.25, 1] } as const

const measureFixed = (dataset: Dataset, table: TrainingTable, map: FactorMap): void => {
  const { metrics } = trainAndTest({ table, map }, dataset.id, seededRandom(dataset.id))
  const { auc, ks, brier, ece } = metrics
  gate('AUC', auc, auc >= dataset.auc, `at least ${dataset.auc}`)
  if (dataset.stretch) console.log(`         the stretch target of AUC is ${dataset.stretch}`)
  if (!dataset.calibrated) return
  gate('KS', ks, ks >= calibrationGates.ks, `at least ${calibrationGates.ks}`)
  gate('Brier', brier, brier <= calibrationGates.brier, `at most ${calibrationGates.brier}`)
  gate('ECE', ece, ece <= calibrationGates.ece, `at most ${calibrationGates.ece}`)
  for (const [band, { rows, rate }] of Object.entries(metrics.bands)) {
    const [min, max] = bandLimits[band as keyof typeof bandLimits]
    const scores = scoresOf(bandOf(scoresOf(band as keyof typeof bandLimits).min))
    const name = `band ${band}`
    gate(
      name,
      rate ?? 0,
      rate !== null && rate >= min && rate <= max,
      `${min} to ${max}; ${rows} rows, ${scores.min}-${scores.max}`,
    )
  }
}

const measureSplits = (dataset: Dataset, table: TrainingTable, map: FactorMap): void => {
  const splits = 20
  const found = Array.from({ length: splits }, (_, index) => {
    const split = `${dataset.id}#${index}`
    return trainAndTest({ table, map }, split, seededRandom(split)).metrics.auc
  })
  const mean = found.reduce((sum, auc) => sum + auc, 0) / splits
  gate('AUC, 20 splits', mean, mean >= dataset.auc, `at least ${dataset.auc}`)
  console.log(`         from ${Math.min(...found).toFixed(4)} to ${Math.max(...found).toFixed(4)}`)
}

for (const dataset of datasets) {
  if (wanted.length > 0 && !wanted.includes(dataset.id)) continue
  const path = join(folder, `${dataset.file}.csv`)
  if (!existsSync(path)) {
    console.log(`${dataset.id}: skipped, because there is no ${path}`)
    continue
  }
  const map = readFactorMap(
    JSON.parse(readFileSync(join(import.meta.dirname, 'credit/maps', `${dataset.file}.json`), 'utf8')),
  )
  const startedMs = performance.now()
  const table = await readTrainingTable(readCsv(path), dataset.target, map)
  console.log(`${dataset.id}: ${table.rows} rows, ${map.features.length} features, method ${map.method}`)
  if (dataset.split === 'fixed') measureFixed(dataset, table, map)
  else measureSplits(dataset, table, map)
  if (dataset.groupings) {
    await measureGroups(dataset, path, { table, map })
    await measureShipped(dataset, path)
  }
  console.log(`         ${((performance.now() - startedMs) / 1_000).toFixed(0)} s`)
}
console.log(
  failures.length === 0 ? 'Every gate of a present file is met.' : `Not met: ${failures.join('; ')}`,
)
process.exitCode = failures.length === 0 ? 0 : 1
