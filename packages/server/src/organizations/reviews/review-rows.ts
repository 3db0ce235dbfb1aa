import type { Review, ReviewFile, ReviewMessage } from '@nani/contract/console'
import { Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { newestRunsOfCounterparts } from '../conformance/index.ts'
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

/** A row about a review, of some reviews. */
type OfReview = { review_id: string }
const keysOf = (rows: readonly ReviewRow[]): [string[], string[]] => [
  [...new Set(rows.map(({ application_id }) => application_id))],
  rows.map(({ review_id }) => review_id),
]

type FileRow = OfReview &
  Omit<ReviewFile, 'object' | 'id' | 'created_at'> & { file_id: string; created_at: Date }

const filesOfReviews = async (
  database: Database,
  reviews: readonly ReviewRow[],
): Promise<Map<string, ReviewFile[]>> => {
  const { rows } = await database.query<FileRow>({
    name: 'files-of-reviews',
    text: `select review_id, file_id, kind, name, content_type, bytes, created_at from production_review_files
     where application_id = any($1) and review_id = any($2) order by file_id`,
    values: keysOf(reviews),
  })
  return byReview(rows, ({ file_id: id, created_at, review_id: _, ...file }) => ({
    ...{ object: 'review_file' as const, id },
    ...file,
    created_at: rfc3339(created_at.getTime()),
  }))
}

const byReview = <Row extends OfReview, Item>(
  rows: readonly Row[],
  itemOf: (row: Row) => Item,
): Map<string, Item[]> =>
  new Map(
    Array.from(
      Map.groupBy(rows, ({ review_id }) => review_id),
      ([id, own]) => [id, own.map(itemOf)],
    ),
  )

export const filesOf = async (database: Database, row: ReviewRow): Promise<ReviewFile[]> =>
  (await filesOfReviews(database, [row])).get(row.review_id) ?? []

type MessageRow = OfReview & {
  message_id: string
  side: ReviewMessage['from']
  sealed_text: Buffer
  created_at: Date
}

const messagesOfReviews = async (
  database: Database,
  reviews: readonly ReviewRow[],
  vault: Vault,
): Promise<Map<string, ReviewMessage[]>> => {
  const { rows } = await database.query<MessageRow>({
    name: 'messages-of-reviews',
    text: `select review_id, message_id, side, sealed_text, created_at from production_review_messages
     where application_id = any($1) and review_id = any($2) order by message_id`,
    values: keysOf(reviews),
  })
  return byReview(rows, ({ message_id: id, created_at, side, sealed_text }) => ({
    ...{ object: 'review_message' as const, id, from: side },
    text: vault.open(sealed_text, messageContext(id)).toString(),
    created_at: rfc3339(created_at.getTime()),
  }))
}

const timeOf = (date: Date | null): string | null => date && rfc3339(date.getTime())

/** Reviews as the organization and their reviewers read them. Their number does not change the number of statements. */
export const reviewObjects = async (
  database: Database,
  reviews: readonly ReviewRow[],
  vault: Vault,
): Promise<Review[]> => {
  const files = await filesOfReviews(database, reviews)
  const messages = await messagesOfReviews(database, reviews, vault)
  // A decided review keeps the run that its reviewers saw.
  const runs = await newestRunsOfCounterparts(
    database,
    reviews.map(({ application_id, decided_at }) => ({ productionId: application_id, before: decided_at })),
  )
  return reviews.map((row, at) => {
    const answers = answersOf(row, vault)
    const { services, scopes, purposes } = row
    const own = files.get(row.review_id) ?? []
    return {
      object: 'review',
      id: row.review_id,
      application_id: row.application_id,
      status: row.status,
      enhanced: row.enhanced,
      origin: row.origin,
      ...{ services, scopes, purposes, name: row.name, answers, files: own },
      messages: messages.get(row.review_id) ?? [],
      conformance_run: runs[at] ?? null,
      missing: missingOf({ services, scopes, purposes, answers, fileKinds: own.map(({ kind }) => kind) }),
      reason: row.reason,
      created_at: rfc3339(row.created_at.getTime()),
      submitted_at: timeOf(row.submitted_at),
      decided_at: timeOf(row.decided_at),
      version: row.version,
    }
  })
}

/** A review as the organization and its reviewers read it. */
export const reviewObject = async (database: Database, row: ReviewRow, vault: Vault): Promise<Review> => {
  const [object] = await reviewObjects(database, [row], vault)
  return object as Review
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

/** The messages of the organization since the last one of a reviewer. The row of the review is locked. */
export const countUnanswered = async (
  client: Database,
  { application_id, review_id }: ReviewRow,
): Promise<number> => {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from production_review_messages m
     where application_id = $1 and review_id = $2 and side = 'organization' and not exists (
       select from production_review_messages
       where application_id = $1 and review_id = $2 and side = 'reviewer' and message_id > m.message_id)`,
    [application_id, review_id],
  )
  return rows[0]?.count ?? 0
}
