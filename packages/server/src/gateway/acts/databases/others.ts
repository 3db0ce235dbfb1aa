import type pg from 'pg'
import { askAll, type Databases } from './ask-all.ts'

/**
 * Asks the other databases of the installation, for a bound of a citizen that holds in all of them together. Never call it with a connection
 * of a transaction: it takes connections of others, which may wait for this one.
 */
export type AskOthers = <Answer>(ask: (pool: pg.Pool) => Promise<Answer>) => Promise<Answer[]>

/** Those of an installation without cells. */
export const noOthers: AskOthers = async () => []

/** All databases of a process. Modules that are opened before its cells have it, too. */
export type AllDatabases = { list: Databases; follow(databases: Databases): void }

export const createAllDatabases = (): AllDatabases => {
  let current: Databases = () => []
  return {
    list: (organizationId) => current(organizationId),
    follow(databases) {
      current = databases
    },
  }
}

/** A caller waits no longer for them. */
const answersWithinMs = 1_000

/**
 * `own`: the name of the database that the caller asks itself. One that does not answer is not counted, or its outage would stop all others.
 * It takes no request of its own meanwhile. `onUnread` gets its name.
 */
export const othersOf =
  (
    { list }: Pick<AllDatabases, 'list'>,
    own: string,
    onUnread: (error: Error) => void,
    withinMs = answersWithinMs,
  ): AskOthers =>
  async (ask) => {
    const others = list().filter(({ name }) => name !== own)
    if (others.length === 0) return []
    const { answers, unread } = await askAll(others, (pool) => ask(pool), withinMs)
    if (unread.length > 0)
      onUnread(new Error(`not counted, because they do not answer: ${unread.join(', ')}`))
    return answers.map(({ answer }) => answer)
  }
