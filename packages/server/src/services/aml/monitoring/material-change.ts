import type { RiskLevel } from '@nani/contract'
import type { StandingHit } from '../monitor.ts'
import { gravity, riskLevel, riskScore } from '../risk-score.ts'

export type AlertReason = 'new_hit' | 'pep_status_changed' | 'risk_level_changed'
export type MaterialChange = { reason: AlertReason; previousRiskLevel: RiskLevel }

/**
 * What is worth an alert (spec 2 § Ongoing monitoring), or null. Of several changes at once the alert names the first:
 * a new hit, then the PEP status, which stands nowhere else in it, then the level, which does. A hit whose entry
 * changed is no new one. Hits that were dismissed are in neither list.
 */
export const materialChange = (
  previous: readonly StandingHit[],
  current: readonly StandingHit[],
): MaterialChange | null => {
  const known = new Set(previous.map(({ key }) => key))
  const previousRiskLevel = levelOf(previous)
  if (current.some(({ key }) => !known.has(key))) return { reason: 'new_hit', previousRiskLevel }
  if (pepStatus(previous) !== pepStatus(current)) return { reason: 'pep_status_changed', previousRiskLevel }
  if (previousRiskLevel !== levelOf(current)) return { reason: 'risk_level_changed', previousRiskLevel }
  return null
}

const levelOf = (hits: readonly StandingHit[]): RiskLevel => riskLevel(riskScore(hits))

/** As in `pep.level`: that of the gravest hit; null of who is no PEP. */
const pepStatus = (hits: readonly StandingHit[]): StandingHit['pepLevel'] =>
  hits.filter(({ pepLevel }) => pepLevel !== null).toSorted((a, b) => gravity(b) - gravity(a))[0]?.pepLevel ??
  null
