import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

/** Threads that start later can collect their garbage. Flags belong to all threads, so that only the main thread may call it. */
export const letThreadsCollectGarbage = (): void => setFlagsFromString('--expose-gc')

/**
 * Collects the garbage of the calling thread. V8 would keep it until the thread needs more memory: 80 MB of a start, and 9 MB in each
 * worker of faces.
 */
export const collectGarbage = (): void => {
  if (isMainThread) letThreadsCollectGarbage()
  // The function is only in contexts that are made after that.
  const collect = isMainThread ? (runInNewContext('gc') as NodeJS.GCFunction) : globalThis.gc
  collect?.({ type: 'major', flavor: 'last-resort', execution: 'sync' })
}
