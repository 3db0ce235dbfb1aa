import type { CreditScore } from '@nani/contract'
import type { Screening } from '../aml/index.ts'
import type { AdverseFindings } from './adverse-events.ts'

export type RiskSignals = CreditScore['risk_signals']

/** The signals of the screening that other services also use (spec/credit#risk-signals). */
export const riskSignalsOf = (
  screening: Pick<Screening, 'riskLevel' | 'findings' | 'pep' | 'fraudSignals'>,
): RiskSignals => {
  const { riskLevel, findings, pep, fraudSignals } = screening
  return {
    aml: {
      risk_level: riskLevel,
      sanctions_hit: findings.some(({ hit }) => hit.category === 'sanctions'),
      pep: pep.is_pep,
    },
    fraud: fraudSignals ?? {
      confirmed_cases_as_suspect: 0,
      identity_fraud_victim: false,
      last_confirmed_on: null,
    },
  }
}

/** PEP status and victim alerts are only reported. They are not findings. */
export const adverseFindings = ({ aml, fraud }: RiskSignals): AdverseFindings => ({
  casesAsSuspect: fraud.confirmed_cases_as_suspect,
  hasSanctionsHit: aml.sanctions_hit,
})
