/** `heights[i]` applies up to `thresholds[i]` inclusive. The last height applies beyond all thresholds. */
export type StepFunction = { thresholds: number[]; heights: number[] }

/** The contribution of each cue to the odds of a live face. */
export type Steps = { bias: number; cues: Readonly<Record<string, StepFunction>> }

/** 0 (certainly an attack) to 1 (certainly live). Throws if a fitted cue is not measured. */
export const combine = ({ bias, cues }: Steps, measured: Readonly<Record<string, number>>): number => {
  let logit = bias
  for (const [cue, { thresholds, heights }] of Object.entries(cues)) {
    const value = measured[cue]
    if (value === undefined) throw new Error(`no measure of the cue ${cue}`)
    const step = thresholds.findIndex((threshold) => value <= threshold)
    logit += heights[step < 0 ? heights.length - 1 : step]!
  }
  return 1 / (1 + Math.exp(-logit))
}
