import { Worker } from 'node:worker_threads'
import { NotRendered } from './rendered-file.ts'

const maxMs = 60_000
/** Bounds the heap of the thread. WebAssembly has its own bound, of 2 GiB. */
const maxHeapMb = 256

/**
 * Reads a stranger's file in a thread of its own: it has no environment, and it ends when it takes too long. `receive` returns
 * the result with the last message, and null before it. Rejects with `NotRendered`.
 */
export const runThread = <Message, Result>(
  thread: URL,
  task: object,
  receive: (message: Message) => Result | null,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(thread, {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
      env: {},
      stdout: true,
      stderr: true,
    })
    const end = (settle: () => void) => {
      clearTimeout(timer)
      void worker.terminate()
      settle()
    }
    const fail = (reason: string) => end(() => reject(new NotRendered(reason)))
    const timer = setTimeout(() => fail('reading the file takes too long'), maxMs)
    worker.on('message', (message: Message) => {
      const result = receive(message)
      if (result !== null) end(() => resolve(result))
    })
    worker.on('error', () => fail('the file cannot be read'))
    worker.on('exit', () => fail('the file cannot be read'))
  })
