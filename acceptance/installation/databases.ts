import { basename } from 'node:path'
import { inject } from 'vitest'
import { until } from '../client/kyc.ts'
import { databaseServerOf, onDatabase, urlOf } from './database-server.ts'
import { cells, isInCells } from './in-cells.ts'

/** The databases of the cells of an installation, for the login that owns the tables. */
const cellsOf = (dataDir: string): string[] => {
  const server = inject('registerServer')
  if (!isInCells || server === null || dataDir !== inject('dataDir')) return []
  return cells.map((cell) => urlOf(server, 'owner', `${basename(dataDir)}-${cell}`))
}

/** The database that has the rows of an application, for the login that owns the tables. */
export const databaseWith = async (dataDir: string, applicationId: string): Promise<string> => {
  const named = `select from applications where application_id = '${applicationId}'`
  for (const url of cellsOf(dataDir)) if ((await onDatabase(url, named)).length === 1) return url
  return databaseServerOf(dataDir).owner
}

/** Home has what was committed in cells before. It has it at once where there are none. */
export const untilCarried = async (dataDir: string): Promise<void> => {
  await Promise.all(
    cellsOf(dataDir).map(async (url) => {
      const newest = 'select coalesce(max(position), 0)::text as position from cell_outbox'
      const [row] = await onDatabase<{ position: string }>(url, newest)
      const waiting = `select from cell_outbox where position <= ${row?.position} limit 1`
      await until(
        () => onDatabase(url, waiting),
        (rows) => rows.length === 0,
      )
    }),
  )
}
