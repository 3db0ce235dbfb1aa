import { combine } from '../serving/bin-of.ts'
import type { FactorMap, FeatureSpec } from './factor-map.ts'

/** The values of one feature. A missing number is NaN, and a missing text is code -1. */
export type FeatureValues =
  | { kind: 'number'; spec: FeatureSpec; values: Float64Array }
  | { kind: 'category'; spec: FeatureSpec; codes: Int32Array; texts: readonly string[] }

/** Rows for training, by column. */
export type TrainingTable = {
  rows: number
  /** 1: default. */
  target: Uint8Array
  features: readonly FeatureValues[]
}

const maxRows = 5_000_000

/** A row that cannot be read. */
export class DataRefused extends Error {
  override name = 'DataRefused'
}

type Filler = { add(cells: readonly string[]): void; finish(rows: number): FeatureValues }

/** Reads the columns that the factor map names. Other columns are not kept. */
export const readTrainingTable = async (
  rows: AsyncIterable<string[]> | Iterable<string[]>,
  target: string,
  map: FactorMap,
): Promise<TrainingTable> => {
  let fillers: Filler[] | null = null
  let targetAt = -1
  let width = 0
  let line = 0
  const outcomes: number[] = []
  for await (const cells of rows) {
    line++
    if (!fillers) {
      width = cells.length
      targetAt = columnAt(cells, target)
      fillers = map.features.map((spec) => fillerOf(spec, cells, new Set(['', ...map.missing])))
      continue
    }
    if (cells.length !== width)
      throw new DataRefused(`Row ${line} has ${cells.length} cells, and the header has ${width}`)
    if (outcomes.length >= maxRows) throw new DataRefused(`The file has more than ${maxRows} rows`)
    const outcome = cells[targetAt]
    if (outcome === undefined || outcome === '') throw new DataRefused(`Row ${line} has no outcome`)
    outcomes.push(outcome === map.bad ? 1 : 0)
    for (const filler of fillers) filler.add(cells)
  }
  const count = outcomes.length
  const defaults = outcomes.reduce((sum, outcome) => sum + outcome, 0)
  if (defaults === 0 || defaults === count) throw new DataRefused('All rows have the same outcome')
  return {
    rows: count,
    target: Uint8Array.from(outcomes),
    features: (fillers ?? []).map((filler) => filler.finish(count)),
  }
}

const columnAt = (header: readonly string[], name: string): number => {
  const at = header.indexOf(name)
  if (at < 0) throw new DataRefused(`The file has no column ${name}`)
  return at
}

const fillerOf = (spec: FeatureSpec, header: readonly string[], missing: ReadonlySet<string>): Filler => {
  const places = (spec.derivation?.columns ?? [spec.name]).map((column) => columnAt(header, column))
  if (spec.kind === 'category') return categoryFiller(spec, places[0]!, missing)
  const values: number[] = []
  const numberOf = (cell: string | undefined) =>
    cell === undefined || missing.has(cell.trim()) ? Number.NaN : Number(cell)
  return {
    add: (cells) => {
      const parts = places.map((place) => numberOf(cells[place]))
      const value = spec.derivation ? combine(spec.derivation.operation, parts) : parts[0]!
      values.push(Number.isFinite(value) ? value : Number.NaN)
    },
    finish: () => ({ kind: 'number', spec, values: Float64Array.from(values) }),
  }
}

const categoryFiller = (spec: FeatureSpec, place: number, missing: ReadonlySet<string>): Filler => {
  const codes: number[] = []
  const codeOf = new Map<string, number>()
  return {
    add: (cells) => {
      const text = cells[place] ?? ''
      const isMissing = missing.has(text.trim())
      if (!isMissing && !codeOf.has(text)) codeOf.set(text, codeOf.size)
      codes.push(isMissing ? -1 : codeOf.get(text)!)
    },
    finish: () => ({ kind: 'category', spec, codes: Int32Array.from(codes), texts: [...codeOf.keys()] }),
  }
}

/** The same columns with some of the rows. */
export const selectRows = (table: TrainingTable, rows: ArrayLike<number>): TrainingTable => ({
  rows: rows.length,
  target: Uint8Array.from(rows, (row) => table.target[row]!),
  features: table.features.map((feature) =>
    feature.kind === 'number'
      ? { ...feature, values: Float64Array.from(rows, (row) => feature.values[row]!) }
      : { ...feature, codes: Int32Array.from(rows, (row) => feature.codes[row]!) },
  ),
})

/** The named values of one row, as the look-up reads them. */
export const valuesOfRow = (table: TrainingTable, row: number): Map<string, number | string> => {
  const values = new Map<string, number | string>()
  for (const feature of table.features) {
    if (feature.kind === 'number') {
      const value = feature.values[row]!
      if (!Number.isNaN(value)) values.set(feature.spec.name, value)
    } else if (feature.codes[row]! >= 0) values.set(feature.spec.name, feature.texts[feature.codes[row]!]!)
  }
  return values
}
