import { newReviewFile, newReviewMessage, review, reviewFile } from '@nani/contract/console'
import { actorId, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { fileBytes, holdStatusInHome, writeProductionStatus } from '../organizations/index.ts'
import { endApproval, endProposal } from './decide-review.ts'
import { reviewAct } from './needs.ts'
import { ownReviewInput, people, requireOwnTurn, reviewPath } from './own-reviews.ts'
import {
  countUnanswered,
  fileContext,
  filesOf,
  lockReview,
  type ReviewRow,
  reviewObject,
  writeMessage,
} from './review-rows.ts'

const closed = { additionalProperties: false }
const maxFileBytes = 10 * 1024 * 1024
const maxFiles = 30
/** Messages of the organization that no reviewer has answered: each can end the work of two reviewers. */
const maxUnanswered = 20

/** Found in the content. Any other file is one that a browser only saves. */
const contentTypeOf = (bytes: Buffer): string => {
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return 'application/pdf'
  if (bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))) return 'image/png'
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg'
  return 'application/octet-stream'
}

export const addReviewFile = reviewAct({
  name: 'reviews.add_file',
  sentence: { en: 'Adds a file to a production review', fr: 'Ajoute un fichier à un examen de production' },
  actors: { member: people },
  routes: { member: `POST ${reviewPath}/{id}/files` },
  answers: 201,
  maxBodyBytes: 15 * 1024 * 1024,
  input: Type.Object({ ...ownReviewInput, ...newReviewFile.properties }, closed),
  output: reviewFile,
  refusals: ['value_invalid', 'object_not_found', 'state_conflict'],
  prepare: async ({ input: { data } }) => fileBytes(data, maxFileBytes),
  async perform({ client, input, needs: { newId, dossierVault }, nowMs, prepared: bytes }) {
    const row = await lockReview(client, input)
    requireOwnTurn(row)
    if ((await filesOf(client, row)).length >= maxFiles)
      throw new Refusal('state_conflict', `The review has ${maxFiles} files.`)
    const id = newId('rvf')
    const { kind, name } = input
    const content_type = contentTypeOf(bytes)
    await client.query(
      `insert into production_review_files
         (application_id, review_id, file_id, kind, name, content_type, bytes, sealed_content, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        ...[row.application_id, row.review_id, id, kind, name, content_type, bytes.length],
        ...[dossierVault.seal(bytes, fileContext(id)), new Date(nowMs)],
      ],
    )
    await raiseVersion(client, row)
    return {
      result: {
        ...{ object: 'review_file' as const, id, kind, name, content_type, bytes: bytes.length },
        created_at: rfc3339(nowMs),
      },
      entry: { subject: row.review_id, after: { file: id, kind } },
    }
  },
})

const raiseVersion = async (client: pg.PoolClient, row: ReviewRow): Promise<void> => {
  await client.query(
    'update production_reviews set version = version + 1 where application_id = $1 and review_id = $2',
    [row.application_id, row.review_id],
  )
}

type Step = { status: 'submitted' | 'rejected'; reason: string | null; nowMs: number }

const writeStep = async (
  client: pg.PoolClient,
  row: ReviewRow,
  { status, reason, nowMs }: Step,
): Promise<ReviewRow> => {
  const { rows } = await client.query<ReviewRow>(
    `update production_reviews set status = $3, reason = $4, version = version + 1,
       submitted_at = case when $3 = 'submitted' then $5 else submitted_at end,
       decided_at = case when $3 = 'rejected' then $5 end
     where application_id = $1 and review_id = $2 returning *`,
    [row.application_id, row.review_id, status, reason, new Date(nowMs)],
  )
  return rows[0] as ReviewRow
}

/** Only a verified organization submits, and only a complete dossier. */
export const submitReview = reviewAct({
  name: 'reviews.submit',
  sentence: { en: 'Submits a production review', fr: 'Soumet un examen de production' },
  actors: { member: people },
  routes: { member: `POST ${reviewPath}/{id}/submit` },
  input: Type.Object(ownReviewInput, closed),
  output: review,
  refusals: ['object_not_found', 'state_conflict', 'value_invalid'],
  async perform({ client, input, needs, nowMs }) {
    // Held, so that an organization that closes meanwhile ends the review, or refuses it.
    const status = await holdStatusInHome(needs, client, input.organization_id)
    const row = await lockReview(client, input)
    requireOwnTurn(row)
    if (status !== 'verified')
      throw new Refusal('state_conflict', 'Only a verified organization submits a production review.', {
        next: 'Wait until the organization is verified.',
      })
    const { missing } = await reviewObject(client, row, needs.dossierVault)
    if (missing.length > 0)
      throw new Refusal('value_invalid', `The review is not complete: ${missing.join(', ')}.`, {
        context: { field: missing[0], missing },
        next: 'Add what is missing, and submit again.',
      })
    const after = await writeStep(client, row, { status: 'submitted', reason: null, nowMs })
    await writeProductionStatus(client, { applicationId: row.application_id, status: 'submitted' }, needs)
    return {
      result: await reviewObject(client, after, needs.dossierVault),
      entry: { subject: row.review_id, before: { status: row.status }, after: { status: 'submitted' } },
    }
  },
})

export const withdrawReview = reviewAct({
  name: 'reviews.withdraw',
  sentence: { en: 'Withdraws a production review', fr: 'Retire un examen de production' },
  actors: { member: people },
  routes: { member: `POST ${reviewPath}/{id}/withdraw` },
  input: Type.Object(ownReviewInput, closed),
  output: review,
  refusals: ['object_not_found', 'state_conflict'],
  async perform({ client, input, needs, nowMs }) {
    const row = await lockReview(client, input)
    requireUndecided(row)
    const after = await writeStep(client, row, { status: 'rejected', reason: 'withdrawn', nowMs })
    await endProposal(needs, client, row, { nowMs })
    // A draft that no reviewer saw leaves the application as it is.
    if (row.status !== null)
      await writeProductionStatus(client, { applicationId: row.application_id, status: 'rejected' }, needs)
    return {
      result: await reviewObject(client, after, needs.dossierVault),
      entry: {
        subject: row.review_id,
        before: { status: row.status },
        after: { status: 'rejected', reason: 'withdrawn' },
      },
    }
  },
})

export const requireUndecided = ({ status }: Pick<ReviewRow, 'status'>): void => {
  if (status === 'approved' || status === 'rejected')
    throw new Refusal('state_conflict', `The review is ${status}.`)
}

export const writeOwnMessage = reviewAct({
  name: 'reviews.write_message',
  sentence: { en: 'Writes to the reviewers', fr: 'Écrit aux examinateurs' },
  actors: { member: people },
  routes: { member: `POST ${reviewPath}/{id}/messages` },
  answers: 201,
  input: Type.Object({ ...ownReviewInput, ...newReviewMessage.properties }, closed),
  output: review,
  refusals: ['value_invalid', 'object_not_found', 'state_conflict'],
  async perform({ client, actor, input: { text, ...key }, needs, nowMs }) {
    const row = await lockReview(client, key)
    requireUndecided(row)
    if ((await countUnanswered(client, row)) >= maxUnanswered)
      throw new Refusal('state_conflict', `The reviewers have ${maxUnanswered} messages without an answer.`, {
        next: 'Wait for the answer of a reviewer.',
      })
    const ended = await endApproval(needs, client, row, nowMs)
    await writeMessage(client, { row, side: 'organization', author: actorId(actor), text, nowMs }, needs)
    return {
      result: await reviewObject(client, row, needs.dossierVault),
      entry: { subject: row.review_id, after: { message: true, ...(ended !== null && { ended }) } },
    }
  },
})
