import { openPool } from '@nani/foundation/storage/index.ts'
import pg from 'pg'
import { startConsoleOn } from './console-world.ts'

/*
 * A second process of the console on the database of a test. From the order `arm` on, it kills itself within the first
 * transaction: before a statement with a number, or when the commit was sent and before its answer is read.
 */

export type ProcessOrder = { url: string; nowMs: number; rootKey: string }
/** `before`: the number of a statement after `begin`. A transaction with fewer of them is killed before its commit. */
export type Arming = { before: number } | { sent: true }

const kill = () => process.kill(process.pid, 'SIGKILL')
const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : String((statement as { text?: unknown } | null)?.text)

const arm = (arming: Arming) => {
  const send = pg.Client.prototype.query
  /** Statements of each open transaction. */
  const sentBy = new WeakMap<pg.Client, number>()
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const text = textOf(given[0]).trimStart().toLowerCase()
    if (text.startsWith('begin')) sentBy.set(this, 0)
    const count = sentBy.get(this)
    if (count === undefined || text.startsWith('begin')) return Reflect.apply(send, this, given)
    sentBy.set(this, count + 1)
    const isCommit = text.startsWith('commit')
    if ('before' in arming && (isCommit || count + 1 === arming.before)) kill()
    const answer = Reflect.apply(send, this, given)
    if ('sent' in arming && isCommit) kill()
    return answer
  } as typeof send
}

process.once('message', async ({ url, nowMs, rootKey }: ProcessOrder) => {
  const pool = openPool(url, { maxConnections: 2, statementTimeoutMs: 30_000, onError: () => {} })
  const world = await startConsoleOn(
    { url, pool, drop: async () => {} },
    { nowMs, rootKey: Buffer.from(rootKey, 'hex') },
  )
  process.once('message', (arming: Arming) => {
    arm(arming)
    process.send?.('armed')
  })
  process.send?.(world.url)
})
