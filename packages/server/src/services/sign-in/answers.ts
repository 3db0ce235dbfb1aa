import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { trailingRun } from '../../core/index.ts'
import { listenTo } from '../../storage/index.ts'
import type { Answered } from './requests.ts'

/** Answers of citizens, and requests to them, as they arrive in any process. */
export type Answers = {
  /** Names to every process the requests that were answered, and the citizens whose requests changed. */
  announce: AnnounceAnswers
  /**
   * Calls back when the request may have been answered, or the requests of the citizen (the pseudonym in hex) changed.
   * Returns the function that ends this.
   */
  follow(requestOrCitizen: string, onChange: () => void): () => void
  stop(): Promise<void>
}
export type AnnounceAnswers = (...requestsOrCitizens: readonly string[]) => void

/** Who follows a request that was answered: its page, and the apps of its citizen. */
export const followersOf = ({ request_id, citizen }: Answered): string[] =>
  citizen ? [request_id, citizen.toString('hex')] : [request_id]

const channel = 'nani_sign_in_answers'
// The payload of a notification has less than 8,000 bytes.
const maxNames = 100
const betweenAnnouncementsMs = 10

/** A lost notification costs a page one turn of its own timer. */
export const openAnswers = async (
  connectionString: string,
  { pool, onError }: { pool: Pick<pg.Pool, 'query'>; onError(error: unknown): void },
): Promise<Answers> => {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  const listening = await listenTo(connectionString, channel, (payload) => {
    for (const followed of payload?.split(' ') ?? []) emitter.emit(followed)
  })
  const { announce, idle } = createAnnounce(pool, onError)
  return {
    announce,
    follow(followed, onChange) {
      emitter.on(followed, onChange)
      return () => emitter.off(followed, onChange)
    },
    async stop() {
      await idle()
      await listening.stop()
    },
  }
}

/**
 * PostgreSQL serializes transactions with a notification at their commit. So this is a transaction of its own, after the
 * one with the answer, and it does not wait for the disk. The first is sent at once, and those that follow together.
 */
const createAnnounce = (pool: Pick<pg.Pool, 'query'>, onError: (error: unknown) => void) => {
  const waiting = new Set<string>()
  const send = trailingRun(async () => {
    const names = [...waiting]
    waiting.clear()
    for (let from = 0; from < names.length; from += maxNames)
      await pool
        .query({
          name: 'sign-in-announce',
          text: `select pg_notify($1, $2) from (select set_config('synchronous_commit', 'off', true)) as setting`,
          values: [channel, names.slice(from, from + maxNames).join(' ')],
        })
        .catch(onError)
    await pause(betweenAnnouncementsMs)
  })
  const announce: AnnounceAnswers = (...names) => {
    for (const name of names) waiting.add(name)
    void send()
  }
  return { announce, idle: send.idle }
}
