import pg from 'pg'

/*
 * A process of a test that kills itself within its first transaction after an order. So each moment is met every time, and no
 * test waits for one.
 */

/** `before`: the number of a statement after `begin`. A transaction with fewer of them is killed before its commit. */
export type Moment = { before: number } | { sent: true }

const kill = () => process.kill(process.pid, 'SIGKILL')
const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : String((statement as { text?: unknown } | null)?.text)

/** `sent`: the commit was sent, and its answer is not read. */
export const killSelf = (moment: Moment): void => {
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
    if ('before' in moment && (isCommit || count + 1 === moment.before)) kill()
    const answer = Reflect.apply(send, this, given)
    if ('sent' in moment && isCommit) kill()
    return answer
  } as typeof send
}
