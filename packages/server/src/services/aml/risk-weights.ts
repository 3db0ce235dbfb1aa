import type { RiskLevel } from '@nani/contract'

/**
 * The weight of a certain, current hit, from 0 to 1. Alone it gives a `risk_score` of a hundred times this value.
 * docs/adr/0006 gives the reasons.
 */
export const weights = {
  sanctions: { active: 0.85, former: 0.4 },
  pep: {
    foreign: 0.55,
    domestic: 0.4,
    international_organization: 0.4,
    family: 0.38,
    close_associate: 0.38,
  },
  adverse_media: { high: 0.45, medium: 0.3, low: 0.15 },
  watchlists: { notice: 0.55, confirmed_fraud: 0.6, escalated_fraud: 0.75 },
  high_risk_jurisdictions: { high_risk: 0.55, monitored: 0.1 },
} as const

/** Years after which an ended or published fact counts half. A fact in force does not age. */
export const halfLifeYears = {
  former_sanction: 3,
  former_pep: 5,
  media: 4,
  notice: 10,
  ended_notice: 3,
  fraud_case: 7,
} as const

/** Minimum recency of a watch notice that is still on its list, because a warrant does not expire by itself. */
export const noticeFloor = 2 / 3

/** An active sanctions entry with at least this match score is `high`, whatever the calculated score. */
export const strongMatch = 0.85

/** spec/aml#risk-levels: the lowest score of each level. */
export const lowestScore: Record<RiskLevel, number> = { low: 0, medium: 30, high: 70 }
