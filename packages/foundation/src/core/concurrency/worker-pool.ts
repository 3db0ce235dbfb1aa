import { type Transferable, Worker } from 'node:worker_threads'
import { Refusal } from '../refusal.ts'
import type { FromWorker, ToWorker } from './serve-tasks.ts'
import { TaskQueue } from './task-queue.ts'
import type { TaskOptions, WorkerPoolOptions } from './worker-pool-options.ts'

type Task = {
  id: number
  request: unknown
  transfer: readonly Transferable[]
  crashes: number
  seat: Seat | null
  timer: NodeJS.Timeout | undefined
  outcome: PromiseWithResolvers<unknown>
  /** Removes the listener of the signal. */
  forgetSignal(): void
}
type Seat = {
  worker: Worker
  state: 'starting' | 'ready' | 'left' | 'ending'
  started: PromiseWithResolvers<void>
  task: Task | null
  idle: NodeJS.Timeout | undefined
}

const respawnMs = { first: 10, longest: 5_000 }

const overloaded = (detail: string) => new Refusal('overloaded', { retry_after: 1 }, { detail })

/** Threads that run one task at a time. Every task is answered or refused. */
export class WorkerPool<Request, Answer> {
  readonly #options: WorkerPoolOptions
  readonly #seats = new Set<Seat>()
  readonly #waiting = new TaskQueue<Task>()
  #respawn: NodeJS.Timeout | null = null
  #state: unknown = null
  #nextId = 1
  #busy = 0
  #left = 0
  #failuresInRow = 0
  #replaced = 0
  #isClosed = false

  constructor(options: WorkerPoolOptions) {
    this.#options = options
    this.#startWorkers()
  }

  get workers(): number {
    return this.#options.workers
  }

  get queued(): number {
    return this.#waiting.size
  }

  get replacedWorkers(): number {
    return this.#replaced
  }

  /** False if every worker was left, or if the pool is closed. */
  canServe(): boolean {
    return !this.#isClosed && !this.#isStuck()
  }

