import { productionStatuses } from '@nani/contract/console'
import Type from 'typebox'
import { askAll, requireAllRead } from '../../gateway/acts/index.ts'
import { databasesOfReviews, reviewReading } from './needs.ts'
import type { ReviewRow } from './review-rows.ts'

const closed = { additionalProperties: false }
const maxListed = 500

/** One without a time is the last, as in the order of each database. */
const submittedMs = ({ submitted_at: at }: Pick<ReviewRow, 'submitted_at'>): number =>
  at?.getTime() ?? Infinity
const compare = (one: number, other: number): number => (one < other ? -1 : one > other ? 1 : 0)

export const listReviews = reviewReading({
  name: 'reviews.list',
  sentence: { en: 'Lists production reviews', fr: 'Liste les examens de production' },
  actors: { operator: ['reviewer', 'auditor', 'supervisor'] },
  input: Type.Object({ status: Type.Optional(Type.Enum([...productionStatuses])) }, closed),
  output: Type.Array(
    Type.Object({
      id: Type.String(),
      application_id: Type.String(),
      organization_id: Type.String(),
      name: Type.String(),
      status: Type.Enum([...productionStatuses]),
      enhanced: Type.Boolean(),
      submitted_at: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
  refusals: ['history_incomplete'],
  // A list of a command has no place for what is missing.
  async read({ input: { status }, needs }) {
    const { answers, unread } = await askAll(databasesOfReviews(needs), async (pool) => {
      const { rows } = await pool.query<ReviewRow & { status: (typeof productionStatuses)[number] }>(
        `select review_id, application_id, organization_id, name, status, enhanced, submitted_at
         from production_reviews where status is not null and ($1::text is null or status = $1)
         order by submitted_at limit $2`,
        [status ?? null, maxListed],
      )
      return rows
    })
    requireAllRead(unread)
    const rows = answers.flatMap(({ answer }) => answer)
    if (answers.length > 1) rows.sort((one, other) => compare(submittedMs(one), submittedMs(other)))
    return rows.slice(0, maxListed).map(({ review_id, submitted_at, ...row }) => ({
      ...{ id: review_id, application_id: row.application_id, organization_id: row.organization_id },
      ...{ name: row.name, status: row.status, enhanced: row.enhanced },
      submitted_at: submitted_at?.toISOString() ?? null,
    }))
  },
})
