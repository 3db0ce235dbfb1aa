import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects the garbage of a start, once. V8 would keep it until the process needs more memory: 80 MB. Only the main thread may call it,
 * because flags belong to all threads.
 */
export const collectGarbage = (): void => {
  // The function is only in contexts that are made while the flag is set.
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: object) => void
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', flavor: 'last-resort' })
}
