import type pg from 'pg'
import { openPool } from '../../packages/foundation/src/storage/index.ts'
import { type Config, readConfig } from '../../packages/server/src/app/app/index.ts'
import type { LogicalServer } from '../logical-server.ts'

export const openAs = (one: LogicalServer, database: string): pg.Pool =>
  openPool(one.urlOf('superuser', database), {
    ...{ maxConnections: 2, statementTimeoutMs: 30_000, onError: () => {} },
  })

/** What commands need of an installation whose home is on this server. */
export const installationOf = (home: LogicalServer, folder: string) => ({
  NANI_DATA_DIR: folder,
  DATABASE_URL: home.urlOf('app', 'home'),
  NANI_OWNER_DATABASE_URL: home.urlOf('owner', 'home'),
  NANI_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
})

/** The same for a process, without faces. */
export const configIn = (home: LogicalServer, folder: string, more: Record<string, string>): Config =>
  readConfig({
    ...{ ...installationOf(home, folder), NANI_FACE_WORKERS: '0', NANI_DRAIN_SECONDS: '0' },
    ...{ NANI_SANDBOX_PORT: '0', NANI_PRODUCTION_PORT: '0', NANI_CITIZEN_PORT: '0' },
    ...{ NANI_CONSOLE_PORT: '0', NANI_DESK_PORT: '0', NANI_SANDBOX_WEBHOOKS_ALLOW_LOOPBACK: 'true' },
    ...more,
  })
