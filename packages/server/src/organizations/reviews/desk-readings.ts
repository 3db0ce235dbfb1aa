import { productionStatuses, review, reviewAnswers } from '@nani/contract/console'
import { rfc3339 } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { findOpen, proposalSchema } from '../../desk/proposals/index.ts'
import { askAll, homeIn, listOfAll, pageInput, readPageOfAll } from '../../gateway/acts/index.ts'
import { inHome } from '../../register/register-outbox/index.ts'
import { decisionAct, findReview } from './decide-review.ts'
import { dossierParts, itemsOf } from './dossier.ts'
import { databasesOfReviews, type ReviewNeeds, reviewReading } from './needs.ts'
import { answersOf, type ReviewRow, reviewObject } from './review-rows.ts'

const closed = { additionalProperties: false }
const id = Type.String({ minLength: 1, maxLength: 60 })
const textOrNull = Type.Union([Type.String(), Type.Null()])
const readers = { operator: ['reviewer', 'auditor', 'supervisor'] } as const

/** A review of a list. Its texts are read one at a time. */
export const listedReview = Type.Object({
  object: Type.Literal('review'),
  id: Type.String(),
  application_id: Type.String(),
  organization_id: Type.String(),
  organization: Type.String(),
  name: Type.String(),
  status: Type.Enum([...productionStatuses]),
  enhanced: Type.Boolean(),
  claimed_by: textOrNull,
  submitted_at: textOrNull,
})

type ListedRow = ReviewRow & { organization: string; claimed_by: string | null }

const sinceOf = ({ submitted_at, created_at }: ListedRow): Date => submitted_at ?? created_at
const byAge = (one: ListedRow, other: ListedRow): number =>
  sinceOf(one).getTime() - sinceOf(other).getTime() || (one.review_id < other.review_id ? -1 : 1)

export const listReviewsForDesk = reviewReading({
  name: 'reviews.list_for_desk',
  sentence: { en: 'Lists production reviews in pages', fr: 'Liste les examens de production par pages' },
  actors: readers,
  routes: { operator: 'GET /reviews' },
  input: Type.Object({ status: Type.Optional(Type.Enum([...productionStatuses])), ...pageInput }, closed),
  output: listOfAll(listedReview),
  refusals: ['value_invalid'],
  read: ({ actor, input, needs }) =>
    readPageOfAll(
      { name: 'desk-reviews', actor, input, cursors: needs.cursors },
      {
        async rows(after, limit) {
          const ask = async (pool: pg.Pool) => {
            const { rows } = await pool.query<ListedRow>(
              `select r.review_id, r.application_id, r.organization_id, o.name as organization, r.name, r.status,
               r.enhanced, r.claimed_by, r.submitted_at, r.created_at
             from production_reviews r join organizations o using (organization_id)
             where r.status is not null and ($1::text is null or r.status = $1)
               and ($2::timestamptz is null or (coalesce(r.submitted_at, r.created_at), r.review_id) > ($2, $3))
             order by coalesce(r.submitted_at, r.created_at), r.review_id limit $4`,
              [input.status ?? null, after?.[0] ?? null, after?.[1] ?? null, limit],
            )
            return rows
          }
          const { answers, unread } = await askAll(databasesOfReviews(needs), ask)
          const rows = answers.flatMap(({ answer }) => answer)
          // Each database has sorted its own.
          return { rows: answers.length > 1 ? rows.toSorted(byAge).slice(0, limit) : rows, unread }
        },
        positionOf: (row) => [sinceOf(row).toISOString(), row.review_id],
        itemOf: (row) => ({
          ...{ object: 'review' as const, id: row.review_id, application_id: row.application_id },
          ...{ organization_id: row.organization_id, organization: row.organization, name: row.name },
          status: row.status as (typeof productionStatuses)[number],
          ...{ enhanced: row.enhanced, claimed_by: row.claimed_by },
          submitted_at: row.submitted_at && rfc3339(row.submitted_at.getTime()),
        }),
      },
    ),
})

export const shownReview = Type.Object({
  ...review.properties,
  organization_id: Type.String(),
  organization: Type.String(),
  claimed_by: textOrNull,
  /** What the form asks for. An approval can be proposed where nothing is missing. */
  items: Type.Array(
    Type.Object({ part: Type.Enum([...dossierParts]), field: Type.String(), is_missing: Type.Boolean() }),
  ),
  proposal: Type.Union([proposalSchema, Type.Null()]),
})

