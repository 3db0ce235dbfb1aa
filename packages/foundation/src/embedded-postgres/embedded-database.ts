import type { Database } from '../storage/index.ts'

/** A parameter of the server process, so that no role and no session can change it. */
export const embeddedClusterName = 'nani-embedded'
export const embeddedDatabaseName = 'nani'

/** Whether a connection leads to the database of a data directory, also where DATABASE_URL names it. */
export const isEmbeddedDatabase = async (database: Database): Promise<boolean> => {
  const { rows } = await database.query<{ cluster: string; database: string }>(
    `select current_setting('cluster_name') as cluster, current_database() as database`,
  )
  const [found] = rows
  return found?.cluster === embeddedClusterName && found.database === embeddedDatabaseName
}
