import type pg from 'pg'
import { tables } from '../../packages/foundation/src/storage/index.ts'

/** The tables of applications that have rows of one, of all tables whose place is a cell. */
export const tablesWith = async (pool: pg.Pool, applicationId: string): Promise<string[]> => {
  const found: string[] = []
  for (const [table, { kind }] of Object.entries(tables)) {
    if (kind.kind !== 'tenant') continue
    const { rowCount } = await pool.query(`select from ${table} where application_id = $1 limit 1`, [
      applicationId,
    ])
    if (rowCount !== 0) found.push(table)
  }
  return found
}
