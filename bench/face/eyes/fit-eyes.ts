import { closedness, type EyeWeights } from '@nani/engines/face-engine/index.ts'
import { type Example, folds, type Kind } from './examples.ts'

/**
 * A fixed weight. The model is less confident about artificially closed eyes than about real ones, so a fitted weight
 * would be too low.
 */
const opinionWeight = 0.2
/** The penalty for the square of each weight. */
const ridge = 100
const rounds = 12
const innerRounds = 60

/**
 * The weight of one photograph. Closed eyes are rare, and narrow eyes are the most similar to them. No one should be
 * refused because of narrow eyes.
 */
const weightOf: Record<Kind, number> = {
  closed: 50,
  doubtful: 0,
  open: 1,
  narrow: 10,
  'shut by us': 1,
  'narrowed by us': 1,
  'wink by us': 0,
}

const isClosed = ({ kind }: Example) => kind === 'closed' || kind === 'shut by us'

type Row = { patch: Float32Array; opinion: number; isClosed: boolean; weight: number }

/** Each eye separately. All closed ones together have half the weight of all open ones. */
const toRows = (examples: readonly Example[]): Row[] => {
  const rows = examples.flatMap((example) =>
    example.measurements.map((runOnImage) => ({
      ...runOnImage,
      isClosed: isClosed(example),
      weight: weightOf[example.kind],
    })),
  )
  const total = (closed: boolean) =>
    rows.reduce((sum, row) => sum + (row.isClosed === closed ? row.weight : 0), 0)
  const factor = total(false) / 2 / total(true)
  return rows.map((row) => (row.isClosed ? { ...row, weight: row.weight * factor } : row))
}

/**
 * The content of `eye-weights.json`: a logistic regression with a ridge in addition to the model's odds, by Newton's
 * method.
 */
export const fitEyes = (examples: readonly Example[]): EyeWeights => {
  const rows = toRows(examples.filter(({ kind }) => weightOf[kind] > 0))
  const { values, mean, spread } = standardise(rows)
  const size = mean.length
  const solution = new Float64Array(size + 1)
  const odds = (at: number, of: Float64Array) => {
    let sum = of[size]!
    for (let index = 0; index < size; index++) sum += of[index]! * values[at * size + index]!
    return sum
  }
  /** The sum of the rows for each weight. The ridge applies to all except the intercept. */
  const gather = (shares: (at: number) => number, held: Float64Array, sign: number) => {
    const sum = held.map((value, index) => (index < size ? sign * ridge * value : 0))
    for (let at = 0; at < rows.length; at++) {
      const share = shares(at)
      for (let index = 0; index < size; index++) sum[index]! += share * values[at * size + index]!
      sum[size]! += share
    }
    return sum
  }
  for (let round = 0; round < rounds; round++) {
    const scores = rows.map(
      ({ opinion }, at) => 1 / (1 + Math.exp(-odds(at, solution) - opinionWeight * opinion)),
    )
    const gradient = gather(
      (at) => rows[at]!.weight * (Number(rows[at]!.isClosed) - scores[at]!),
      solution,
      -1,
    )
    const curve = (step: Float64Array) =>
      gather((at) => rows[at]!.weight * scores[at]! * (1 - scores[at]!) * odds(at, step), step, 1)
    const change = solve(curve, gradient)
    for (let index = 0; index <= size; index++) solution[index]! += change[index]!
  }
  const patchWeights = Array.from(mean, (_, index) => solution[index]! / spread[index]!)
  const shift = patchWeights.reduce((sum, weight, index) => sum + weight * mean[index]!, 0)
  return {
    opinionWeight,
    bias: Number((solution[size]! - shift).toPrecision(6)),
    patchWeights: patchWeights.map((weight) => Number(weight.toPrecision(4))),
  }
}

const standardise = (rows: readonly Row[]) => {
  const size = rows[0]!.patch.length
  const mean = new Float64Array(size)
  const spread = new Float64Array(size)
  for (const { patch } of rows)
    for (let index = 0; index < size; index++) mean[index]! += patch[index]! / rows.length
  for (const { patch } of rows)
    for (let index = 0; index < size; index++)
      spread[index]! += (patch[index]! - mean[index]!) ** 2 / rows.length
  for (let index = 0; index < size; index++) spread[index] = Math.sqrt(spread[index]!) + 1e-6
  const values = new Float32Array(rows.length * size)
  for (const [at, { patch }] of rows.entries())
    for (let index = 0; index < size; index++)
      values[at * size + index] = (patch[index]! - mean[index]!) / spread[index]!
  return { values, mean, spread }
}

/** Solves `curve` of x = `right` by conjugate gradients, without storing the curvature. */
const solve = (curve: (step: Float64Array) => Float64Array, right: Float64Array): Float64Array => {
  const inner = (a: Float64Array, b: Float64Array) =>
    a.reduce((sum, value, index) => sum + value * b[index]!, 0)
  const solution = new Float64Array(right.length)
  const rest = right.slice()
  let direction = rest.slice()
  let size = inner(rest, rest)
  for (let round = 0; round < innerRounds && size > 1e-12; round++) {
    const curved = curve(direction)
    const length = size / inner(direction, curved)
    for (let index = 0; index < rest.length; index++) {
      solution[index]! += length * direction[index]!
      rest[index]! -= length * curved[index]!
    }
    const next = inner(rest, rest)
    direction = rest.map((value, index) => value + (next / size) * direction[index]!)
    size = next
  }
  return solution
}

export type Judged = Example & { value: number }

export const bothClosed = ({ measurements }: Example, weights: EyeWeights): number =>
  Math.min(...measurements.map((runOnImage) => closedness(runOnImage, weights)))

/** Every photograph is evaluated with weights that were fitted on other people. */
export const crossValidate = (examples: readonly Example[]): Judged[] =>
  Array.from({ length: folds }, (_, fold) => {
    const weights = fitEyes(examples.filter((example) => example.fold !== fold))
    return examples
      .filter((example) => example.fold === fold)
      .map((example) => ({ ...example, value: bothClosed(example, weights) }))
  }).flat()
