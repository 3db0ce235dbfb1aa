import type { Clock } from '@nani/foundation/core/index.ts'
import { over } from './over.ts'

/** A caller waits no longer for its turn, and then no longer for the answer of another database. */
const answersWithinMs = 1_000
/** So many callers may wait for their turn with one database. */
const maxWaiting = 1_000
/** A database that did not answer is not asked for so long. */
const silentForMs = 5_000

/** `error`: why there is no answer. Null: the time is over, or the database was silent a moment ago and was not asked. */
export type Asked<Answer> = { answer: Answer } | { error: unknown }
export type Questions = <Answer>(ask: () => Promise<Answer>) => Promise<Asked<Answer>>

const noAnswer = { error: null }

/**
 * The questions to one database, which may be slow: one at a time. After the first one without an answer in time, none is asked for some
 * seconds. Then one of them finds out whether the database answers again, and the others do not wait for it.
 */
export const createQuestions = (clock: Clock, isOver = () => over(answersWithinMs)): Questions => {
  /** Null: it answered the last question. */
  let silentSinceMs: number | null = null
  let isTrying = false
  let turn: Promise<unknown> = Promise.resolve()
  let waiting = 0

  const askNow = async <Answer>(ask: () => Promise<Answer>): Promise<Asked<Answer>> => {
    const asked = (await Promise.race([attempt(ask), isOver()])) ?? noAnswer
    silentSinceMs = 'answer' in asked ? null : clock.now()
    return asked
  }
  const tryAgain = async <Answer>(ask: () => Promise<Answer>): Promise<Asked<Answer>> => {
    isTrying = true
    const asked = await askNow(ask)
    isTrying = false
    return asked
  }
  return async (ask) => {
    if (silentSinceMs !== null) {
      // Also a clock that was set back ends the silence.
      const isSilent = isTrying || Math.abs(clock.now() - silentSinceMs) < silentForMs
      return isSilent ? noAnswer : tryAgain(ask)
    }
    if (waiting >= maxWaiting) return noAnswer
    waiting++
    let isLate = false
    void isOver().then(() => {
      isLate = true
    })
    const own = turn.then(() => {
      waiting--
      // Who waited too long for the turn of others learned nothing about the database.
      return silentSinceMs === null && !isLate ? askNow(ask) : noAnswer
    })
    turn = own
    return own
  }
}

/** Whatever is wrong with the other database, its error stops no one here. */
const attempt = async <Answer>(ask: () => Promise<Answer>): Promise<Asked<Answer>> => {
  try {
    return { answer: await ask() }
  } catch (error) {
    return { error }
  }
}
