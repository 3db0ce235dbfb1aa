import type { Scored } from '@nani/scorecard'

/** What is stored, encrypted, with a score: enough to calculate it again. It is never returned. */
export type KeptScore = {
  model_version: string
  /** The score of the model, before the adjustments. */
  model_score: number
  bins: Scored['bins']
  /** The model in shadow mode. */
  challenger: { model_version: string; model_score: number; bins: Scored['bins'] } | null
}

export const keptOf = (scored: Scored, challenger: Scored | null): KeptScore => ({
  ...binsOf(scored),
  challenger: challenger && binsOf(challenger),
})

const binsOf = ({ modelVersion, score, bins }: Scored) => ({
  model_version: modelVersion,
  model_score: score,
  bins,
})
