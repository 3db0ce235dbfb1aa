import type { Platform } from '@nani/foundation/platform/index.ts'
import { openPool } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { AllDatabases } from '../../../gateway/acts/index.ts'
import { type Cell, cellsUse, readCells } from '../../cells/index.ts'

/** As long as a caller waits: the database ends a question whose caller has gone. */
const answersWithinMs = 1_000

type Needs = Pick<Platform, 'pool' | 'connectionString' | 'vaultFor'> & { allDatabases: AllDatabases }

/**
 * The databases in which bounds of a citizen are counted: home and all cells, also those that this process does not serve. Each has one
 * connection for it, which is opened when it is first needed, so that no question takes a connection of calls. `isAway`: a cell that this process serves and cannot use now.
 */
export const openCountedDatabases = (
  { pool: home, connectionString, vaultFor, allDatabases }: Needs,
  isAway: (name: string) => boolean,
) => {
  const pools = new Map<string, { url: string; pool: pg.Pool }>()
  let cells: readonly Cell[] = []
  let held: ReadonlySet<string> = new Set()
  const poolOf = (name: string, url: string): pg.Pool => {
    const known = pools.get(name)
    if (known) return known.pool
    const pool = openPool(url, {
      ...{ maxConnections: 1, connectionTimeoutMs: answersWithinMs, statementTimeoutMs: answersWithinMs },
      // Who asks names the database that does not answer.
      onError: () => {},
    })
    pools.set(name, { url, pool })
    return pool
  }
  allDatabases.follow(() => {
    if (cells.length === 0) return []
    return [
      { name: 'home', pool: poolOf('home', connectionString) },
      ...cells.map(({ name, urls }) => ({
        name,
        pool: held.has(name) || isAway(name) ? null : poolOf(name, urls.app),
      })),
    ]
  })
  return {
    /** Reads the list of cells. Without cells it asks nothing. */
    async follow(hasCells: boolean, heldNow: ReadonlySet<string>): Promise<void> {
      held = heldNow
      cells = hasCells ? await readCells(home, vaultFor(cellsUse)) : []
      const isListed = (name: string, url: string) =>
        name === 'home' || cells.some((cell) => cell.name === name && cell.urls.app === url)
      for (const [name, { url, pool }] of pools)
        if (!isListed(name, url)) {
          pools.delete(name)
          await pool.end()
        }
    },
    async stop() {
      cells = []
      await Promise.all([...pools.values()].map(({ pool }) => pool.end()))
    },
  }
}
