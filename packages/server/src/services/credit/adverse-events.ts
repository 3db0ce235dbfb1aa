import { scoreRange } from '@nani/scorecard'

/** The findings of compliance that lower a score (spec/credit#adjustments). */
export type AdverseFindings = { casesAsSuspect: number; hasSanctionsHit: boolean }

export type AdverseEvent = 'sanctions_exposure' | 'fraud_history'

export const fraudPenalty = 150
export const sanctionsCap = 350

/** The score of the model after the adjustments, and the score before and after each event. Sanctions leads. */
export type AdjustedScore = {
  score: number
  events: readonly { code: AdverseEvent; before: number; after: number }[]
}

/** Fraud first, once for any number of cases; then the cap of sanctions. */
export const adjustScore = (
  modelScore: number,
  { casesAsSuspect, hasSanctionsHit }: AdverseFindings,
): AdjustedScore => {
  const afterFraud = casesAsSuspect > 0 ? Math.max(scoreRange.min, modelScore - fraudPenalty) : modelScore
  const score = hasSanctionsHit ? Math.min(sanctionsCap, afterFraud) : afterFraud
  const sanctions = { code: 'sanctions_exposure', before: afterFraud, after: score } as const
  const fraud = { code: 'fraud_history', before: modelScore, after: afterFraud } as const
  return { score, events: [...(hasSanctionsHit ? [sanctions] : []), ...(casesAsSuspect > 0 ? [fraud] : [])] }
}
