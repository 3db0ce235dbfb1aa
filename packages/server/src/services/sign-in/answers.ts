import { EventEmitter } from 'node:events'
import { listenTo } from '../../storage/index.ts'
import { answersChannel } from './requests.ts'

/** Answers of citizens, as they arrive in any process. */
export type Answers = {
  /** Calls back when the request may have been answered. Returns the function that ends this. */
  follow(requestId: string, onAnswer: () => void): () => void
  stop(): Promise<void>
}

/** A lost notification costs a page one turn of its own timer. */
export const openAnswers = async (connectionString: string): Promise<Answers> => {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  const listening = await listenTo(connectionString, answersChannel, (requestId) => {
    if (requestId !== null) emitter.emit(requestId)
  })
  return {
    follow(requestId, onAnswer) {
      emitter.on(requestId, onAnswer)
      return () => emitter.off(requestId, onAnswer)
    },
    stop: listening.stop,
  }
}
