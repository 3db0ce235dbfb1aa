import { inTransaction, openPool } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { placeWithin } from './place-organization.ts'

/* A placement that ends itself with SIGKILL before a statement of home: `node killed-placement.fixture.ts HOME CELL STATEMENT`. */

const [homeUrl = '', cellUrl = '', statement = ''] = process.argv.slice(2)
const open = (url: string): pg.Pool =>
  openPool(url, { maxConnections: 2, statementTimeoutMs: 60_000, onError: () => {} })
const cell = open(cellUrl)

const killedBefore = (client: pg.PoolClient) =>
  ({
    query(text: string, values: unknown[]) {
      if (text.startsWith(statement)) process.kill(process.pid, 'SIGKILL')
      return client.query(text, values)
    },
  }) as unknown as pg.PoolClient

await inTransaction(open(homeUrl), (client) =>
  placeWithin(killedBefore(client), cell, {
    ...{ organizationId: 'org_one', cell: 'north', nowMs: 0 },
    newId: (kind) => `${kind}_new`,
  }),
)
