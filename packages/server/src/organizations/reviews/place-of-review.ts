import { askAll, movedMeanwhile, type NamedDatabase, requireAllRead } from '../../gateway/acts/index.ts'

/** Where a review is, with its organization. `name`: a cell, or `home`. */
export type PlaceOfReview = { name: string; organizationId: string }

/** The database that has a review; null: none has it. A draft is missing for reviewers, wherever it is. */
export const placeOfReview = async (
  databases: readonly NamedDatabase[],
  reviewId: string,
): Promise<PlaceOfReview | null> => {
  const { answers, unread } = await askAll(databases, async (pool) => {
    const { rows } = await pool.query<{ organization_id: string; application_id: string }>({
      name: 'find-place-of-review',
      text: 'select organization_id, application_id from production_reviews where review_id = $1',
      values: [reviewId],
    })
    return rows
  })
  const found = answers.flatMap(({ name, answer }) =>
    answer.map((row) => ({ name, organizationId: row.organization_id })),
  )
  if (found.length > 1) throw movedMeanwhile()
  const [place] = found
  if (!place) requireAllRead(unread)
  return place ?? null
}
