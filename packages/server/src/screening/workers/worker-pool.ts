import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { Refusal } from '../../core/index.ts'

export type WorkerPoolOptions = {
  script: URL
  workers: number
  /** Maximum number of waiting tasks, for single ones and for parts of batches separately. */
  maxQueued: number
  /** Maximum time that a task waits for a worker. */
  maxWaitMs?: number
  /** Maximum time that a task runs. After it the worker is replaced. */
  maxRunMs?: number
}

/** Messages to a worker: the state that all workers share, or a task. */
export type ToWorker = { type: 'state'; state: unknown } | { type: 'task'; id: number; request: unknown }
/** Messages of a worker. The first one reports that it has started. */
export type FromWorker = { type: 'ready' } | { type: 'answer'; id: number; answer?: unknown; error?: Error }

type Task = {
  id: number
  request: unknown
  crashes: number
  resolve: (answer: unknown) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout | undefined
}
type Seat = { worker: Worker; isReady: boolean; ready: PromiseWithResolvers<void>; task: Task | null }
type Queue = 'single' | 'batch'

const maxCrashes = 2
/** Maximum number of consecutive single tasks before a part of a batch runs. */
const singlesPerBatchPart = 4
const respawnMs = { first: 10, longest: 5_000 }

/** One core is left for the event loop. */
export const defaultWorkers = (): number => Math.max(1, availableParallelism() - 1)

const overloaded = (detail: string) => new Refusal('overloaded', { retry_after: 1 }, detail)

/**
 * Threads that run one task at a time. Every task is answered or refused. The task of a crashed worker is given to
 * another worker once.
 */
export class WorkerPool {
  readonly #options: Required<WorkerPoolOptions>
  readonly #seats = new Set<Seat>()
  readonly #queues: Record<Queue, Task[]> = { single: [], batch: [] }
  readonly #respawns = new Set<NodeJS.Timeout>()
  #state: unknown = null
  #nextId = 1
  #singlesInRow = 0
  #failuresInRow = 0
  #replaced = 0
  #isClosed = false

  constructor(options: WorkerPoolOptions) {
    this.#options = { maxWaitMs: 10_000, maxRunMs: 60_000, ...options }
    for (let count = 0; count < options.workers; count++) this.#spawn()
  }

  get workers(): number {
    return this.#options.workers
  }

  get queued(): number {
    return this.#queues.single.length + this.#queues.batch.length
  }

  get replacedWorkers(): number {
    return this.#replaced
  }

  /** Resolves when every worker can take tasks. Tasks may be submitted earlier. */
  async started(): Promise<void> {
    await Promise.all([...this.#seats].map((seat) => seat.ready.promise))
  }

  /** Every task submitted after this call sees this state. */
  setState(state: unknown): void {
    this.#state = state
    for (const seat of this.#seats) seat.worker.postMessage({ type: 'state', state } satisfies ToWorker)
  }

  /** Runs a task. Parts of a batch have a separate queue and alternate with single tasks. */
  run(request: unknown, queue: Queue = 'single'): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(overloaded('closed'))
    if (this.#queues[queue].length >= this.#options.maxQueued) return Promise.reject(overloaded('queue'))
    return new Promise((resolve, reject) => {
      const task: Task = { id: this.#nextId++, request, crashes: 0, resolve, reject, timer: undefined }
      task.timer = setTimeout(() => this.#giveUpWaiting(task, queue), this.#options.maxWaitMs)
      this.#queues[queue].push(task)
      this.#fill()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const timer of this.#respawns) clearTimeout(timer)
    for (const queue of Object.values(this.#queues))
      for (const task of queue.splice(0)) this.#end(task, () => task.reject(overloaded('closed')))
    await Promise.all([...this.#seats].map((seat) => seat.worker.terminate()))
  }

  #spawn(): void {
    const seat: Seat = {
      worker: new Worker(this.#options.script),
      isReady: false,
      ready: Promise.withResolvers(),
      task: null,
    }
    this.#seats.add(seat)
    // Idle workers do not keep a process alive that has stopped everything else.
    seat.worker.unref()
    seat.worker.on('message', (message: FromWorker) => this.#hear(seat, message))
    // The event 'exit' follows and handles the failure.
    seat.worker.on('error', () => {})
    seat.worker.once('exit', () => this.#replace(seat))
    if (this.#state !== null)
      seat.worker.postMessage({ type: 'state', state: this.#state } satisfies ToWorker)
  }

  #fill(): void {
    for (const seat of this.#seats) {
      if (seat.task !== null || !seat.isReady) continue
      const task = this.#next()
      if (task === undefined) return
      clearTimeout(task.timer)
      task.timer = setTimeout(() => void seat.worker.terminate(), this.#options.maxRunMs)
      seat.task = task
      seat.worker.postMessage({ type: 'task', id: task.id, request: task.request } satisfies ToWorker)
    }
  }

  #next(): Task | undefined {
    const { single, batch } = this.#queues
    const isBatchTurn = single.length === 0 || this.#singlesInRow >= singlesPerBatchPart
    if (batch.length > 0 && isBatchTurn) {
      this.#singlesInRow = 0
      return batch.shift()
    }
    this.#singlesInRow++
    return single.shift()
  }

  #hear(seat: Seat, message: FromWorker): void {
    if (message.type === 'ready') {
      seat.isReady = true
      seat.ready.resolve()
      this.#failuresInRow = 0
    } else if (seat.task?.id === message.id) {
      const { task } = seat
      const { answer, error } = message
      seat.task = null
      this.#end(task, () => (error === undefined ? task.resolve(answer) : task.reject(error)))
    }
    this.#fill()
  }

  #end(task: Task, settle: () => void): void {
    clearTimeout(task.timer)
    settle()
  }

  #giveUpWaiting(task: Task, queue: Queue): void {
    const at = this.#queues[queue].indexOf(task)
    if (at < 0) return
    this.#queues[queue].splice(at, 1)
    task.reject(overloaded('waited too long'))
  }

  #replace(seat: Seat): void {
    this.#seats.delete(seat)
    seat.ready.resolve()
    const { task } = seat
    if (this.#isClosed) {
      if (task !== null) this.#end(task, () => task.reject(overloaded('closed')))
      return
    }
    this.#replaced++
    if (task !== null) this.#retry(task)
    // A worker that fails at its start is not restarted in a tight loop.
    const delayMs = Math.min(respawnMs.longest, respawnMs.first * 2 ** this.#failuresInRow++)
    const timer = setTimeout(() => {
      this.#respawns.delete(timer)
      this.#spawn()
    }, delayMs)
    this.#respawns.add(timer)
  }

  #retry(task: Task): void {
    clearTimeout(task.timer)
    task.crashes++
    if (task.crashes >= maxCrashes) {
      task.reject(overloaded('the worker crashed'))
      return
    }
    task.timer = setTimeout(() => this.#giveUpWaiting(task, 'single'), this.#options.maxWaitMs)
    this.#queues.single.unshift(task)
    this.#fill()
  }
}
