import { environments } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import { askAll, cellIsAway, inTurnOf, movedMeanwhile, requireAllRead } from '../../../gateway/acts/index.ts'
import type { CaseNamed } from './case-named.ts'
import type { Desk } from './desk-needs.ts'

/** The desk of the cases in one database, by the name of its cell or `home`. Null: the database cannot be used now. */
export type NamedDesk = { name: string; desk: Desk | null }

/**
 * The desk of the database that has a case, for an act on it. Null: that of home, which refuses a case that no database has.
 */
export const deskOfCase = async (
  desks: readonly NamedDesk[],
  { environment, fraud_case: named }: CaseNamed,
): Promise<Desk | null> => {
  if (desks.length === 1) return null
  const databases = desks.map(({ name, desk }) => ({ name, pool: desk?.pool ?? null }))
  const { answers, unread } = await askAll(databases, async (pool) => {
    const { rows } = await pool.query<{ id: string; organization_id: string | null }>({
      name: 'find-place-of-case',
      text: `select c.case_id as id, a.organization_id from fraud_cases c left join applications a using (application_id)
        where c.environment = any($1) and (c.case_number = $2 or c.case_id = $2)`,
      values: [environment ? [environment] : environments, named],
    })
    return rows
  })
  const found = answers.flatMap(({ name, answer }) => answer.map((row) => ({ name, ...row })))
  const [first] = found
  // The other environment may have a case of the same number.
  if (!first || (!environment && first.id !== named)) requireAllRead(unread)
  if (!first || found.every(({ name }) => name === 'home')) return null
  if (new Set(found.map(({ name }) => name)).size > 1)
    throw new Set(found.map(({ id }) => id)).size === 1
      ? movedMeanwhile()
      : new Refusal('case_ambiguous', { fraud_case: named })
  const desk = desks.find(({ name }) => name === first.name)?.desk
  if (!desk?.cell) throw cellIsAway(first.name)
  return { ...desk, cell: inTurnOf(desk.cell, first.organization_id ?? undefined) }
}
