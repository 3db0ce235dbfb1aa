import { columnsOf, sources } from './credit-records.ts'
import type { Derivation, Feature } from './model.ts'

export type PreparedFeature = {
  feature: Feature
  columns: readonly string[]
  /** weight × (WOE − mean), by bin. */
  contributions: readonly number[]
  missingBin: number
  binOfCategory: ReadonlyMap<string, number>
  binOfSpecial: ReadonlyMap<number, number>
  readsRecords: boolean
}

const recordColumns = new Set(sources.flatMap((source) => columnsOf(source)))

export const prepareFeature = (feature: Feature): PreparedFeature => {
  const { name, derivation, bins, weight, mean, categories, special } = feature
  const columns = derivation?.columns ?? [name]
  const ordinary = bins.length - 1 - special.length
  return {
    feature,
    columns,
    contributions: bins.map(({ woe }) => weight * (woe - mean)),
    missingBin: bins.length - 1,
    binOfCategory: new Map(categories?.flatMap((texts, bin) => texts.map((text) => [text, bin] as const))),
    binOfSpecial: new Map(
      special.flatMap((codes, index) => codes.map((code) => [code, ordinary + index] as const)),
    ),
    readsRecords: feature.source !== null && columns.every((column) => recordColumns.has(column)),
  }
}

/** The bin of a row. An unknown category and a value that is not a number are missing. */
export const binOf = (prepared: PreparedFeature, values: ReadonlyMap<string, number | string>): number => {
  const { feature, missingBin, binOfCategory, binOfSpecial, columns } = prepared
  if (feature.categories) return binOfCategory.get(String(values.get(columns[0]!) ?? '')) ?? missingBin
  // A row of the trainer has the derived value already.
  const own = values.get(feature.name)
  const value = own === undefined ? derive(feature.derivation, columns, values) : numberOf(own)
  if (Number.isNaN(value)) return missingBin
  return binOfSpecial.get(value) ?? ordinaryBin(feature.edges, value)
}

/** The first bin whose upper edge is above the value. */
export const ordinaryBin = (edges: ArrayLike<number>, value: number): number => {
  let low = 0
  let high = edges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (value < edges[middle]!) high = middle
    else low = middle + 1
  }
  return low
}

const numberOf = (value: number | string | undefined): number =>
  typeof value === 'number' ? value : value === undefined || value.trim() === '' ? Number.NaN : Number(value)

const derive = (
  derivation: Derivation | null,
  columns: readonly string[],
  values: ReadonlyMap<string, number | string>,
): number => {
  if (!derivation) return numberOf(values.get(columns[0]!))
  return combine(
    derivation.operation,
    columns.map((column) => numberOf(values.get(column))),
  )
}

/** The value of a derived feature. NaN is a missing value. */
export const combine = (operation: Derivation['operation'], [first, ...rest]: readonly number[]): number => {
  const start = first ?? Number.NaN
  const combined = rest.reduce((value, next) => {
    if (operation === 'sum') return value + next
    if (operation === 'difference') return value - next
    if (operation === 'product') return value * next
    if (operation === 'ratio') return next === 0 ? Number.NaN : value / next
    return operation === 'max' ? Math.max(value, next) : Math.min(value, next)
  }, start)
  return Number.isFinite(combined) ? combined : Number.NaN
}
