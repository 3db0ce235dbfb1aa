import type { RiskLevel } from '@nani/contract'

/**
 * How much a certain hit of today weighs, from 0 to 1: alone it gives a hundred times this as `risk_score`. The one
 * table of the service (docs/adr/0006 says why each is what it is).
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

/** Years after which what is over, or was published once, counts half. What is in force does not age. */
export const halfLifeYears = {
  former_sanction: 3,
  former_pep: 5,
  media: 4,
  notice: 10,
  ended_notice: 3,
  fraud_case: 7,
} as const

/** What a watch notice that is still on its list counts at the least, however old: a warrant does not lapse by itself. */
export const noticeFloor = 2 / 3

/** An active sanctions entry that matches so well is `high`, whatever the arithmetic says. */
export const strongMatch = 0.85

/** Spec 2 § `aml_screening`: the lowest score of each level. */
export const lowestScore: Record<RiskLevel, number> = { low: 0, medium: 30, high: 70 }
