import { environments, fraudCaseStatuses, fraudTypes } from '@nani/contract'
import { rfc3339 } from '@nani/foundation/core/index.ts'
import Type, { type Static, type TSchema } from 'typebox'
import type { FraudCase } from '../../case-row.ts'
import { type VictimName, victimAtPlace } from '../../listing-choice.ts'
import type { ReturnedParties } from '../../report/new-case.ts'
import { type CaseState, objectionDecisions } from '../case-act-types.ts'
import { isLate } from './queue.ts'

const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const textOrNull = nullable(Type.String())

/** A case as lists and acts return it. It holds no personal data. docs/fraud-desk.md describes the members. */
export const caseSchema = Type.Object({
  object: Type.Literal('fraud_case'),
  id: Type.String(),
  case_number: Type.String(),
  environment: Type.Enum([...environments]),
  status: Type.Enum([...fraudCaseStatuses]),
  type: Type.Enum([...fraudTypes]),
  created_at: Type.String(),
  changed_at: Type.String(),
  due_at: Type.String(),
  is_late: Type.Boolean(),
  priority: Type.Number(),
  assignee: textOrNull,
  proposal: nullable(Type.Object({ status: Type.Enum([...fraudCaseStatuses]), by: Type.String() })),
  duplicate_of: textOrNull,
  /** The victims that the proposal or the decision lists. Null: nothing is decided, or an earlier release decided. */
  listed_victims: nullable(Type.Unsafe<readonly VictimName[]>(Type.Array(Type.Unknown()))),
  despite_mismatch: Type.Boolean(),
  /** An objection that is not decided. */
  objection: nullable(
    Type.Object({
      by: Type.String(),
      proposal: nullable(Type.Object({ decision: Type.Enum([...objectionDecisions]), by: Type.String() })),
    }),
  ),
  /** `proposed`: one of two people has said so. */
  false_report: Type.Enum(['no', 'proposed', 'yes']),
  application_id: Type.String(),
  channel: textOrNull,
  province: textOrNull,
  amount: nullable(Type.Object({ value: Type.Number(), currency: Type.String() })),
  subject: Type.Unsafe<ReturnedParties['subject']>({}),
  victims: Type.Unsafe<ReturnedParties['victims']>(Type.Array(Type.Unknown())),
  evidence_count: Type.Number(),
  /** The retention of the case has ended, and its data cannot be read. */
  erased: Type.Boolean(),
})
export type CaseObject = Static<typeof caseSchema>

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
