import type pg from 'pg'

/** Whether a login may change the schema. A login without this right can serve calls on a current schema. */
export const mayChangeSchema = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ may: boolean }>(
    `select has_schema_privilege(current_schema(), 'create') as may`,
  )
  return rows[0]?.may === true
}