  /** Resolves when every worker can take tasks. Tasks may be submitted earlier. */
  async started(): Promise<void> {
    await Promise.all([...this.#seats].map((seat) => seat.started.promise))
  }

  /** Every task submitted after this call sees this state. */
  setState(state: unknown): void {
    this.#state = state
    for (const seat of this.#seats) seat.worker.postMessage({ type: 'state', state } satisfies ToWorker)
  }

  async run(
    request: Request,
    { queue = 'single', transfer = [], signal }: TaskOptions = {},
  ): Promise<Answer> {
    if (this.#isClosed) throw overloaded('closed')
    if (this.#isStuck()) throw overloaded('no worker responds')
    if (this.#waiting.sizeOf(queue) >= this.#options.maxWaiting + this.#freePlaces())
      throw overloaded('queue')
    signal?.throwIfAborted()
    const task: Task = {
      ...{ id: this.#nextId++, request, transfer, crashes: 0, seat: null, timer: undefined },
      outcome: Promise.withResolvers<unknown>(),
      forgetSignal: () => signal?.removeEventListener('abort', onAbort),
    }
    const onAbort = () => this.#giveUp(task, signal?.reason as Error)
    signal?.addEventListener('abort', onAbort, { once: true })
    this.#waiting.add(task, queue)
    this.#limitWait(task)
    this.#startWorkers()
    this.#fill()
    return task.outcome.promise as Promise<Answer>
  }

  /** Refuses waiting tasks, and ends the workers. If workers may be left, their running tasks end first. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#respawn) clearTimeout(this.#respawn)
    this.#refuseWaiting('closed')
    const running = [...this.#seats].map(({ task }) => task?.outcome.promise)
    if (this.#options.onOverrun === 'leave') await Promise.allSettled(running)
    await Promise.all([...this.#seats].map((seat) => this.#end(seat)))
  }

  /** Every worker and every replacement was left. */
  #isStuck(): boolean {
    return this.#left >= 2 * this.#options.workers
  }

  /** A worker that starts will take a task. */
  #freePlaces(): number {
    const { idleMs, workers } = this.#options
    return (idleMs === undefined ? this.#seats.size : workers) - this.#busy
  }

  #startWorkers(): void {
    const { workers, idleMs } = this.#options
    if (this.#isClosed || this.#respawn !== null) return
    const wanted = idleMs === undefined ? workers : Math.min(workers, this.#busy + this.#waiting.size)
    while (this.#seats.size < wanted && this.#seats.size + this.#left < 2 * workers) this.#spawn()
  }

  #spawn(): void {
    const { script, workerData, resourceLimits } = this.#options
    const seat: Seat = {
      worker: new Worker(script, { workerData, ...(resourceLimits && { resourceLimits }) }),
      ...{ state: 'starting', started: Promise.withResolvers<void>(), task: null, idle: undefined },
    }
    this.#seats.add(seat)
    let failure: Error | undefined
    seat.worker.on('message', (message: FromWorker) => this.#hear(seat, message))
    // The event 'exit' follows and handles the failure.
    seat.worker.on('error', (error) => {
      failure = error
    })
    seat.worker.once('exit', () => this.#onExit(seat, failure))
    if (this.#state !== null)
      seat.worker.postMessage({ type: 'state', state: this.#state } satisfies ToWorker)
  }

  #fill(): void {
    for (const seat of this.#seats) {
      if (seat.task !== null || seat.state !== 'ready') continue
      const task = this.#waiting.next()
      if (task === undefined) return
      this.#give(seat, task)
    }
  }

  #give(seat: Seat, task: Task): void {
    const { maxRunMs } = this.#options
    clearTimeout(seat.idle)
    clearTimeout(task.timer)
    if (maxRunMs !== undefined)
      task.timer = setTimeout(() => this.#giveUp(task, this.#overran(maxRunMs)), maxRunMs)
    seat.task = task
    task.seat = seat
    this.#busy++
    seat.worker.ref()
    const { id, request, transfer } = task
    try {
      seat.worker.postMessage({ type: 'task', id, request } satisfies ToWorker, transfer)
    } catch (error) {
      // The request cannot be sent to a thread.
      this.#settle(task).reject(error)
      this.#rest(seat)
    }
  }

  #hear(seat: Seat, message: FromWorker): void {
    if (message.type === 'ready') {
      if (seat.state === 'starting') seat.state = 'ready'
      seat.started.resolve()
      this.#failuresInRow = 0
    } else if (seat.state === 'left') {
      void seat.worker.terminate()
      return
    } else if (seat.task?.id === message.id) {
      const outcome = this.#settle(seat.task)
      if (message.error === undefined) outcome.resolve(message.answer)
      else outcome.reject(message.error)
    }
    this.#fill()
    if (seat.task === null) this.#rest(seat)
  }

  /** Idle workers do not keep a process alive that has stopped everything else. */
  #rest(seat: Seat): void {
    seat.worker.unref()
    const { idleMs } = this.#options
    if (idleMs === undefined) return
    clearTimeout(seat.idle)
    seat.idle = setTimeout(() => void this.#end(seat), idleMs)
    seat.idle.unref()
  }

  /** Takes a task from its worker. */
  #release(task: Task): void {
    clearTimeout(task.timer)
    if (task.seat === null) return
    task.seat.task = null
    task.seat = null
    this.#busy--
  }

  /** Ends a task. The caller gives it an outcome. */
  #settle(task: Task): Task['outcome'] {
    this.#release(task)
    task.forgetSignal()
    return task.outcome
  }

  #end(seat: Seat): Promise<number> {
    clearTimeout(seat.idle)
    seat.state = 'ending'
    this.#seats.delete(seat)
    return seat.worker.terminate()
  }

  #overran(maxRunMs: number): Error {
    const detail = `a worker did not answer within ${maxRunMs} ms`
    return this.#options.overran?.(detail) ?? overloaded(detail)
  }

  /** Ends the wait or the run of a task. */
  #giveUp(task: Task, error: Error): void {
    const { seat } = task
    this.#waiting.remove(task)
    this.#settle(task).reject(error)
    if (seat === null) return
    this.#replaced++
    if (this.#options.onOverrun === 'leave') this.#leave(seat)
    else void this.#end(seat)
    this.#startWorkers()
    if (this.#isStuck()) this.#refuseWaiting('no worker responds')
  }

  #leave(seat: Seat): void {
    seat.state = 'left'
    this.#seats.delete(seat)
    this.#left++
  }

  #onExit(seat: Seat, failure: Error | undefined): void {
    const wasExpected = seat.state === 'ending' || seat.state === 'left' || this.#isClosed
    if (seat.state === 'left') this.#left--
    this.#seats.delete(seat)
    seat.started.resolve()
    if (seat.task !== null) this.#onCrash(seat.task, failure)
    if (wasExpected) this.#startWorkers()
    else this.#startLater()
  }

  #startLater(): void {
    this.#replaced++
    // A worker that fails at its start is not restarted in a tight loop.
    const delayMs = Math.min(respawnMs.longest, respawnMs.first * 2 ** this.#failuresInRow++)
    this.#respawn ??= setTimeout(() => {
      this.#respawn = null
      this.#startWorkers()
    }, delayMs)
  }

  #onCrash(task: Task, failure: Error | undefined): void {
    const { maxCrashes = 1, crashed = (error) => error } = this.#options
    this.#release(task)
    task.crashes++
    if (this.#isClosed) this.#settle(task).reject(overloaded('closed'))
    else if (task.crashes >= maxCrashes)
      this.#settle(task).reject(crashed(failure ?? new Error('the worker ended')))
    else {
      this.#waiting.addFirst(task)
      this.#limitWait(task)
      this.#fill()
    }
  }

  #limitWait(task: Task): void {
    const { maxWaitMs } = this.#options
    if (maxWaitMs !== undefined)
      task.timer = setTimeout(() => this.#giveUp(task, overloaded('waited too long')), maxWaitMs)
  }

  #refuseWaiting(why: string): void {
    for (const task of this.#waiting.takeAll()) this.#settle(task).reject(overloaded(why))
  }
}
