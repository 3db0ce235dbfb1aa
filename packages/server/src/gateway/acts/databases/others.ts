import { type Clock, errorLine } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import type { NamedDatabase } from './ask-all.ts'
import { over } from './over.ts'
import { createQuestions, type Questions } from './questions.ts'

/**
 * Asks the other databases of the installation, for a bound of a citizen that holds in all of them together. Never call it with a connection
 * of a transaction: it takes connections of others, which may wait for this one.
 */
export type AskOthers = <Answer>(ask: (pool: pg.Pool) => Promise<Answer>) => Promise<Answer[]>

/** Those of an installation without cells. */
export const noOthers: AskOthers = async () => []

type Counted = Pick<NamedDatabase, 'name' | 'pool'>

/** All databases of a process. Modules that are opened before its cells have it, too. */
export type AllDatabases = {
  list(): readonly Counted[]
  follow(databases: () => readonly Counted[]): void
  /** All modules of a process know together whether a database answers. */
  questionsTo(name: string): Questions
}

export const createAllDatabases = (clock: Clock, withinMs?: number): AllDatabases => {
  let current: () => readonly Counted[] = () => []
  const questions = new Map<string, Questions>()
  return {
    list: () => current(),
    follow(databases) {
      current = databases
    },
    questionsTo(name) {
      const found =
        questions.get(name) ??
        createQuestions(clock, withinMs === undefined ? undefined : () => over(withinMs))
      questions.set(name, found)
      return found
    },
  }
}

/**
 * `own`: the name of the database that the caller asks itself. One that does not answer is not counted, or its outage would stop all others.
 * `onUnread` gets a line for the log with its name.
 */
export const othersOf =
  (
    { list, questionsTo }: Pick<AllDatabases, 'list' | 'questionsTo'>,
    own: string,
    onUnread: (line: string) => void,
  ): AskOthers =>
  async (ask) => {
    const others = list().filter(({ name }) => name !== own)
    const asked = await Promise.all(
      others.map(async ({ name, pool }) => ({
        name,
        found: pool ? await questionsTo(name)(() => ask(pool)) : { error: null },
      })),
    )
    const unread = asked.flatMap(({ name, found }) =>
      'answer' in found ? [] : [found.error === null ? name : `${name} (${errorLine(found.error)})`],
    )
    if (unread.length > 0) onUnread(`not counted, because they do not answer: ${unread.join(', ')}`)
    return asked.flatMap(({ found }) => ('answer' in found ? [found.answer] : []))
  }
