import type pg from 'pg'

/** Whether the register has a citizen with this number, in either environment. */
export const hasCitizen = async (client: Pick<pg.ClientBase, 'query'>, svcId: string): Promise<boolean> => {
  const { rowCount } = await client.query('select from citizens where svc_id = $1', [svcId])
  return rowCount !== 0
}
