import type { ScorecardModel } from '../serving/model.ts'
import type { FactorMap } from './factor-map.ts'
import { DataRefused } from './training-table.ts'

/** The columns that a model reads, as the map of a file with the same columns. Nothing is trained with it. */
export const mapOfModel = (model: ScorecardModel): FactorMap => ({
  name: model.version,
  description: '',
  generated: false,
  bad: '1',
  missing: [],
  method: model.method,
  max_bins: 2,
  features: model.features.map(({ name, derivation, source, factor, categories, special }) => ({
    ...{ name, derivation, source, factor, special },
    kind: categories === null ? ('number' as const) : ('category' as const),
    trend: 'free' as const,
  })),
  excluded: model.trained_on.excluded,
})

/** The same rows. An outcome that is neither 0 nor 1 would count as a repaid loan, so it is refused. */
export const withPlainOutcomes = async function* (
  rows: AsyncIterable<string[]> | Iterable<string[]>,
  target: string,
): AsyncGenerator<string[]> {
  let place: number | null = null
  let line = 0
  for await (const cells of rows) {
    line++
    if (place === null) place = cells.indexOf(target)
    else if (place >= 0 && cells[place] !== '0' && cells[place] !== '1')
      throw new DataRefused(`Row ${line}: ${target} must be 0 (repaid) or 1 (default)`)
    yield cells
  }
}
