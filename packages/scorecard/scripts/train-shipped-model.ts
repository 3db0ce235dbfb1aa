// Trains the shipped model on the generated bureau and writes its model card: npm run train -w @nani/scorecard
// The result is the same on each machine: the seed is fixed, and no clock is read.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import figures from '../real-file-figures.json' with { type: 'json' }
import { type Borrower, columnsOf, type Random, sources, syntheticBureau, valuesOf } from '../src/index.ts'
import {
  modelCard,
  overSplits,
  readFactorMap,
  readTrainingTable,
  realFileSection,
  scoreCharts,
  scoresOfTable,
  selectRows,
  splitNames,
  trainAndTest,
} from '../src/training.ts'

const people = 100_000
const seed = 'generated bureau 1'
const root = join(import.meta.dirname, '..')
const docs = join(root, '../../docs')

const seeded = (text: string): Random => {
  let count = 0
  return { bytes: (length) => createHash('sha512').update(`${text}:${count++}`).digest().subarray(0, length) }
}

const columns = sources.flatMap((source) => columnsOf(source))
const rowOf = ({ records, defaulted }: Borrower): string[] => {
  const values = valuesOf(records)
  return [defaulted ? '1' : '0', ...columns.map((column) => String(values.get(column) ?? ''))]
}
const rows = function* () {
  yield ['defaulted', ...columns]
  for (const person of syntheticBureau(seeded(seed), people)) yield rowOf(person)
}

const data = [
  `The rows are ${people} citizens of the generated bureau (\`packages/scorecard/src/bureau\`). A hidden risk causes records,`,
  'missing sources and outcome. Riskier citizens have fewer sources, so that sources are missing not at random.',
  'Citizens with few sources leave noisier records.',
  '',
  'The marginal rates follow two real files. The default rate of citizens with a bank (6.7 %), utilization and times past',
  'due follow Give Me Some Credit. The default rate of citizens with nano loans and without a bank (21.8 %), and the late',
  'share of nano loans, follow the SuperLender file of Nigeria. The other fields are assumptions.',
]

const limits = [
  'Replace this model before production. Train a model on outcomes of your own country with `nani credit-model train`.',
  'With few outcomes, fit the probabilities of this model to them with `nani credit-model recalibrate`.',
  'The strength of each field is an assumption of the generated bureau. It is not evidence about people.',
  'A citizen without a source gets the thin-file score, whose range the specification fixes.',
  'The outcome is a default within 12 months. The model says nothing about larger amounts or longer loans.',
  'Observed default rates agree with the bands only while the population resembles the training rows. Monitor it.',
]

const map = readFactorMap(JSON.parse(readFileSync(join(root, 'shipped-factors.json'), 'utf8')))
const table = await readTrainingTable(rows(), 'defaulted', map)
const name = 'bureau'
const results = splitNames(name).map((split) =>
  trainAndTest({ table, map }, split, seeded(split === name ? 'folds' : `folds ${split}`)),
)
const { scorecard, test, metrics } = results[0]!
const { model } = scorecard
writeFileSync(join(root, 'shipped-model.json'), `${JSON.stringify(model, null, 1)}\n`)

const testTable = selectRows(table, test)
const charts = scoreCharts({ scores: scoresOfTable(scorecard, testTable), target: testTable.target })
for (const [name, svg] of Object.entries(charts)) writeFileSync(join(docs, `credit-model-${name}.svg`), svg)
const titles = {
  roc: 'ROC',
  calibration: 'Calibration',
  scores: 'Distribution of the scores',
  bands: 'Default rate by band',
}
writeFileSync(
  join(docs, 'credit-model.md'),
  modelCard({
    model,
    test: metrics,
    splits: overSplits(results.map((result) => result.metrics)),
    groups: [],
    sections: realFileSection(figures),
    command: 'npm run train -w @nani/scorecard',
    data,
    limits,
    charts: Object.entries(titles).map(([name, title]) => ({ title, file: `credit-model-${name}.svg` })),
  }),
)
console.log(`${model.version} is written, with docs/credit-model.md`)
