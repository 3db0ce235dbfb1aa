import { EventEmitter } from 'node:events'
import {
  type Announcements,
  type Announcer,
  createAnnouncer,
  type Database,
  listenForNames,
} from '@nani/foundation/storage/index.ts'
import type { RequestRow } from './requests.ts'

/** Answers of citizens, and requests to them, as they arrive in any process. */
export type Answers = {
  /** Names to every process the requests that were answered, and the citizens whose requests changed. */
  announce: AnnounceAnswers
  /**
   * Calls back when the request may have been answered, or the requests of the citizen (the pseudonym in hex) changed.
   * Returns the function that ends this.
   */
  follow(requestOrCitizen: string, onChange: () => void): () => void
  /** Calls back those who follow it in this process: another database announced it. */
  pass(requestOrCitizen: string): void
  stop(): Promise<void>
}
export type AnnounceAnswers = Announcer['announce']

/** Who follows a request that was answered: its page, and the apps of its citizen. */
export const followersOf = ({ request_id, citizen }: Pick<RequestRow, 'request_id' | 'citizen'>): string[] =>
  citizen ? [request_id, citizen.toString('hex')] : [request_id]

const answered: Announcements = { channel: 'nani_sign_in_answers', maxNames: 100, pauseMs: 25 }

type Needs = { pool: Database; onError(error: unknown): void }

/** A lost notification costs a page one turn of its own timer. */
export const openAnswers = async (connectionString: string, needs: Needs): Promise<Answers> => {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  const pass = (followed: string) => void emitter.emit(followed)
  return {
    ...(await openAnswersOfCell(connectionString, { ...needs, pass })),
    pass,
    follow(followed, onChange) {
      emitter.on(followed, onChange)
      return () => emitter.off(followed, onChange)
    },
  }
}

/** Those of a cell. They are followed in home, where all pages and apps follow. */
export const openAnswersOfCell = async (
  connectionString: string,
  { pool, onError, pass }: Needs & Pick<Answers, 'pass'>,
): Promise<Pick<Answers, 'announce' | 'stop'>> => {
  const listening = await listenForNames(connectionString, answered, (followed) => {
    if (followed !== null) pass(followed)
  })
  const { announce, idle } = createAnnouncer(pool, answered, onError)
  return {
    announce,
    async stop() {
      await idle()
      await listening.stop()
    },
  }
}
