import pg from 'pg'

/*
 * A process of a test that kills itself within the transaction of an act. That transaction is the one with the entry in the log
 * of acts, so that the act has begun each time, and no test waits for a moment.
 */

/** `before`: the entry, or the commit after it, is not sent any more. `sent`: the commit was sent, and its answer is not read. */
export type Moment = { before: 'entry' | 'commit' } | { sent: true }

const kill = () => process.kill(process.pid, 'SIGKILL')
const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : String((statement as { text?: unknown } | null)?.text)

export const killSelf = (moment: Moment): void => {
  const send = pg.Client.prototype.query
  /** The open transactions, and whether the entry was sent in them. */
  const hasEntry = new WeakMap<pg.Client, boolean>()
  const killBefore = (one: 'entry' | 'commit') => {
    if ('before' in moment && moment.before === one) kill()
  }
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const text = textOf(given[0]).trimStart().toLowerCase()
    if (text.startsWith('begin')) hasEntry.set(this, false)
    const isEntry = text.startsWith('insert into acts ') && hasEntry.has(this)
    if (isEntry) {
      killBefore('entry')
      hasEntry.set(this, true)
    }
    const isCommit = text.startsWith('commit') && hasEntry.get(this) === true
    if (isCommit) killBefore('commit')
    const answer = Reflect.apply(send, this, given)
    if (isCommit && 'sent' in moment) kill()
    return answer
  } as typeof send
}
