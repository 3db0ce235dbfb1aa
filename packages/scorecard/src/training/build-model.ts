import { createHash } from 'node:crypto'
import { type Bin, type Feature, modelFormat, type ScorecardModel } from '../serving/model.ts'
import { scoreOfLogOdds } from '../serving/score-scale.ts'
import type { FactorMap } from './factor-map.ts'
import { type BinnedTable, countBins } from './fine-bins.ts'
import type { FinishedFit } from './finished-fit.ts'
import type { FittedFeature } from './fitted-tables.ts'

export type BuildInput = FinishedFit & {
  map: FactorMap
  binned: BinnedTable
  thinFileScore: number
  fileSha256: string | null
  metrics: Record<string, number>
}

const round = (value: number, digits = 6): number => Number(value.toFixed(digits))

/** Neighbours whose contributions differ by less than this become one bin. */
const leastStep = 0.004

/** The file of a model. Its version is its name and the beginning of the hash of its tables. */
export const buildModel = (input: BuildInput): ScorecardModel => {
  const { map, binned, intercept, means, shrinkage, calibration, thinFileScore, metrics } = input
  const { target } = binned
  const features = input.tables.features.map((fitted, index) => buildFeature(fitted, means[index]!, target))
  const tables = {
    features,
    intercept: round(intercept),
    shrinkage: shrinkage.factors,
    calibration,
    thinFileScore,
  }
  const hash = createHash('sha256').update(JSON.stringify(tables)).digest('hex').slice(0, 12)
  return {
    format: modelFormat,
    version: `${map.name}-${hash}`,
    trained_on: {
      description: map.description,
      generated: map.generated,
      file_sha256: input.fileSha256,
      rows: binned.rows,
      defaults: target.reduce((sum, outcome) => sum + outcome, 0),
      excluded: map.excluded,
    },
    method: map.method,
    features: features.filter(({ weight }) => weight !== 0),
    intercept: tables.intercept,
    shrinkage: shrinkage.factors,
    shrinkage_fitted: shrinkage.fitted,
    calibration: roundCalibration(calibration),
    thin_file_score: thinFileScore,
    score_distribution: distributionOf(Float64Array.from(input.heldOutLogOdds, scoreOfLogOdds)),
    metrics: Object.fromEntries(Object.entries(metrics).map(([name, value]) => [name, round(value, 5)])),
  }
}

const roundCalibration = (calibration: FinishedFit['calibration']) =>
  calibration.method === 'isotonic'
    ? calibration
    : { ...calibration, slope: round(calibration.slope), intercept: round(calibration.intercept) }

/** Twenty groups of about equal size, for the stability index. */
export const distributionOf = (scores: Float64Array): ScorecardModel['score_distribution'] => {
  const sorted = scores.toSorted()
  const cuts = Array.from({ length: 19 }, (_, cut) => sorted[Math.floor(((cut + 1) * sorted.length) / 20)]!)
  const edges = [...new Set(cuts)]
  const shares = new Array<number>(edges.length + 1).fill(0)
  for (const score of scores) shares[edges.filter((edge) => score >= edge).length]! += 1 / scores.length
  return { scores: edges, shares: shares.map((share) => round(share)) }
}

type Group = { bins: number[]; value: number; good: number; bad: number }

const buildFeature = (fitted: FittedFeature, mean: number, target: Uint8Array): Feature => {
  const { feature, weight } = fitted
  const { spec, categories } = feature
  const { ordinary, alone } = groupsOf(fitted, target)
  const edges = categories ? [] : ordinary.slice(1).map(({ bins }) => feature.edges[bins[0]! - 1]!)
  const texts = categories ? ordinary.map(({ bins }) => bins.flatMap((bin) => categories[bin]!)) : null
  const rows = target.length
  const roundedMean = round(mean)
  const binOf = ({ value, good, bad }: Group, label: string): Bin => ({
    label,
    woe: round(value),
    share: round((good + bad) / rows),
    default_rate: good + bad === 0 ? null : round(bad / (good + bad), 5),
  })
  const labels = [
    ...(texts ? texts.map((names) => names.join(' | ')) : rangesOf(edges)),
    ...spec.special.map((codes) => `code ${codes.join(', ')}`),
    'missing',
  ]
  const bins = [...ordinary, ...alone].map((group, index) => binOf(group, labels[index]!))
  const missing = bins.at(-1)!
  // Rounding must not turn a neutral missing bin into a favourable one.
  if (spec.source !== null) missing.woe = Math.min(missing.woe, roundedMean)
  return {
    name: spec.name,
    source: spec.source,
    factor: spec.factor,
    derivation: spec.derivation,
    edges,
    categories: texts,
    special: spec.special,
    bins,
    weight: round(weight),
    mean: roundedMean,
  }
}

/** The bins of the look-up: fine bins with the same value are one bin. */
const groupsOf = ({ feature, groupOf, values, weight }: FittedFeature, target: Uint8Array) => {
  const counts = countBins(feature, target)
  const groups: Group[] = Array.from({ length: feature.binCount }, (_, bin) => ({
    bins: [bin],
    value: values[groupOf[bin]!]!,
    good: counts.good[bin]!,
    bad: counts.bad[bin]!,
  }))
  const ordinary: Group[] = []
  for (const group of groups.slice(0, feature.ordinary)) {
    const before = ordinary.at(-1)
    const isAlike = before && Math.abs(before.value - group.value) * weight < leastStep
    if (isAlike) ordinary[ordinary.length - 1] = joined(before, group)
    else ordinary.push(group)
  }
  return { ordinary, alone: groups.slice(feature.ordinary) }
}

const joined = (a: Group, b: Group): Group => {
  const [rowsA, rowsB] = [a.good + a.bad, b.good + b.bad]
  const all = rowsA + rowsB
  const value = all === 0 ? a.value : (a.value * rowsA + b.value * rowsB) / all
  return { bins: [...a.bins, ...b.bins], value, good: a.good + b.good, bad: a.bad + b.bad }
}

const rangesOf = (edges: readonly number[]): string[] => {
  if (edges.length === 0) return ['any value']
  const between = edges.slice(1).map((edge, index) => `${edges[index]} to ${edge}`)
  return [`below ${edges[0]}`, ...between, `${edges.at(-1)} or more`]
}
