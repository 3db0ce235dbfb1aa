import type pg from 'pg'

/** The applications of an organization that left a database. `target`: the database to which they move. */
export type Left = { target: string; applicationIds: string[] }

/** The organizations that left this database, and whose move is not completed: all, or one of them. */
export const organizationsThatLeft = async (database: pg.Pool, only?: string): Promise<Left[]> => {
  const { rows } = await database.query<{ target: string; application_ids: string[] }>({
    name: 'organizations-that-left',
    text: `select target, application_ids from move_fences
      where moved_at is not null and completed_at is null and ($1::text is null or organization_id = $1)`,
    values: [only ?? null],
  })
  return rows.map(({ target, application_ids: applicationIds }) => ({ target, applicationIds }))
}

/** Whether a move has written its rows to this database. All are written in one transaction. */
export const haveArrived = async (database: pg.Pool, applicationIds: readonly string[]): Promise<boolean> => {
  const { rowCount } = await database.query(
    'select from applications where application_id = any($1) limit 1',
    [applicationIds],
  )
  return rowCount !== 0
}
