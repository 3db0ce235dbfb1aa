import type { FraudCaseStatus } from '@nani/contract'

/** A decision on a case that is under review (spec/fraud#case-states). */
export const outcomes = [
  'confirmed',
  'dismissed',
  'escalated_to_authorities',
] as const satisfies readonly FraudCaseStatus[]
export type CaseOutcome = (typeof outcomes)[number]

/** Who may move a case: an investigator, or a supervisor alone. */
export type MovedBy = 'investigator' | 'supervisor'

type Move = { from: FraudCaseStatus; to: FraudCaseStatus; by: MovedBy }

/** Every change of status that exists. */
export const moves: readonly Move[] = [
  { from: 'received', to: 'under_review', by: 'investigator' },
  { from: 'under_review', to: 'confirmed', by: 'investigator' },
  { from: 'under_review', to: 'dismissed', by: 'investigator' },
  { from: 'under_review', to: 'escalated_to_authorities', by: 'investigator' },
  { from: 'confirmed', to: 'under_review', by: 'supervisor' },
  { from: 'escalated_to_authorities', to: 'under_review', by: 'supervisor' },
  { from: 'dismissed', to: 'under_review', by: 'supervisor' },
]

export const findMove = (from: FraudCaseStatus, to: FraudCaseStatus): Move | null =>
  moves.find((move) => move.from === from && move.to === to) ?? null

/** Whether other services use the case (spec/fraud#fraud-network). */
export const isInNetwork = (
  status: FraudCaseStatus,
): status is Extract<FraudCaseStatus, 'confirmed' | 'escalated_to_authorities'> =>
  status === 'confirmed' || status === 'escalated_to_authorities'

/** Outcomes that accuse a person: one operator proposes and another decides (spec/fraud#two-people). */
export const needsTwoPeople = (outcome: CaseOutcome): boolean => isInNetwork(outcome)

/** What the sandbox decides by itself on a case under review (spec/sandbox#sandbox-fraud-cases). */
export const sandboxOutcome = (report: {
  type: string
  /** A named party; anonymous victims do not count. */
  hasIdentifiedParty: boolean
  hasEvidence: boolean
}): CaseOutcome => {
  if (report.type === 'money_laundering' || report.type === 'terrorist_financing')
    return 'escalated_to_authorities'
  return report.hasIdentifiedParty || report.hasEvidence ? 'confirmed' : 'dismissed'
}
