import { readRunningDatabase } from '@nani/foundation/embedded-postgres/index.ts'
import { openPlatform, type Platform } from '@nani/foundation/platform/index.ts'
import type { DatabaseUrls } from '@nani/foundation/storage/index.ts'
import { readConfig } from '@nani/server/app/app/index.ts'
import pg from 'pg'

/** The database and the keys of the product that runs on a data directory. */
export const platformOf = async (dataDir: string): Promise<Platform> =>
  openPlatform(
    { ...readConfig({ NANI_DATA_DIR: dataDir }), maxConnections: 4 },
    (await readRunningDatabase(dataDir)) as DatabaseUrls,
    () => {},
  )

/** Connections of the owner of the schema. Their statements have no limit of time. */
export const ownerPoolOf = async (dataDir: string): Promise<pg.Pool> => {
  const { owner } = (await readRunningDatabase(dataDir)) as DatabaseUrls
  return new pg.Pool({ connectionString: owner, max: 3 })
}
