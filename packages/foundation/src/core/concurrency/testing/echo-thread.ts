import { serveTasks } from '../serve-tasks.ts'

/** Requests of the tests of the pool: return the state, or fail in one of several ways. */
export type EchoRequest = { do: 'answer' | 'throw' | 'exit' | 'exitOnce' | 'hang'; ran?: SharedArrayBuffer }

let state: unknown = null

serveTasks<unknown, EchoRequest>({
  setState: (newState) => {
    state = newState
  },
  perform: (request) => {
    const runs = request.ran === undefined ? 1 : Atomics.add(new Int32Array(request.ran), 0, 1) + 1
    if (request.do === 'throw') throw new TypeError('as asked')
    if (request.do === 'exit' || (request.do === 'exitOnce' && runs === 1)) process.exit(1)
    while (request.do === 'hang');
    return { state, runs }
  },
})
