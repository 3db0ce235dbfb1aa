import { flushCompileCache } from 'node:module'
import { openPool } from '@nani/foundation/storage/index.ts'
import { addressOfConsole, type ConsoleWorld, startConsoleOn } from './console-world.ts'
import type { IssuedCode } from './identity-service.ts'
import { killSelf, type Moment } from './self-killing.ts'

/** A second process on the database of a test. Its console has the address of the first one, for passkeys and redirects. */
export type ProcessOrder = { url: string; nowMs: number; rootKey: string; consoleUrl: string }

/** When the process kills itself, with what happened in the test since it started. */
export type KillOrder = {
  moment: Moment
  nowMs: number
  issuer: string | null
  codes: [string, IssuedCode][]
}

/** Starts on the first message and answers with its own address. On the second one it is ready to kill itself. */
export const serveUntilKilled = (start: (world: ConsoleWorld) => Promise<string>): void => {
  process.once('message', async ({ url, nowMs, rootKey, consoleUrl }: ProcessOrder) => {
    const pool = openPool(url, { maxConnections: 2, statementTimeoutMs: 30_000, onError: () => {} })
    const world = await startConsoleOn(
      { url, pool, drop: async () => {} },
      { nowMs, rootKey: Buffer.from(rootKey, 'hex') },
      { consoleUrl },
    )
    const address = await start({ ...world, url: addressOfConsole(world) })
    process.once('message', (order: KillOrder) => {
      world.platform.clock.advance(order.nowMs - world.platform.clock.now())
      if (order.issuer) world.http.publicUrls.set('sandbox', order.issuer)
      for (const [code, issued] of order.codes) world.identities.issued.set(code, issued)
      killSelf(order.moment)
      process.send?.('ready')
    })
    process.send?.(address)
    // A killed process writes no cache. The next one starts in half the time.
    flushCompileCache()
  })
}
