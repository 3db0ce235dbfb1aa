import { dueApplications } from '../../outbox/index.ts'
import { createAttemptSemaphore } from './attempt-semaphore.ts'
import { type DispatchState, enqueue, mayAttempt, mayLease } from './dispatch-state.ts'
import { createEndpointQueues } from './endpoint-queues.ts'
import { createFairScheduler } from './fair-scheduler.ts'
import { createRecordAttempt } from './record-attempts.ts'
import { runAttempt } from './run-attempt.ts'
import { releaseLeases, runLease } from './run-lease.ts'
import { createWorkTracker } from './work-tracker.ts'

/** Listens for deliveries that another process made due. `null`: some announcements may be lost. */
export type ListenForDue = (
  onDue: (applicationId: string | null) => void,
) => Promise<{ stop(): Promise<void> }>

export type DispatcherDependencies = Omit<DispatchState['dependencies'], 'record'> & {
  onError(error: unknown): void
  /** Null: only polling finds what another process made due. */
  listenForDue: ListenForDue | null
}

/** Sends events to the endpoints of their applications, each at least once (spec/webhooks#delivery-schedule). */
export type Dispatcher = {
  /** An event of this application was committed. Its delivery starts now. */
  wake(applicationId: string): void
  /** Reads what is due: events of other processes, further attempts, and leases of processes that ended. */
  poll(): Promise<void>
  /** The endpoint of this application may have changed. Null: any endpoint may have changed. */
  forget(applicationId: string | null): void
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
  /** Polls twice a second and listens for announcements, until it is stopped. */
  start(): void
  /** Starts no further attempt, releases the leases, and waits for the attempts under way. */
  stop(): Promise<void>
}

const pollMs = 500
const sweepMs = 30_000
const maxLeases = 4
// So that endpoints that fail leave the database to those that do not.
const maxUnhealthyLeases = 2
const maxAttempts = {
  healthy: { recent: 256, total: 1_024, recentMs: 250 },
  unhealthy: { recent: 64, total: 512, recentMs: 250 },
}

const createState = ({
  onError,
  listenForDue: _,
  ...dependencies
}: DispatcherDependencies): DispatchState => {
  const start = () => startWork(state)
  const state: DispatchState = {
    dependencies: { ...dependencies, record: createRecordAttempt(dependencies.pool) },
    queues: createEndpointQueues(),
    attemptTurns: createFairScheduler(),
    leaseTurns: createFairScheduler(),
    semaphores: {
      healthy: createAttemptSemaphore(maxAttempts.healthy, start),
      unhealthy: createAttemptSemaphore(maxAttempts.unhealthy, start),
    },
    work: createWorkTracker(onError),
    onError,
    advance(queue) {
      enqueue(state, queue)
      start()
    },
    leasesUnderWay: 0,
    leasedBytes: 0,
    stopped: false,
  }
  return state
}

/** Starts attempts and leases while queues wait for them and places are free. */
const startWork = (state: DispatchState): void => {
  const { semaphores, attemptTurns, leaseTurns } = state
  for (;;) {
    const { healthy, unhealthy } = semaphores
    const queue = attemptTurns.next({ healthy: healthy.isFree(), unhealthy: unhealthy.isFree() })
    if (!queue) break
    if (mayAttempt(state, queue)) runAttempt(state, queue)
    enqueue(state, queue)
  }
  for (;;) {
    const queue = leaseTurns.next({
      healthy: state.leasesUnderWay < maxLeases,
      unhealthy: state.leasesUnderWay < maxUnhealthyLeases && semaphores.unhealthy.isFree(),
    })
    if (!queue) break
    if (mayLease(state, queue)) runLease(state, queue)
  }
}

export const createDispatcher = (dependencies: DispatcherDependencies): Dispatcher => {
  const state = createState(dependencies)
  const { queues, work } = state
  const { pool, clock, connections } = state.dependencies
  const timers: NodeJS.Timeout[] = []
  let listening: ReturnType<ListenForDue> | null = null
  let polling = false

  const wake = (applicationId: string) => {
    const queue = queues.of(applicationId)
    queue.mayHaveMore = true
    state.advance(queue)
  }
  const poll = async () => {
    if (polling || state.stopped) return
    polling = true
    try {
      for (const applicationId of await dueApplications(pool, clock.now())) wake(applicationId)
    } finally {
      polling = false
    }
  }
  const sweep = async () => {
    await Promise.all(Object.values(connections).map((one) => one.sweep()))
  }
  const releaseAll = async () => {
    for (const queue of queues.all()) releaseLeases(state, queue)
    await work.settled()
  }

  return {
    wake,
    poll,
    forget(applicationId) {
      for (const queue of queues.all()) {
        if (applicationId === null || queue.applicationId === applicationId) queue.target = null
      }
    },
    settled: work.settled,
    start() {
      timers.push(setInterval(() => work.follow(poll()), pollMs))
      timers.push(setInterval(() => work.follow(sweep()), sweepMs))
      listening =
        dependencies.listenForDue?.((applicationId) => {
          if (applicationId === null) work.follow(poll())
          else if (!state.stopped) wake(applicationId)
        }) ?? null
      // Without announcements polling still finds everything.
      listening?.catch(state.onError)
    },
    async stop() {
      state.stopped = true
      for (const timer of timers) clearInterval(timer)
      await listening?.then((listener) => listener.stop()).catch(() => {})
      await releaseAll()
      // A lease that was under way has added its deliveries to its queue.
      await releaseAll()
      await Promise.all(Object.values(connections).map((one) => one.close()))
    },
  }
}
