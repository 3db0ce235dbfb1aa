import { EventEmitter } from 'node:events'
import { listenTo } from '../../storage/index.ts'
import { answersChannel } from './requests.ts'

/** Answers of citizens, and requests to them, as they arrive in any process. */
export type Answers = {
  /**
   * Calls back when the request may have been answered, or the requests of the citizen (the pseudonym in hex) changed.
   * Returns the function that ends this.
   */
  follow(requestOrCitizen: string, onChange: () => void): () => void
  stop(): Promise<void>
}

/** A lost notification costs a page one turn of its own timer. */
export const openAnswers = async (connectionString: string): Promise<Answers> => {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  const listening = await listenTo(connectionString, answersChannel, (followed) => {
    if (followed !== null) emitter.emit(followed)
  })
  return {
    follow(followed, onChange) {
      emitter.on(followed, onChange)
      return () => emitter.off(followed, onChange)
    },
    stop: listening.stop,
  }
}
