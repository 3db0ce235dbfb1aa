import type { Environment, FraudCaseStatus, FraudType } from '@nani/contract'
import { rfc3339 } from '@nani/foundation/core/index.ts'
import type { FraudCase } from '../case-row.ts'
import { type VictimName, victimAtPlace } from '../listing-choice.ts'
import type { ReturnedParties } from '../new-case.ts'
import type { CaseState, ObjectionDecision } from './acts.ts'
import { isLate } from './queue.ts'

/** A case as lists and acts return it. It holds no personal data. docs/fraud-desk.md describes the members. */
export type CaseObject = {
  object: 'fraud_case'
  id: string
  case_number: string
  environment: Environment
  status: FraudCaseStatus
  type: FraudType
  created_at: string
  changed_at: string
  due_at: string
  is_late: boolean
  priority: number
  assignee: string | null
  proposal: { status: FraudCaseStatus; by: string } | null
  duplicate_of: string | null
  /** The victims that the proposal or the decision lists. Null: nothing is decided, or an earlier release decided. */
  listed_victims: readonly VictimName[] | null
  despite_mismatch: boolean
  /** An objection that is not decided. */
  objection: { by: string; proposal: { decision: ObjectionDecision; by: string } | null } | null
  /** `proposed`: one of two people has said so. */
  false_report: 'no' | 'proposed' | 'yes'
  application_id: string
  channel: string | null
  province: string | null
  amount: { value: number; currency: string } | null
  subject: ReturnedParties['subject']
  victims: ReturnedParties['victims']
  evidence_count: number
  /** The retention of the case has ended, and its data cannot be read. */
  erased: boolean
}

export const caseObject = (fraudCase: FraudCase, now: Date): CaseObject => {
  const { state, amount, currency } = fraudCase
  return {
    object: 'fraud_case',
    id: fraudCase.caseId,
    case_number: fraudCase.caseNumber,
    environment: fraudCase.environment,
    status: state.status,
    type: fraudCase.type,
    created_at: rfc3339(fraudCase.createdAt.getTime()),
    changed_at: rfc3339(fraudCase.changedAt.getTime()),
    due_at: rfc3339(fraudCase.dueAt.getTime()),
    is_late: isLate(fraudCase, now),
    priority: state.priority,
    assignee: state.assignee,
    proposal: state.proposal && { status: state.proposal.status, by: state.proposal.by },
    duplicate_of: state.duplicateOf,
    listed_victims: state.choice?.victims.map(victimAtPlace) ?? null,
    despite_mismatch: state.choice?.despiteMismatch ?? false,
    objection: objectionObject(state.objection),
    false_report: state.falseReport === null ? 'no' : state.falseReport === true ? 'yes' : 'proposed',
    application_id: fraudCase.applicationId,
    channel: fraudCase.channel,
    province: fraudCase.province,
    amount: amount === null || currency === null ? null : { value: Number(amount), currency },
    ...fraudCase.parties,
    evidence_count: fraudCase.evidenceCount,
    erased: fraudCase.sealedKey === null,
  }
}

const objectionObject = (objection: CaseState['objection']): CaseObject['objection'] => {
  if (!objection) return null
  const { by, proposal } = objection
  return { by, proposal: proposal && { decision: proposal.decision, by: proposal.by } }
}
