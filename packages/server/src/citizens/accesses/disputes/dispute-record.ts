import {
  type AccessPurpose,
  type CitizenDispute,
  type DisputeStatus,
  type Environment,
  maxDisputeCharacters as maxTextCharacters,
  type ShownService,
} from '@nani/contract'
import { Refusal, type RefusalCode, rfc3339 } from '@nani/foundation/core/index.ts'
import type { Database, Vault } from '@nani/foundation/storage/index.ts'
import { entryIdOf } from '../access-entry.ts'
import type { AccessDependencies } from '../dependencies.ts'
import { askedOfSignIn } from '../sign-in-entries.ts'

export const maxAnswers = 20

export type DisputeRow = {
  application_id: string
  dispute_id: string
  environment: Environment
  entry_id: string
  day: string
  entry_at: Date
  service: ShownService
  purpose: AccessPurpose | null
  scopes: string[]
  asked_scopes: string[] | null
  signed_text: Buffer | null
  sealed_text: Buffer
  status: DisputeStatus
  created_at: Date
  changed_at: Date
  application_name: string
  organization_name: string
}

export type AnswerRow = {
  application_id: string
  dispute_id: string
  number: number
  answered_for: 'organization' | 'installation'
  answered_by: string
  answered_at: Date
  sealed_text: Buffer
}

/** A dispute as its citizen sees it. An answer names no person. `answer` and `answered_at` are of the last one. */
export type Dispute = Omit<CitizenDispute, 'answer' | 'answered_at'>

export const forApp = (dispute: Dispute): CitizenDispute => {
  const last = dispute.answers.at(-1)
  return { ...dispute, answer: last?.text ?? null, answered_at: last?.at ?? null }
}

export const disputeColumns = `d.application_id, d.dispute_id, d.environment, d.entry_id, d.entry_day::text as day,
  d.entry_at, d.service, d.purpose, d.scopes, d.sealed_text, d.status, d.created_at, d.changed_at,
  a.name as application_name, o.name as organization_name, asked.scopes as asked_scopes,
  asked.sealed_text as signed_text`

export const disputeTables = `access_disputes d join applications a on a.application_id = d.application_id
  join organizations o on o.organization_id = a.organization_id
  ${askedOfSignIn('d.application_id', 'd.entry_id', "d.service = 'sso_login'")}`

type DisputeId = Pick<DisputeRow, 'application_id' | 'dispute_id'>

const contextOf = (what: string, { application_id, dispute_id }: DisputeId): string =>
  `access dispute ${what}:${application_id}:${dispute_id}`

export const sealText = (vault: Vault, text: string, id: DisputeId): Buffer =>
  vault.seal(Buffer.from(text), contextOf('text', id))

export const sealAnswer = (vault: Vault, text: string, id: DisputeId, number: number): Buffer =>
  vault.seal(Buffer.from(text), contextOf(`answer ${number}`, id))

export const openAnswer = (vault: Vault, row: AnswerRow): string =>
  vault.open(row.sealed_text, contextOf(`answer ${row.number}`, row)).toString('utf8')

/** Text that people wrote: without spaces around it, and with a maximum. Null if it is none. */
export const textIn = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  const text = value.trim()
  return text === '' || text.length > maxTextCharacters || text.includes('\0') ? null : text
}

/** A dispute keeps the scopes of its entry. One of an earlier release left out the profile and the consent of a sign-in. */
export const disputedScopes = (
  { application_id, entry_id, scopes, asked_scopes, signed_text }: DisputeRow,
  { openEarlierScopes }: Pick<AccessDependencies, 'openEarlierScopes'>,
): string[] =>
  asked_scopes || signed_text
    ? openEarlierScopes({ applicationId: application_id, requestId: entry_id }, scopes, {
        scopes: asked_scopes,
        sealedText: signed_text,
      })
    : scopes

export const disputeOf = (
  row: DisputeRow,
  answers: readonly AnswerRow[],
  dependencies: AccessDependencies,
): Dispute => ({
  id: row.dispute_id,
  status: row.status,
  created_at: rfc3339(row.created_at.getTime()),
  access: {
    id: entryIdOf({ day: row.day, applicationId: row.application_id, entryId: row.entry_id }),
    at: rfc3339(row.entry_at.getTime()),
    organization: row.organization_name,
    application: row.application_name,
    service: row.service,
    purpose: row.purpose,
    scopes: disputedScopes(row, dependencies),
  },
  text: dependencies.disputesVault.open(row.sealed_text, contextOf('text', row)).toString('utf8'),
  answers: answers.map((answer) => ({
    from: answer.answered_for,
    at: rfc3339(answer.answered_at.getTime()),
    text: openAnswer(dependencies.disputesVault, answer),
  })),
})

/** The answers to some disputes, by the id of the dispute, the first one first. */
export const readAnswers = async (
  database: Database,
  disputes: readonly DisputeId[],
): Promise<Map<string, AnswerRow[]>> => {
  if (disputes.length === 0) return new Map()
  const { rows } = await database.query<AnswerRow>({
    name: 'answers-to-disputes',
    text: `select application_id, dispute_id, number, answered_for, answered_by, answered_at, sealed_text
     from access_dispute_answers
     where (application_id, dispute_id) in (select * from unnest($1::text[], $2::text[]))
     order by application_id, dispute_id, number`,
    values: [disputes.map((one) => one.application_id), disputes.map((one) => one.dispute_id)],
  })
  return Map.groupBy(rows, ({ dispute_id }) => dispute_id)
}

/** The application of a dispute. */
export const applicationOfDispute = async (database: Database, id: string): Promise<string | null> => {
  const { rows } = await database.query<{ application_id: string }>(
    'select application_id from access_disputes where dispute_id = $1 limit 1',
    [id],
  )
  return rows[0]?.application_id ?? null
}

export const refuseAct = (code: RefusalCode, message: string): never => {
  throw new Refusal(code, message)
}
