import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { idSource, manualClock, systemRandom } from '@nani/foundation/core/index.ts'
import type { Platform } from '@nani/foundation/platform/index.ts'
import { createVault, type DaySalts, readsOfPrimary } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { TestDatabase } from '../../../../testing/database.ts'
import { noon } from '../../../../testing/noon.ts'
import { emptyArchive } from './archive.ts'

export { noon }

/** The vaults of tests have one key for each use, and no salt of a day. */
const noSalts: DaySalts = {
  today: () => 0,
  saltOf() {
    throw new Error('a test platform has no salts of days')
  },
  createComing: async () => {},
  erasePast: async () => {},
}

/** What a second process on the same database needs to have in common. */
export type SharedParts = { nowMs: number; rootKey: Buffer }

/** The platform on a test database, with a clock that the test moves. */
export const testPlatform = (
  database: TestDatabase,
  pool: pg.Pool = database.pool,
  log: (line: string) => void = () => {},
  { nowMs, rootKey }: SharedParts = { nowMs: noon, rootKey: randomBytes(32) },
) => {
  const clock = { ...manualClock(nowMs), isTrusted: () => true, check: async () => {}, stop() {} }
  const random = systemRandom()
  const platform = {
    ...{ pool, clock, random, rootKey, log },
    reads: readsOfPrimary(pool),
    registerPool: pool,
    ownerPool: database.pool,
    registerOwnerPool: database.pool,
    ownsSchema: true,
    connectionString: database.url,
    registerConnectionString: database.url,
    newId: idSource(clock, random),
    daySalts: noSalts,
    vaultFor: (use) => createVault(rootKey, use, random),
    archive: emptyArchive(pool, rootKey),
    dataDir: '/nowhere',
    host: '127.0.0.1',
    role: 'all',
    migrates: false,
    pause: () => setTimeout(10, undefined, { ref: false }),
    close: async () => {},
  } satisfies Platform
  return { ...platform, clock }
}
