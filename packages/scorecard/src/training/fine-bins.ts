import { ordinaryBin } from '../serving/bin-of.ts'
import type { FeatureSpec } from './factor-map.ts'
import type { FeatureValues, TrainingTable } from './training-table.ts'

const maxCategories = 200

/** One feature as fine bins: ordinary ones in the order of the value, then codes, then the missing bin. */
export type BinnedFeature = {
  spec: FeatureSpec
  edges: number[]
  /** Texts of each ordinary bin, in the order of their default rates. Null for a number. */
  categories: string[][] | null
  ordinary: number
  missingBin: number
  binCount: number
  /** The bin of each row. */
  codes: Uint8Array
}

export type BinnedTable = { rows: number; target: Uint8Array; features: BinnedFeature[] }

/** With at most 128 ordinary bins, the codes and the missing bin fit into a byte. */
export const binTable = (table: TrainingTable, maxBins: number): BinnedTable => ({
  rows: table.rows,
  target: table.target,
  features: table.features.map((feature) =>
    feature.kind === 'number' ? binNumbers(feature, table, maxBins) : binCategories(feature, table),
  ),
})

type NumberValues = Extract<FeatureValues, { kind: 'number' }>
type CategoryValues = Extract<FeatureValues, { kind: 'category' }>

const binNumbers = (
  { spec, values }: NumberValues,
  { rows }: TrainingTable,
  maxBins: number,
): BinnedFeature => {
  const specialOf = new Map(
    spec.special.flatMap((codes, index) => codes.map((code) => [code, index] as const)),
  )
  const edges = quantileEdges(
    values.filter((value) => !Number.isNaN(value) && !specialOf.has(value)),
    maxBins,
  )
  const ordinary = edges.length + 1
  const missingBin = ordinary + spec.special.length
  const codes = new Uint8Array(rows)
  for (let row = 0; row < rows; row++) {
    const value = values[row]!
    const special = specialOf.get(value)
    codes[row] = Number.isNaN(value)
      ? missingBin
      : special === undefined
        ? ordinaryBin(edges, value)
        : ordinary + special
  }
  return { spec, edges, categories: null, ordinary, missingBin, binCount: missingBin + 1, codes }
}

/** Edges between neighbouring values, so that the bins have about equal numbers of rows. */
const quantileEdges = (values: Float64Array, maxBins: number): number[] => {
  const sorted = values.toSorted()
  const edges: number[] = []
  const perBin = sorted.length / maxBins
  let since = 0
  for (let index = 1; index < sorted.length && edges.length < maxBins - 1; index++) {
    since++
    if (sorted[index] === sorted[index - 1]) continue
    if (since < perBin) continue
    edges.push(readableBetween(sorted[index - 1]!, sorted[index]!))
    since = 0
  }
  return edges
}

/** The shortest decimal number above `low` and at most `high`. */
const readableBetween = (low: number, high: number): number => {
  for (let digits = 1; digits <= 15; digits++) {
    const middle = Number(((low + high) / 2).toPrecision(digits))
    if (middle > low && middle <= high) return middle
  }
  return high
}

const binCategories = (
  { spec, codes: texts, texts: names }: CategoryValues,
  table: TrainingTable,
): BinnedFeature => {
  const counts = Array.from(names, () => ({ rows: 0, defaults: 0 }))
  let defaults = 0
  for (let row = 0; row < table.rows; row++) {
    defaults += table.target[row]!
    const count = counts[texts[row]!]
    if (!count) continue
    count.rows++
    count.defaults += table.target[row]!
  }
  const prior = defaults / table.rows
  // Rare texts are drawn towards the mean rate, so that one row does not decide their place.
  const rateOf = (name: number) => (counts[name]!.defaults + 20 * prior) / (counts[name]!.rows + 20)
  const present = names.map((_, name) => name).filter((name) => counts[name]!.rows > 0)
  const kept = present.toSorted((a, b) => counts[b]!.rows - counts[a]!.rows).slice(0, maxCategories)
  const ordered = kept.toSorted((a, b) => rateOf(b) - rateOf(a) || (names[a]! < names[b]! ? -1 : 1))
  const binOfName = new Map(ordered.map((name, bin) => [name, bin]))
  const missingBin = Math.max(1, ordered.length)
  return {
    spec,
    edges: [],
    categories: ordered.length === 0 ? [[]] : ordered.map((name) => [names[name]!]),
    ordinary: missingBin,
    missingBin,
    binCount: missingBin + 1,
    codes: Uint8Array.from(texts, (name) => binOfName.get(name) ?? missingBin),
  }
}

/** Some of the rows, with the same bins. */
export const selectBinned = (table: BinnedTable, rows: Uint32Array): BinnedTable => ({
  rows: rows.length,
  target: Uint8Array.from(rows, (row) => table.target[row]!),
  features: table.features.map((feature) => ({
    ...feature,
    codes: Uint8Array.from(rows, (row) => feature.codes[row]!),
  })),
})

export type Counts = { good: Float64Array; bad: Float64Array }

/** Repaid loans and defaults of each bin. */
export const countBins = ({ codes, binCount }: BinnedFeature, target: Uint8Array): Counts => {
  const good = new Float64Array(binCount)
  const bad = new Float64Array(binCount)
  for (let row = 0; row < codes.length; row++) {
    if (target[row]) bad[codes[row]!]!++
    else good[codes[row]!]!++
  }
  return { good, bad }
}
