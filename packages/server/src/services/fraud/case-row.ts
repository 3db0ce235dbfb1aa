import type { Environment, FraudCaseStatus, FraudReport, FraudType } from '@nani/contract'
import { rfc3339 } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type { CaseVaults } from '../../risk/fraud-network/index.ts'
import { type CaseReport, openReport } from './case-report.ts'
import type { CaseOutcome } from './case-states.ts'
import type { CaseState } from './desk/case-act-types.ts'
import type { ReturnedParties } from './report/new-case.ts'

/** A case as it is stored. `sealedReport` and `sealedKey` are null once its retention has ended. */
export type FraudCase = {
  applicationId: string
  caseId: string
  environment: Environment
  caseNumber: string
  type: FraudType
  createdAt: Date
  changedAt: Date
  throughAlias: boolean
  parties: ReturnedParties
  hasIdentifiedParty: boolean
  evidenceCount: number
  channel: string | null
  province: string | null
  amount: string | null
  currency: string | null
  dueAt: Date
  revision: number
  sealedReport: Buffer | null
  sealedKey: Buffer | null
  state: CaseState
}

type Row = {
  application_id: string
  case_id: string
  environment: Environment
  case_number: string
  type: FraudType
  status: FraudCaseStatus
  created_at: Date
  changed_at: Date
  through_alias: boolean
  parties: ReturnedParties
  has_identified_party: boolean
  evidence_count: number
  channel: string | null
  province: string | null
  amount: string | null
  currency: string | null
  due_at: Date
  revision: number
  assignee: string | null
  priority: number
  proposed_status: CaseOutcome | null
  proposed_by: string | null
  proposed_account: string | null
  duplicate_of: string | null
  listed_victims: number[] | null
  despite_mismatch: boolean | null
  objected_by: string | null
  objection_decision: 'accept' | 'reject' | null
  objection_decision_by: string | null
  objection_decision_account: string | null
  false_report: boolean
  false_report_by: string | null
  false_report_account: string | null
  sealed_report: Buffer | null
  sealed_key: Buffer | null
}

const columns = `c.application_id, c.case_id, c.environment, c.case_number, c.type, c.status, c.created_at,
  c.changed_at, c.through_alias, c.parties, c.has_identified_party, c.evidence_count, c.channel, c.province,
  c.amount, c.currency, c.due_at, c.revision, c.assignee, c.priority, c.proposed_status, c.proposed_by,
  c.proposed_account, c.duplicate_of, c.listed_victims, c.despite_mismatch, c.objected_by, c.objection_decision,
  c.objection_decision_by, c.objection_decision_account, c.false_report, c.false_report_by, c.false_report_account,
  c.sealed_report, k.sealed_key`

/** Cases with their keys; the condition follows. */
export const selectCases = `select ${columns} from fraud_cases c
  left join fraud_case_keys k on k.application_id = c.application_id and k.case_id = c.case_id`

const stateOf = (row: Row): CaseState => ({
  status: row.status,
  assignee: row.assignee,
  priority: row.priority,
  proposal:
    row.proposed_status && row.proposed_by !== null && row.proposed_account !== null
      ? { status: row.proposed_status, by: row.proposed_by, account: row.proposed_account }
      : null,
  duplicateOf: row.duplicate_of,
  choice:
    row.listed_victims === null
      ? null
      : { victims: row.listed_victims, despiteMismatch: row.despite_mismatch === true },
  objection: objectionOf(row),
  // A process of an earlier release leaves these columns as they are when it reopens a case.
  falseReport: row.status === 'dismissed' ? falseReportOf(row) : null,
})

const objectionOf = (row: Row): CaseState['objection'] => {
  const { objected_by, objection_decision: decision, objection_decision_by: by } = row
  if (objected_by === null) return null
  const account = row.objection_decision_account
  const isProposed = decision !== null && by !== null && account !== null
  return { by: objected_by, proposal: isProposed ? { decision, by, account } : null }
}

const falseReportOf = ({ false_report, false_report_by: by, false_report_account: account }: Row) => {
  if (false_report) return true
  return by !== null && account !== null ? { by, account } : null
}

const caseOf = (row: Row): FraudCase => ({
  applicationId: row.application_id,
  caseId: row.case_id,
  environment: row.environment,
  caseNumber: row.case_number,
  type: row.type,
  createdAt: row.created_at,
  changedAt: row.changed_at,
  throughAlias: row.through_alias,
  parties: row.parties,
  hasIdentifiedParty: row.has_identified_party,
  evidenceCount: row.evidence_count,
  channel: row.channel,
  province: row.province,
  amount: row.amount,
  currency: row.currency,
  dueAt: row.due_at,
  revision: row.revision,
  sealedReport: row.sealed_report,
  sealedKey: row.sealed_key,
  state: stateOf(row),
})

/** A case of an application, or null. */
export const findOwnCase = async (
  database: Database,
  applicationId: string,
  caseId: string,
): Promise<FraudCase | null> => {
  const { rows } = await database.query<Row>({
    name: 'find-own-fraud-case',
    text: `${selectCases} where c.application_id = $1 and c.case_id = $2`,
    values: [applicationId, caseId],
  })
  return rows[0] ? caseOf(rows[0]) : null
}

/** A case of any application, by its id or its number, for the desk alone. */
export const findCase = async (
  database: Database,
  environment: Environment,
  idOrNumber: string,
): Promise<FraudCase | null> => {
  const { rows } = await database.query<Row>({
    name: 'find-fraud-case',
    text: `${selectCases} where c.environment = $1 and (c.case_number = $2 or c.case_id = $2)`,
    values: [environment, idOrNumber],
  })
  return rows[0] ? caseOf(rows[0]) : null
}

/** The same, locked until the end of the transaction. */
export const findCaseForUpdate = async (
  database: Database,
  environment: Environment,
  idOrNumber: string,
): Promise<FraudCase | null> => {
  const { rows } = await database.query<Row>({
    name: 'lock-fraud-case',
    text: `${selectCases} where c.environment = $1 and (c.case_number = $2 or c.case_id = $2) for update of c`,
    values: [environment, idOrNumber],
  })
  return rows[0] ? caseOf(rows[0]) : null
}

/** Cases by a condition of the desk, which begins with `where` or with a join. */
export const selectCasesBy = async (
  database: Database,
  condition: string,
  values: readonly unknown[],
): Promise<FraudCase[]> => {
  const { rows } = await database.query<Row>(`${selectCases} ${condition}`, [...values])
  return rows.map(caseOf)
}

/** What the report of a case holds, or null once its key is erased. */
export const reportOfCase = (fraudCase: FraudCase, vaults: CaseVaults): CaseReport | null => {
  const { sealedKey, sealedReport } = fraudCase
  return sealedKey && sealedReport
    ? openReport(vaults.open(fraudCase, sealedKey), fraudCase, sealedReport)
    : null
}

/** `fraud_report` as it is now (spec/fraud#fraud-report-object). It holds no personal data. */
export const fraudReportObject = (fraudCase: FraudCase, vaults: CaseVaults): FraudReport => ({
  id: fraudCase.caseId,
  object: 'fraud_report',
  livemode: fraudCase.environment === 'production',
  case_number: fraudCase.caseNumber,
  status: fraudCase.state.status,
  type: fraudCase.type,
  ...fraudCase.parties,
  reporter_reference: reportOfCase(fraudCase, vaults)?.reporterReference ?? null,
  created_at: rfc3339(fraudCase.createdAt.getTime()),
})
