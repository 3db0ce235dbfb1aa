import { sources } from './credit-records.ts'
import { factorCodes } from './factors.ts'
import { forbiddenIn } from './forbidden-features.ts'
import { type Feature, modelFormat, operations, type ScorecardModel } from './model.ts'
import { createScorecard, type Scorecard } from './scorecard.ts'

/** A model that must not be used. The message names the fault. */
export class ModelRefused extends Error {
  override name = 'ModelRefused'
}

const refuse = (fault: string): never => {
  throw new ModelRefused(fault)
}

/**
 * Checks a model and prepares it for look-up. It refuses a model that reads a forbidden characteristic, that rewards
 * missing data, or that does not have the form of `ScorecardModel`.
 */
export const loadModel = (json: unknown): Scorecard => {
  const model = checkForm(json)
  for (const feature of model.features) checkFeature(feature)
  const names = model.features.map(({ name }) => name)
  if (new Set(names).size !== names.length) refuse('Two features have the same name')
  const scorecard = createScorecard(model)
  checkThinFile(scorecard)
  return scorecard
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const areNumbers = (value: unknown): value is number[] => Array.isArray(value) && value.every(isNumber)
const isRising = (values: readonly number[]) =>
  values.every((value, index) => index === 0 || value > values[index - 1]!)

const checkForm = (json: unknown): ScorecardModel => {
  const model = json as ScorecardModel
  if (typeof json !== 'object' || json === null) return refuse('The model is not an object')
  if (model.format !== modelFormat) return refuse(`The format of the model is not ${modelFormat}`)
  if (typeof model.version !== 'string' || !/^[\w.-]{1,64}$/.test(model.version)) {
    return refuse('The version of the model is not a short text')
  }
  if (!Array.isArray(model.features) || model.features.length === 0) {
    return refuse('The model has no features')
  }
  if (!isNumber(model.intercept)) return refuse('The intercept is not a number')
  checkShrinkage(model.shrinkage)
  checkCalibration(model.calibration)
  if (
    !Number.isInteger(model.thin_file_score) ||
    model.thin_file_score < 560 ||
    model.thin_file_score > 660
  ) {
    return refuse('The thin-file score is not between 560 and 660')
  }
  const { scores, shares } = model.score_distribution ?? {}
  if (!areNumbers(scores) || !areNumbers(shares) || shares.length !== scores.length + 1) {
    return refuse('The distribution of the scores has no valid form')
  }
  return model
}

/** More sources never reduce a favourable score. */
const checkShrinkage = (shrinkage: unknown) => {
  if (!areNumbers(shrinkage) || shrinkage.length !== sources.length + 1) {
    return refuse(`The shrinkage has not ${sources.length + 1} numbers`)
  }
  const isValid = shrinkage.every(
    (value, index) => value >= 0 && value <= 1 && (index === 0 || value >= shrinkage[index - 1]!),
  )
  if (!isValid) refuse('The shrinkage does not rise with the number of sources, or leaves 0..1')
}

const checkCalibration = (calibration: ScorecardModel['calibration']) => {
  if (calibration?.method === 'platt') {
    if (!isNumber(calibration.intercept) || !(calibration.slope > 0)) refuse('The calibration does not rise')
    return
  }
  if (calibration?.method !== 'isotonic') return refuse('The method of calibration is unknown')
  const { from, to } = calibration
  const isValid = areNumbers(from) && areNumbers(to) && from.length === to.length && from.length > 0
  if (!isValid || !isRising(from) || !isRising(to)) refuse('The calibration does not rise')
}

const checkFeature = (feature: Feature) => {
  const { name, source, factor, derivation, weight, mean } = feature
  if (typeof name !== 'string' || name === '') return refuse('A feature has no name')
  const inputs = derivation?.columns ?? [name]
  for (const column of [name, ...inputs]) {
    const characteristic = forbiddenIn(column)
    if (characteristic) refuse(`The feature ${column} is about ${characteristic}, which is never an input`)
  }
  if (source !== null && !sources.includes(source)) refuse(`The source of ${name} is unknown`)
  if (factor !== null && !factorCodes.includes(factor)) refuse(`The factor of ${name} is unknown`)
  if ((source === null) !== (factor === null)) refuse(`The feature ${name} has a source or a factor alone`)
  if (derivation && (!operations.includes(derivation.operation) || derivation.columns.length === 0)) {
    refuse(`The derivation of ${name} is unknown`)
  }
  if (!isNumber(weight) || !isNumber(mean)) refuse(`The weight of ${name} is not a number`)
  checkBins(feature)
}

const checkBins = ({ name, source, edges, categories, special, bins, weight, mean }: Feature) => {
  if (!areNumbers(edges) || !isRising(edges)) refuse(`The edges of ${name} do not rise`)
  if (!Array.isArray(special) || !special.every(areNumbers)) refuse(`The codes of ${name} are not numbers`)
  const ordinary = categories === null ? edges.length + 1 : categories.length
  if (!Array.isArray(bins) || bins.length !== ordinary + special.length + 1) {
    return refuse(`The number of bins of ${name} is wrong`)
  }
  if (!bins.every(({ woe, share }) => isNumber(woe) && isNumber(share))) {
    refuse(`A bin of ${name} has no number`)
  }
  if (source !== null && weight * (bins.at(-1)!.woe - mean) > 0) {
    refuse(`A missing value of ${name} would raise the score`)
  }
}

/** Removing the only source never raises the score, when its contribution was 0 or more. */
const checkThinFile = (scorecard: Scorecard) => {
  const { missingBySource, thinFileScore, model } = scorecard
  if (model.features.every(({ source }) => source === null)) return
  const all = sources.reduce((sum, source) => sum + missingBySource[source], 0)
  for (const source of sources) {
    if (scorecard.scoreOfSum(all - missingBySource[source], 1) < thinFileScore) {
      refuse(`The thin-file score exceeds that of a citizen with ${source} alone`)
    }
  }
}
