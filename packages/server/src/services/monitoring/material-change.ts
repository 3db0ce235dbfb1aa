import type { RiskLevel } from '@nani/contract'
import type { BaselineHit } from '../aml/index.ts'
import { contributionOf, riskLevel, riskScore } from '../aml/index.ts'

export type AlertReason = 'new_hit' | 'pep_status_changed' | 'risk_level_changed'
export type MaterialChange = { reason: AlertReason; previousRiskLevel: RiskLevel }
/** An entry left its list, without another reason for an alert. */
export type RemovedHit = { reason: null; previousRiskLevel: RiskLevel }

/**
 * The reason for an alert (spec/monitoring#alert-conditions), or null. Of several changes the alert names the first: a
 * new hit, then the PEP status, then the level. The PEP status comes before the level because no other field of the
 * alert contains it. A hit whose entry changed is not new. Neither list contains dismissed hits.
 */
export const materialChange = (
  previous: readonly BaselineHit[],
  current: readonly BaselineHit[],
): MaterialChange | null => {
  const known = new Set(previous.map(({ key }) => key))
  const previousRiskLevel = levelOf(previous)
  if (current.some(({ key }) => !known.has(key))) return { reason: 'new_hit', previousRiskLevel }
  if (pepStatus(previous) !== pepStatus(current)) return { reason: 'pep_status_changed', previousRiskLevel }
  if (previousRiskLevel !== levelOf(current)) return { reason: 'risk_level_changed', previousRiskLevel }
  return null
}

export const levelOf = (hits: readonly BaselineHit[]): RiskLevel => riskLevel(riskScore(hits))

/** As in `pep.level`: that of the most severe hit. Null without a PEP hit. */
const pepStatus = (hits: readonly BaselineHit[]): BaselineHit['pepLevel'] =>
  hits
    .filter(({ pepLevel }) => pepLevel !== null)
    .toSorted((a, b) => contributionOf(b) - contributionOf(a))[0]?.pepLevel ?? null
