import type { Review, ReviewFile, ReviewMessage } from '@nani/contract/console'
import { Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { newestRunOfCounterpart } from '../conformance/index.ts'
import { type Covered, missingOf } from './dossier.ts'

type Database = Pick<pg.ClientBase, 'query'>

export type ReviewRow = Covered & {
  application_id: string
  review_id: string
  organization_id: string
  status: Review['status']
  enhanced: boolean
  origin: 'console' | 'command_line'
  name: string
  sealed_answers: Buffer | null
  reason: string | null
  created_at: Date
  submitted_at: Date | null
  decided_at: Date | null
  version: number
}

export const missingReview = (): Refusal => new Refusal('object_not_found', 'There is no such review.')

export type ReviewKey = { application_id: string; organization_id: string; id: string }

/** A review of an application of the organization. */
export const readReview = async (
  database: Database,
  { application_id, organization_id, id }: ReviewKey,
): Promise<ReviewRow> => {
  const { rows } = await database.query<ReviewRow>(
    'select * from production_reviews where application_id = $1 and review_id = $2 and organization_id = $3',
    [application_id, id, organization_id],
  )
  if (!rows[0]) throw missingReview()
  return rows[0]
}

/**
 * The same with its row locked until the transaction ends. The application is locked first, as by every act on its approval:
 * a suspension and a decision happen one after the other.
 */
export const lockReview = async (client: Database, key: ReviewKey): Promise<ReviewRow> => {
  await client.query(
    'select from applications where application_id = $1 and organization_id = $2 for no key update',
    [key.application_id, key.organization_id],
  )
  await client.query(
    'select from production_reviews where application_id = $1 and review_id = $2 for update',
    [key.application_id, key.id],
  )
  return readReview(client, key)
}

export const answersContext = (id: string): string => `review:${id}:answers`
export const fileContext = (id: string): string => `review-file:${id}`
export const messageContext = (id: string): string => `review-message:${id}`

export const answersOf = ({ sealed_answers, review_id }: ReviewRow, vault: Vault): Review['answers'] =>
  sealed_answers ? JSON.parse(vault.open(sealed_answers, answersContext(review_id)).toString()) : {}

export const sealAnswers = (answers: Review['answers'], id: string, vault: Vault): Buffer =>
  vault.seal(Buffer.from(JSON.stringify(answers)), answersContext(id))

type FileRow = Omit<ReviewFile, 'object' | 'id' | 'created_at'> & { file_id: string; created_at: Date }

export const filesOf = async (database: Database, row: ReviewRow): Promise<ReviewFile[]> => {
  const { rows } = await database.query<FileRow>(
    `select file_id, kind, name, content_type, bytes, created_at from production_review_files
     where application_id = $1 and review_id = $2 order by file_id`,
    [row.application_id, row.review_id],
  )
  return rows.map(({ file_id: id, created_at, ...file }) => ({
    ...{ object: 'review_file' as const, id },
    ...file,
    created_at: rfc3339(created_at.getTime()),
  }))
}

type MessageRow = { message_id: string; side: ReviewMessage['from']; sealed_text: Buffer; created_at: Date }

const messagesOf = async (database: Database, row: ReviewRow, vault: Vault): Promise<ReviewMessage[]> => {
  const { rows } = await database.query<MessageRow>(
    `select message_id, side, sealed_text, created_at from production_review_messages
     where application_id = $1 and review_id = $2 order by message_id`,
    [row.application_id, row.review_id],
  )
  return rows.map(({ message_id: id, side, sealed_text, created_at }) => ({
    ...{ object: 'review_message' as const, id, from: side },
    text: vault.open(sealed_text, messageContext(id)).toString(),
    created_at: rfc3339(created_at.getTime()),
  }))
}

const timeOf = (date: Date | null): string | null => date && rfc3339(date.getTime())

/** A review as the organization and its reviewers read it. */
export const reviewObject = async (database: Database, row: ReviewRow, vault: Vault): Promise<Review> => {
  const answers = answersOf(row, vault)
  const files = await filesOf(database, row)
  const { services, scopes, purposes } = row
  return {
    object: 'review',
    id: row.review_id,
    application_id: row.application_id,
    status: row.status,
    enhanced: row.enhanced,
    origin: row.origin,
    ...{ services, scopes, purposes, name: row.name, answers, files },
    messages: await messagesOf(database, row, vault),
    // A decided review keeps the run that its reviewers saw.
    conformance_run: await newestRunOfCounterpart(database, row.application_id, row.decided_at),
    missing: missingOf({ services, scopes, purposes, answers, fileKinds: files.map(({ kind }) => kind) }),
    reason: row.reason,
    created_at: rfc3339(row.created_at.getTime()),
    submitted_at: timeOf(row.submitted_at),
    decided_at: timeOf(row.decided_at),
    version: row.version,
  }
}

type NewMessage = { row: ReviewRow; side: ReviewMessage['from']; author: string; text: string; nowMs: number }

export const writeMessage = async (
  client: Database,
  { row, side, author, text, nowMs }: NewMessage,
  { newId, dossierVault }: { newId(prefix: string): string; dossierVault: Vault },
): Promise<void> => {
  const id = newId('rvm')
  await client.query(
    `insert into production_review_messages
       (application_id, review_id, message_id, side, author, sealed_text, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      ...[row.application_id, row.review_id, id, side, author],
      ...[dossierVault.seal(Buffer.from(text), messageContext(id)), new Date(nowMs)],
    ],
  )
}