/** A review with its proposal, as the desk shows it. */
export const shown = async (
  database: pg.PoolClient | pg.Pool,
  row: ReviewRow,
  { nowMs, needs }: { nowMs: number; needs: Pick<ReviewNeeds, 'dossierVault' | 'cell'> },
): Promise<Type.Static<typeof shownReview>> => {
  const { rows } = await database.query<{ name: string; claimed_by: string | null }>(
    `select o.name, r.claimed_by from organizations o join production_reviews r using (organization_id)
     where r.application_id = $1 and r.review_id = $2`,
    [row.application_id, row.review_id],
  )
  const review = await reviewObject(database, row, needs.dossierVault)
  return {
    ...review,
    items: itemsOf({ ...review, fileKinds: review.files.map(({ kind }) => kind) }),
    organization_id: row.organization_id,
    organization: rows[0]?.name ?? '',
    claimed_by: rows[0]?.claimed_by ?? null,
    // A reading has no transaction, and reads home by itself.
    proposal: await inHome(homeIn(needs), database as pg.PoolClient, (home) =>
      findOpen(home, { act: decisionAct, subject: row.review_id }, nowMs),
    ),
  }
}

export const readReviewForDesk = reviewReading({
  name: 'reviews.read_for_desk',
  sentence: { en: 'Reads a dossier with its proposal', fr: 'Lit un dossier avec sa proposition' },
  actors: readers,
  routes: { operator: 'GET /reviews/{id}' },
  input: Type.Object({ id }, closed),
  output: shownReview,
  refusals: ['object_not_found'],
  read: async ({ pool, input, nowMs, needs }) =>
    shown(pool, await findReview(pool, input.id), { nowMs, needs }),
  entry: ({ id: subject, organization_id: organizationId }) => ({ subject, organizationId }),
})

const changedList = Type.Object({ added: Type.Array(Type.String()), removed: Type.Array(Type.String()) })

/** The dossier against the last one that was approved for the application. */
export const readReviewDifference = reviewReading({
  name: 'reviews.difference',
  sentence: {
    en: 'Compares a dossier with the last approved one',
    fr: 'Compare un dossier avec le dernier approuvé',
  },
  actors: readers,
  routes: { operator: 'GET /reviews/{id}/difference' },
  input: Type.Object({ id }, closed),
  output: Type.Object({
    object: Type.Literal('review_difference'),
    id: Type.String(),
    /** Null: nothing was approved before, so that everything is new. */
    against: textOrNull,
    services: changedList,
    scopes: changedList,
    purposes: changedList,
    name: Type.Object({ before: textOrNull, after: Type.String() }),
    answers: Type.Array(
      Type.Object({ answer: Type.Enum([...reviewAnswers]), before: textOrNull, after: textOrNull }),
    ),
  }),
  refusals: ['object_not_found'],
  async read({ pool, input, needs: { dossierVault } }) {
    const row = await findReview(pool, input.id)
    const { rows } = await pool.query<ReviewRow>(
      `select * from production_reviews
       where application_id = $1 and review_id <> $2 and status = 'approved' and decided_at <= coalesce($3, now())
       order by decided_at desc limit 1`,
      [row.application_id, row.review_id, row.decided_at],
    )
    const [before] = rows
    const [own, earlier] = [answersOf(row, dossierVault), before ? answersOf(before, dossierVault) : {}]
    const difference = (field: 'services' | 'scopes' | 'purposes') => {
      const [now, then] = [row[field] as string[], (before?.[field] ?? []) as string[]]
      return {
        added: now.filter((one) => !then.includes(one)),
        removed: then.filter((one) => !now.includes(one)),
      }
    }
    return {
      ...{ object: 'review_difference' as const, id: row.review_id, against: before?.review_id ?? null },
      ...{ services: difference('services'), scopes: difference('scopes'), purposes: difference('purposes') },
      name: { before: before?.name ?? null, after: row.name },
      answers: reviewAnswers
        .filter((answer) => own[answer] !== earlier[answer])
        .map((answer) => ({ answer, before: earlier[answer] ?? null, after: own[answer] ?? null })),
    }
  },
  entry: ({ id: subject }) => ({ subject }),
})
