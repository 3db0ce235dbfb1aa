import { databaseFailure, openPool, placeOf, proveConnection } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { Cell, CellUrls } from './cell-rows.ts'

/** How messages name a database of a cell, without its login. */
export const destinationOf = (name: string, role: keyof CellUrls, url: string) => ({
  variable: role === 'home' ? `the cell ${name} for home` : `the cell ${name}`,
  place: placeOf(url),
})

/** Runs `use` on a connection of one of the logins of a cell. A failure of the database is an error that an operator can repair. */
export const onCellDatabase = async <Answer>(
  { name, urls }: Pick<Cell, 'name' | 'urls'>,
  role: keyof CellUrls,
  use: (pool: pg.Pool) => Promise<Answer>,
  statementTimeoutMs = 60_000,
): Promise<Answer> => {
  const url = urls[role]
  const destination = destinationOf(name, role, url)
  const pool = openPool(url, { maxConnections: 2, statementTimeoutMs, onError: () => {} })
  try {
    await proveConnection(pool, url, destination)
    return await use(pool)
  } catch (error) {
    throw databaseFailure(error, destination) ?? error
  } finally {
    await pool.end()
  }
}
