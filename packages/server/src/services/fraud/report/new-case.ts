import type { Environment, FraudCaseStatus, FraudReport, FraudReportRequest } from '@nani/contract'
import { defineEffect, defineEffectOfMany, type Effect } from '@nani/foundation/storage/index.ts'
import type { PartyKey } from '../party-keys.ts'

/** The parties of a report as it is returned: no personal data. */
export type ReturnedParties = Pick<FraudReport, 'subject' | 'victims'>

const caseRow = defineEffect({
  name: 'fraud_case',
  columns: {
    environment: 'text',
    case_number: 'text',
    type: 'text',
    through_alias: 'boolean',
    parties: 'text',
    has_identified_party: 'boolean',
    evidence_count: 'smallint',
    channel: 'text',
    province: 'text',
    amount: 'text',
    currency: 'text',
    created_at: 'timestamptz',
    due_at: 'timestamptz',
    sealed_report: 'bytea',
    sealed_key: 'bytea',
    subject_keys: 'text[]',
  },
  write: ({ application, changes, id, column }) => ({
    key: `insert into fraud_case_keys (application_id, case_id, sealed_key)
      select ${application}, ${id}, ${column.sealed_key} from ${changes}`,
    row: `insert into fraud_cases (application_id, case_id, environment, case_number, type, created_at, changed_at,
        through_alias, parties, has_identified_party, evidence_count, channel, province, amount, currency, due_at,
        sealed_report, subject_keys)
      select ${application}, ${id}, ${column.environment}, ${column.case_number}, ${column.type}, ${column.created_at},
        ${column.created_at},
        ${column.through_alias}, ${column.parties}::json, ${column.has_identified_party}, ${column.evidence_count},
        ${column.channel}, ${column.province}, ${column.amount}::numeric, ${column.currency}, ${column.due_at},
        ${column.sealed_report},
        (select array_agg(decode(one, 'hex')) from unnest(${column.subject_keys}) as one)
      from ${changes}`,
    entry: `insert into fraud_case_entries (application_id, case_id, position, at, act, actor, status)
      select ${application}, ${id}, 0, ${column.created_at}, 'reported', 'application', 'received' from ${changes}`,
  }),
})

const partyKeyRows = defineEffectOfMany({
  name: 'fraud_party_keys',
  columns: { party: 'smallint', kind: 'text', pseudonym: 'bytea' },
  write: ({ application, changes, id, column }) =>
    `insert into fraud_party_keys (application_id, case_id, party, kind, pseudonym)
     select ${application}, ${id}, ${column.party}, ${column.kind}, ${column.pseudonym} from ${changes}
     on conflict do nothing`,
})

export type NewCase = {
  environment: Environment
  caseNumber: string
  request: Pick<FraudReportRequest, 'type' | 'channel' | 'amount' | 'location'>
  throughAlias: boolean
  parties: ReturnedParties
  hasIdentifiedParty: boolean
  evidenceCount: number
  /** Of the time of the application. */
  createdAt: Date
  dueAt: Date
  sealedReport: Buffer
  sealedKey: Buffer
  subjectKeys: readonly Buffer[]
  keys: readonly PartyKey[]
}

/** The status of a new case (spec/fraud#case-states). */
export const firstStatus: FraudCaseStatus = 'received'

/** The rows of a case, written by the transaction that accepts its report. */
export const newCaseEffects = (one: NewCase): Effect[] => [
  caseRow({
    environment: one.environment,
    case_number: one.caseNumber,
    type: one.request.type,
    through_alias: one.throughAlias,
    parties: JSON.stringify(one.parties),
    has_identified_party: one.hasIdentifiedParty,
    evidence_count: one.evidenceCount,
    channel: one.request.channel ?? null,
    province: one.request.location?.province ?? null,
    amount: one.request.amount ? String(one.request.amount.value) : null,
    currency: one.request.amount?.currency ?? null,
    created_at: one.createdAt,
    due_at: one.dueAt,
    sealed_report: one.sealedReport,
    sealed_key: one.sealedKey,
    subject_keys: one.subjectKeys.map((key) => key.toString('hex')),
  }),
  ...(one.keys.length > 0 ? [partyKeyRows(one.keys.map((key) => ({ ...key })))] : []),
]
