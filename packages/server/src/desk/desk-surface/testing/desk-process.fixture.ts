import { openPool } from '@nani/foundation/storage/index.ts'
import { startConsoleOn } from '../../../organizations/console/testing/console-world.ts'
import { startDeskWith } from './desk-world.ts'

/* A second process of the desk on the database of a test. It answers with its address and serves until it is ended. */

export type DeskProcessOrder = { url: string; nowMs: number; rootKey: string }

process.once('message', async ({ url, nowMs, rootKey }: DeskProcessOrder) => {
  const pool = openPool(url, { maxConnections: 2, statementTimeoutMs: 30_000, onError: () => {} })
  const database = { url, pool, drop: async () => {} }
  const shared = { nowMs, rootKey: Buffer.from(rootKey, 'hex') }
  const world = await startDeskWith(await startConsoleOn(database, shared))
  process.send?.(world.url)
})
