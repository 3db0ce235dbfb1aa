/** `heights[i]` holds up to and including `thresholds[i]`, the last height beyond all. */
export type StepFunction = { thresholds: number[]; heights: number[] }

/** What each cue adds to the odds of a living face. */
export type Steps = { bias: number; cues: Readonly<Record<string, StepFunction>> }

/** 0 (surely an attack) to 1 (surely live). Throws when a cue that was fitted is not measured. */
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
