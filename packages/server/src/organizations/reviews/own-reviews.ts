import { newReview, review, reviewChange } from '@nani/contract/console'
import { Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { listOf, pageInput, readPage, requireVersion, versionInput } from '../../gateway/acts/index.ts'
import {
  applicationObject,
  lockOwnApplication,
  ownApplicationInput,
  requireOwnApplication,
} from '../organizations/index.ts'
import { isEnhanced } from './dossier.ts'
import { type ReviewNeeds, reviewAct, reviewReading } from './needs.ts'
import {
  answersOf,
  lockReview,
  type ReviewRow,
  readReview,
  reviewObject,
  reviewObjects,
  sealAnswers,
} from './review-rows.ts'

const closed = { additionalProperties: false }
export const reviewPath = '/organizations/{organization_id}/applications/{application_id}/reviews' as const
export const people = ['owner', 'administrator', 'compliance_officer'] as const
export const ownReviewInput = { ...ownApplicationInput, id: Type.String({ minLength: 1, maxLength: 60 }) }

export const listOwnReviews = reviewReading({
  name: 'reviews.list_own',
  sentence: { en: 'Lists the production reviews', fr: 'Liste les examens de production' },
  actors: { member: people },
  routes: { member: `GET ${reviewPath}` },
  input: Type.Object({ ...ownApplicationInput, ...pageInput }, closed),
  output: listOf(review),
  refusals: ['value_invalid', 'application_not_found'],
  async read({ pool, actor, input, needs: { cursors, dossierVault } }) {
    await requireOwnApplication(pool, input)
    const page = await readPage(
      { name: 'reviews', actor, input, cursors },
      {
        async rows(after, limit) {
          const { rows } = await pool.query<ReviewRow>({
            name: 'own-reviews',
            text: `select * from production_reviews
             where application_id = $1 and ($2::text is null or review_id < $2)
             order by review_id desc limit $3`,
            values: [input.application_id, after?.[0] ?? null, limit],
          })
          return rows
        },
        positionOf: (row) => [row.review_id],
        itemOf: (row) => row,
      },
    )
    return { ...page, data: await reviewObjects(pool, page.data, dossierVault) }
  },
})

export const readOwnReview = reviewReading({
  name: 'reviews.read_own',
  sentence: { en: 'Reads a production review', fr: 'Lit un examen de production' },
  actors: { member: people },
  routes: { member: `GET ${reviewPath}/{id}` },
  input: Type.Object(ownReviewInput, closed),
  output: review,
  refusals: ['object_not_found'],
  read: async ({ pool, input, needs: { dossierVault } }) =>
    reviewObject(pool, await readReview(pool, input), dossierVault),
})

/** Begins a dossier with what the application selected. An application has at most one open review. */
export const beginReview = reviewAct({
  name: 'reviews.begin',
  sentence: { en: 'Begins a production review', fr: 'Commence un examen de production' },
  actors: { member: people },
  routes: { member: `POST ${reviewPath}` },
  answers: 201,
  input: Type.Object({ ...ownApplicationInput, ...newReview.properties }, closed),
  output: review,
  refusals: ['value_invalid', 'application_not_found', 'state_conflict'],
  async perform({ client, input, needs, nowMs }) {
    const { newId, dossierVault } = needs
    const { organization_id, application_id } = input
    const application = applicationObject(
      await lockOwnApplication(client, { organization_id, application_id }),
    )
    if (application.environment !== 'production')
      throw new Refusal('state_conflict', 'Only an application of production has a review.', {
        next: `Begin the review of its counterpart ${application.counterpart_id ?? ''}.`,
      })
    const covered = {
      services: input.services ?? application.services,
      scopes: input.scopes ?? application.scopes,
      purposes: input.purposes ?? application.purposes,
    }
    const id = newId('rev')
    const { rows } = await client.query<ReviewRow>(
      `insert into production_reviews (application_id, review_id, organization_id, enhanced, origin, services, scopes,
         purposes, name, sealed_answers, created_at)
       values ($1, $2, $3, $4, 'console', $5, $6, $7, $8, $9, $10)
       on conflict do nothing returning *`,
      [
        ...[application_id, id, organization_id, isEnhanced(covered), covered.services, covered.scopes],
        ...[covered.purposes, application.proposed_name ?? application.name],
        ...[sealAnswers(input.answers ?? {}, id, dossierVault), new Date(nowMs)],
      ],
    )
    if (!rows[0]) throw new Refusal('state_conflict', 'The application has an open review already.')
    const result = await reviewObject(client, rows[0], dossierVault)
    return { result, entry: { subject: id, after: { application_id, ...covered } } }
  },
})

/** The organization changes a dossier before its submission, and after changes were requested. */
export const requireOwnTurn = ({ status }: Pick<ReviewRow, 'status'>): void => {
  if (status !== null && status !== 'changes_requested')
    throw new Refusal('state_conflict', `The review is ${status}. It cannot be changed now.`)
}

export const requireCurrent = async (
  client: pg.PoolClient,
  row: ReviewRow,
  version: number,
  { dossierVault }: ReviewNeeds,
): Promise<void> => {
  if (version === row.version) return
  requireVersion(version, await reviewObject(client, row, dossierVault))
}

export const changeReview = reviewAct({
  name: 'reviews.change',
  sentence: { en: 'Changes a production review', fr: 'Modifie un examen de production' },
  actors: { member: people },
  routes: { member: `PATCH ${reviewPath}/{id}` },
  input: Type.Object(
    { ...ownReviewInput, ...reviewChange.properties, version: versionInput },
    { ...closed, minProperties: 5 },
  ),
  output: review,
  refusals: ['value_invalid', 'object_not_found', 'changed_meanwhile', 'state_conflict'],
  maxBodyBytes: 256 * 1024,
  async perform({ client, input, needs }) {
    const { dossierVault } = needs
    const before = await lockReview(client, input)
    await requireCurrent(client, before, input.version, needs)
    requireOwnTurn(before)
    const covered = {
      services: input.services ?? before.services,
      scopes: input.scopes ?? before.scopes,
      purposes: input.purposes ?? before.purposes,
    }
    const answers = { ...answersOf(before, dossierVault), ...input.answers }
    const { rows } = await client.query<ReviewRow>(
      `update production_reviews set services = $3, scopes = $4, purposes = $5, enhanced = $6, sealed_answers = $7,
         version = version + 1
       where application_id = $1 and review_id = $2 returning *`,
      [
        ...[input.application_id, input.id, covered.services, covered.scopes, covered.purposes],
        ...[isEnhanced(covered), sealAnswers(answers, input.id, dossierVault)],
      ],
    )
    const result = await reviewObject(client, rows[0] as ReviewRow, dossierVault)
    const { services, scopes, purposes } = before
    const changed = { ...covered, answers: Object.keys(input.answers ?? {}) }
    return { result, entry: { subject: input.id, before: { services, scopes, purposes }, after: changed } }
  },
})
