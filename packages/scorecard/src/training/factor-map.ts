import { type Source, sources } from '../serving/credit-records.ts'
import { type FactorCode, factorCodes } from '../serving/factors.ts'
import { forbiddenIn } from '../serving/forbidden-features.ts'
import { type Derivation, operations } from '../serving/model.ts'

/** How the risk of default changes with a number. `auto` takes the direction that fits better; `free` has none. */
export const trends = ['risk_rises', 'risk_falls', 'auto', 'free'] as const
export type Trend = (typeof trends)[number]

export type FeatureSpec = {
  /** The column, or the name of a derived feature. */
  name: string
  derivation: Derivation | null
  source: Source | null
  factor: FactorCode | null
  kind: 'number' | 'category'
  trend: Trend
  /** Codes of a number that mean something else than a quantity. Each group has its own bin. */
  special: number[][]
}

const methods = ['woe', 'boosted'] as const
export type Method = (typeof methods)[number]

/** The file `factors.json`: which columns become features, and to which factor each contributes. */
export type FactorMap = {
  name: string
  description: string
  /** True when the rows are synthetic. */
  generated: boolean
  /** The text of the target column that means a default. */
  bad: string
  /** Texts that mean a missing value, next to the empty text. */
  missing: string[]
  method: Method
  /** The greatest number of ordinary bins of a number before merging: 2 to 128. */
  max_bins: number
  features: FeatureSpec[]
  /** Columns that are deliberately not read. For the model card. */
  excluded: string[]
}

/** A factor map that cannot be used. The message names the fault. */
export class FactorMapRefused extends Error {
  override name = 'FactorMapRefused'
}

const refuse = (fault: string): never => {
  throw new FactorMapRefused(fault)
}

const listOf = (value: unknown, of: string): unknown[] =>
  Array.isArray(value ?? []) ? ((value ?? []) as unknown[]) : refuse(`${of} is not a list`)

/** Checks a factor map and completes it. It refuses a forbidden feature. */
export const readFactorMap = (json: unknown): FactorMap => {
  if (typeof json !== 'object' || json === null) return refuse('The factor map is not an object')
  const map = json as Record<string, unknown>
  const features = listOf(map.features, 'features').map(readFeature)
  if (features.length === 0) return refuse('The factor map has no features')
  const names = features.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) return refuse(`The feature ${twice} appears twice`)
  return {
    name: String(map.name ?? 'model').replace(/[^\w.-]/g, '-'),
    description: String(map.description ?? ''),
    generated: map.generated === true,
    bad: String(map.bad ?? '1'),
    missing: listOf(map.missing, 'missing').map(String),
    method: oneOf(methods, map.method ?? 'woe', 'The method'),
    max_bins: readMaxBins(map.max_bins),
    features,
    excluded: listOf(map.excluded, 'excluded').map(String),
  }
}

const maxFineBins = 128

const readMaxBins = (value: unknown): number => {
  const bins = value ?? maxFineBins
  const isValid = typeof bins === 'number' && Number.isInteger(bins) && bins >= 2 && bins <= maxFineBins
  return isValid ? bins : refuse(`max_bins is not between 2 and ${maxFineBins}`)
}

const oneOf = <T extends string>(list: readonly T[], value: unknown, what: string): T =>
  list.find((item) => item === value) ?? refuse(`${what} is not one of ${list.join(', ')}`)

const readFeature = (json: unknown): FeatureSpec => {
  const feature = json as Record<string, unknown>
  const name = feature?.name ?? feature?.column
  if (typeof name !== 'string' || name === '') return refuse('A feature has no column')
  const derivation = readDerivation(name, feature.derivation)
  for (const column of [name, ...(derivation?.columns ?? [])]) {
    const characteristic = forbiddenIn(column)
    if (characteristic) refuse(`The feature ${column} is about ${characteristic}, which is never an input`)
  }
  const { source, factor } = feature
  if (((source ?? null) === null) !== ((factor ?? null) === null))
    refuse(`${name} has a source or a factor alone`)
  return {
    name,
    derivation,
    source: source == null ? null : oneOf(sources, source, `The source of ${name}`),
    factor: factor == null ? null : oneOf(factorCodes, factor, `The factor of ${name}`),
    kind: feature.kind === 'category' ? 'category' : 'number',
    trend: oneOf(trends, feature.trend ?? 'auto', `The trend of ${name}`),
    special: listOf(feature.special, `special of ${name}`).map((group) =>
      (Array.isArray(group) ? group : [group]).map(Number),
    ),
  }
}

const readDerivation = (name: string, json: unknown): Derivation | null => {
  if (json == null) return null
  const { operation, columns } = json as Record<string, unknown>
  const names = listOf(columns, `The columns of ${name}`).map(String)
  if (names.length < 2) return refuse(`${name} is derived from fewer than two columns`)
  return { operation: oneOf(operations, operation, `The operation of ${name}`), columns: names }
}
