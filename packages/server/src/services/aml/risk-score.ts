import type { RiskLevel } from '@nani/contract'
import { lowestScore, strongMatch } from './risk-weights.ts'

/** The inputs of the score from one hit. */
export type ScoreInputs = {
  matchScore: number
  weight: number
  /** 1 while in force, and lower the longer ago it ended. */
  recency: number
  /** A designation that is in force. */
  isActiveSanction: boolean
}

/** The contribution of one hit, 0 to 1. Hits are returned in its order. */
export const contributionOf = ({ weight, matchScore, recency }: ScoreInputs): number =>
  weight * matchScore * recency

/** 100 · (1 − Π(1 − weight · match score · recency)). No hit lowers it, and its maximum is 100. */
export const riskScore = (hits: readonly ScoreInputs[]): number => {
  const clear = hits.reduce((product, hit) => product * (1 - contributionOf(hit)), 1)
  // Rounds away floating point errors, so that they do not decide between two scores.
  const score = Math.round(Number((100 * (1 - clear)).toFixed(6)))
  const isStrong = hits.some((hit) => hit.isActiveSanction && hit.matchScore >= strongMatch)
  return isStrong ? Math.max(score, lowestScore.high) : score
}

/** See spec/aml#risk-levels. */
export const riskLevel = (score: number): RiskLevel =>
  score >= lowestScore.high ? 'high' : score >= lowestScore.medium ? 'medium' : 'low'
