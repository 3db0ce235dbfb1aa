import { openPool } from '@nani/foundation/storage/index.ts'
import pg from 'pg'
import { performMove } from './move-organization.ts'

/*
 * A move that ends itself with SIGKILL before a statement of one of the databases:
 * `node killed-move.fixture.ts SOURCE TARGET WHERE STATEMENT`, with WHERE `source` or `target`. Source is home.
 */

const [sourceUrl = '', targetUrl = '', where = '', statement = ''] = process.argv.slice(2)
const databaseOf = (url: string): string => new URL(url).pathname.slice(1)
const killedIn = databaseOf(where === 'source' ? sourceUrl : targetUrl)

const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
pg.Client.prototype.query = function killed(this: pg.Client, ...given: unknown[]) {
  const [first] = given
  const text = typeof first === 'string' ? first : (first as { text?: string }).text
  if (this.database === killedIn && text?.startsWith(statement)) process.kill(process.pid, 'SIGKILL')
  return query.apply(this, given)
} as typeof pg.Client.prototype.query

const open = (url: string): pg.Pool =>
  openPool(url, { maxConnections: 2, statementTimeoutMs: 60_000, onError: () => {} })
const source = open(sourceUrl)

await performMove({
  organizationId: 'org_one',
  source: { name: 'home', owner: source },
  target: { name: 'north', owner: open(targetUrl) },
  home: source,
  refuseMs: 5_000,
  requireAlone: async () => {},
  markMonitors: async () => {},
  progress: () => {},
  pause: async () => {},
})
