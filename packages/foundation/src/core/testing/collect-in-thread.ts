// Prints the heap of a thread in megabytes, before and after it collected its garbage.
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { collectGarbage, letThreadsCollectGarbage } from '../collect-garbage.ts'

const megabytes = () => Math.round(process.memoryUsage().heapTotal / 1e6)

/** Objects that live for long enough to leave the young generation. */
const makeGarbage = (): number => Array.from({ length: 1_000_000 }, (_none, at) => ({ at })).length

if (isMainThread) {
  if (process.argv[2] === 'permitted') letThreadsCollectGarbage()
  new Worker(new URL(import.meta.url)).on('message', (heaps) => console.log(JSON.stringify(heaps)))
} else {
  makeGarbage()
  const before = megabytes()
  collectGarbage()
  parentPort?.postMessage({ before, after: megabytes() })
}
