import type pg from 'pg'

/** Set on the command line of the database, so that no role and no session can change it. */
export const embeddedClusterName = 'nani-embedded'

/** Whether a connection leads to the database of a data directory, also where DATABASE_URL names it. */
export const isEmbeddedDatabase = async (database: Pick<pg.ClientBase, 'query'>): Promise<boolean> => {
  const { rows } = await database.query<{ name: string }>(`select current_setting('cluster_name') as name`)
  return rows[0]?.name === embeddedClusterName
}
