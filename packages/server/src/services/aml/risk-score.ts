import type { RiskLevel } from '@nani/contract'
import { lowestScore, strongMatch } from './risk-weights.ts'

/** What of a hit moves the score. */
export type Weighed = {
  matchScore: number
  weight: number
  /** 1 while in force, less the longer it is over. */
  recency: number
  /** A designation that is in force. */
  isActiveSanction: boolean
}

/** What one hit alone contributes, 0 to 1; hits are told in this order. */
export const gravity = ({ weight, matchScore, recency }: Weighed): number => weight * matchScore * recency

/** 100 · (1 − Π(1 − weight · match score · recency)): no hit lowers it, and it never passes 100. */
export const riskScore = (hits: readonly Weighed[]): number => {
  const clear = hits.reduce((product, hit) => product * (1 - gravity(hit)), 1)
  // Half a point is one half: what floating point leaves behind it decides nothing.
  const score = Math.round(Number((100 * (1 - clear)).toFixed(6)))
  const isStrong = hits.some((hit) => hit.isActiveSanction && hit.matchScore >= strongMatch)
  return isStrong ? Math.max(score, lowestScore.high) : score
}

/** Spec 2 § `aml_screening`, risk levels. */
export const riskLevel = (score: number): RiskLevel =>
  score >= lowestScore.high ? 'high' : score >= lowestScore.medium ? 'medium' : 'low'
