import type { StepFunction, Steps } from '@nani/engines/face-engine/index.ts'

export type Example = { cues: Readonly<Record<string, number>>; isLive: boolean; weight: number }

/** The direction of a cue: −1 if more of it can only lower the score, 1 for the opposite. */
export type Directions = Readonly<Record<string, -1 | 1>>

const bins = 60
const rate = 0.1
/** Added to the weight of each side of a split, so that few examples have less effect. */
const damping = 4

type Column = { cue: string; direction: number; thresholds: number[]; binOf: Uint8Array }

/**
 * Boosted stumps for the logistic loss (Friedman's, with a Newton step). Each stump uses one cue, so the stumps of a
 * cue add up to a step function. Each respects the direction of the cue, and so does the sum.
 */
export const fitSteps = (examples: readonly Example[], directions: Directions, rounds: number): Steps => {
  const columns = Object.entries(directions).map(([cue, direction]) => toColumn(examples, cue, direction))
  const total = examples.reduce((sum, { weight }) => sum + weight, 0)
  const live = examples.reduce((sum, { weight, isLive }) => sum + (isLive ? weight : 0), 0)
  const bias = Math.log(live / (total - live))
  const logits = new Float64Array(examples.length).fill(bias)
  const heights = columns.map(({ thresholds }) => new Float64Array(thresholds.length + 1))
  const gradients = new Float64Array(examples.length)
  const curvatures = new Float64Array(examples.length)
  for (let round = 0; round < rounds; round++) {
    for (const [index, { isLive, weight }] of examples.entries()) {
      const score = 1 / (1 + Math.exp(-logits[index]!))
      gradients[index] = weight * (Number(isLive) - score)
      curvatures[index] = weight * score * (1 - score)
    }
    const splits = columns.map((column) => bestSplit(column, gradients, curvatures))
    const gain = Math.max(...splits.map((split) => split.gain))
    if (gain <= 0) break
    const chosen = splits.findIndex((split) => split.gain === gain)
    const { bin, below, above } = splits[chosen]!
    const { binOf } = columns[chosen]!
    for (let at = 0; at < heights[chosen]!.length; at++)
      heights[chosen]![at]! += rate * (at <= bin ? below : above)
    for (let index = 0; index < logits.length; index++) {
      logits[index]! += rate * (binOf[index]! <= bin ? below : above)
    }
  }
  return {
    bias,
    cues: Object.fromEntries(
      columns.map(({ cue, thresholds }, at) => [cue, compact(thresholds, heights[at]!)]),
    ),
  }
}

const toColumn = (examples: readonly Example[], cue: string, direction: number): Column => {
  const values = Float64Array.from(examples, ({ cues }) => cues[cue]!)
  const rising = values.toSorted()
  const quantiles = Array.from({ length: bins - 1 }, (_, bin) => {
    const place = Math.floor(((bin + 1) / bins) * rising.length)
    return (rising[place - 1]! + rising[place]!) / 2
  })
  const thresholds = [...new Set(quantiles)]
  const binOf = Uint8Array.from(values, (value) => thresholds.filter((threshold) => value > threshold).length)
  return { cue, direction, thresholds, binOf }
}

const bestSplit = (
  { thresholds, binOf, direction }: Column,
  gradients: Float64Array,
  curvatures: Float64Array,
) => {
  const gradientOf = new Float64Array(thresholds.length + 1)
  const curvatureOf = new Float64Array(thresholds.length + 1)
  for (let index = 0; index < binOf.length; index++) {
    gradientOf[binOf[index]!]! += gradients[index]!
    curvatureOf[binOf[index]!]! += curvatures[index]!
  }
  const gradient = gradientOf.reduce((sum, value) => sum + value, 0)
  const curvature = curvatureOf.reduce((sum, value) => sum + value, 0)
  const best = { gain: 0, bin: 0, below: 0, above: 0 }
  let [gradientBelow, curvatureBelow] = [0, 0]
  for (let bin = 0; bin < thresholds.length; bin++) {
    gradientBelow += gradientOf[bin]!
    curvatureBelow += curvatureOf[bin]!
    const below = gradientBelow / (curvatureBelow + damping)
    const above = (gradient - gradientBelow) / (curvature - curvatureBelow + damping)
    if ((above - below) * direction < 0) continue
    const gain =
      gradientBelow * below + (gradient - gradientBelow) * above - gradient ** 2 / (curvature + damping)
    if (gain > best.gain) Object.assign(best, { gain, bin, below, above })
  }
  return best
}

/** Merges neighbours of equal height into one step. */
const compact = (thresholds: readonly number[], heights: Float64Array): StepFunction => {
  const round = (value: number) => Number(value.toPrecision(4))
  const kept = thresholds.map((_, at) => at).filter((at) => round(heights[at]!) !== round(heights[at + 1]!))
  return {
    thresholds: kept.map((at) => round(thresholds[at]!)),
    heights: [...kept.map((at) => round(heights[at]!)), round(heights.at(-1)!)],
  }
}
