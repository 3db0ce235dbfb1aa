import { loadModel } from '@nani/scorecard'
import shippedModel from '@nani/scorecard/shipped-model.json' with { type: 'json' }
import {
  type HeldOut,
  mapOfModel,
  readCsv,
  readTrainingTable,
  recalibrate,
  withPlainOutcomes,
} from '@nani/scorecard/training'
import type { Dataset } from './datasets.ts'
import { writeFigures } from './figures.ts'

/** The fields of the banking record that the file has. All other fields are missing. */
const fieldOf: Readonly<Record<string, string>> = {
  RevolvingUtilizationOfUnsecuredLines: 'banking.utilization',
  'NumberOfTime30-59DaysPastDueNotWorse': 'banking.dpd30_24m',
  'NumberOfTime60-89DaysPastDueNotWorse': 'banking.dpd60_24m',
  NumberOfTimes90DaysLate: 'banking.dpd90_24m',
  NumberOfOpenCreditLinesAndLoans: 'banking.open_loans',
}

/** The shipped model on real loans, before and after a recalibration, as an operator would do both. */
export const measureShipped = async (dataset: Dataset, path: string): Promise<void> => {
  const base = loadModel(shippedModel)
  const map = mapOfModel(base.model)
  const rows = withPlainOutcomes(
    asRecords(
      readCsv(path),
      map.features.map(({ name }) => name),
    ),
    dataset.target,
  )
  const table = await readTrainingTable(rows, dataset.target, map)
  const { model, before, after } = recalibrate({ base, table, fileSha256: dataset.id })
  for (const [name, found] of Object.entries({ before, after }))
    console.log(`         shipped, ${name}: ${text(found)}`)
  const { intercept, slope, rows: fitted, missing_share } = model.recalibrated_on!
  console.log(`         line ${intercept} + ${slope}, missing share ${missing_share}, ${fitted} rows`)
  writeFigures({ shipped: { before, after, line: { intercept, slope, rows: fitted, missing_share } } })
}

const text = ({ auc, brier, ece, predicted, rows, defaults, bands }: HeldOut): string =>
  `AUC ${auc.toFixed(4)}, Brier ${brier.toFixed(4)}, ECE ${ece.toFixed(4)}, ${(100 * predicted).toFixed(1)} % predicted, ${((100 * defaults) / rows).toFixed(1)} % observed, ${Object.entries(
    bands,
  )
    .map(([band, { rows: count }]) => `${band} ${count}`)
    .join(' ')}`

/** The file with the columns of the model. 96 and 98 are codes for unknown counts. */
const asRecords = async function* (
  rows: AsyncIterable<string[]>,
  names: readonly string[],
): AsyncGenerator<string[]> {
  let header: string[] | null = null
  for await (const cells of rows) {
    if (!header) {
      header = cells.map((name) => fieldOf[name] ?? name)
      const known = header
      yield [...header, ...names.filter((name) => !known.includes(name))]
      continue
    }
    const read = cells.map((cell, at) => (header?.[at]?.includes('.dpd') && Number(cell) >= 96 ? '' : cell))
    yield [...read, ...names.filter((name) => !header?.includes(name)).map(() => '')]
  }
}
