import { columnsOf, sources, valuesOf } from '@nani/scorecard'
import type { PopulationOptions } from './generate-population.ts'
import { creditHistorySource } from './population/credit-records.ts'
import { citizenSource } from './population/generate-citizen.ts'

/**
 * The outcomes of a generated population, with the records that go before them, as rows of a CSV file: for the trainer, and
 * for the monitoring of the model. The first row has the names of the columns.
 */
export const generatedOutcomes = function* ({ count, seed }: PopulationOptions): Generator<string[]> {
  const columns = sources.flatMap((source) => columnsOf(source))
  yield ['svc_id', 'defaulted', ...columns]
  const citizenAt = citizenSource(seed)
  const historyAt = creditHistorySource(seed)
  for (let index = 0; index < count; index++) {
    const { records, defaulted } = historyAt(index)
    const values = valuesOf(records)
    const { svc_id } = citizenAt(index)
    yield [svc_id, defaulted ? '1' : '0', ...columns.map((column) => String(values.get(column) ?? ''))]
  }
}
