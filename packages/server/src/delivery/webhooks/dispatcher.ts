import { type AttemptDependencies, attemptDelivery } from './attempt-delivery.ts'
import { type ClaimDependencies, claimForLane } from './claim-for-lane.ts'
import { dueApplications, releaseDeliveries } from './deliveries.ts'
import { findTarget, knownTarget, type TargetDependencies } from './endpoints.ts'
import { isProven, type Lane, learn, learnFromClaim, type Ready, runsLow, type Target } from './lane.ts'
import { createLanes } from './lanes.ts'
import { createRecordAttempt } from './record-attempts.ts'
import { createSlots } from './slots.ts'
import { createTurns } from './turns.ts'

export type DispatcherDependencies = Omit<AttemptDependencies & ClaimDependencies, 'record'> &
  TargetDependencies & {
    onError(error: unknown): void
  }

/** Sends events to the endpoints of their applications, at least once each (spec 2 § Delivery). */
export type Dispatcher = {
  /** An event of this application was committed: what is due leaves now. */
  wake(applicationId: string): void
  /** Looks for what is due: events of other processes, further attempts, what a dead process held. */
  poll(): Promise<void>
  /** The endpoint of an application, or of any, may have changed. */
  forget(applicationId: string | null): void
  /** Resolves once nothing is under way. */
  settled(): Promise<void>
  /** Looks twice a second until it is stopped. */
  start(): void
  /** Begins nothing more, gives back what was not begun, and waits for what was. */
  stop(): Promise<void>
}

const pollMs = 500
const sweepMs = 30_000
const claimsAtOnce = 4
// So that endpoints that fail leave the database to those that do not.
const unprovenClaimsAtOnce = 2
const mostUnrecorded = 1_024
const mostBytesHeld = 64 * 1024 * 1024
const slotBounds = {
  proven: { prompt: 256, total: 1_024, promptMs: 250 },
  unproven: { prompt: 64, total: 512, promptMs: 250 },
}
// An attempt that begins this late in its lease could end after it, beside another process's.
const leaseReserveMs = 15_000

export const createDispatcher = (given: DispatcherDependencies): Dispatcher => {
  const dependencies = { ...given, record: createRecordAttempt(given.pool) }
  const { pool, clock, connections, onError } = dependencies
  const lanes = createLanes()
  const beginTurns = createTurns()
  const claimTurns = createTurns()
  const timers: NodeJS.Timeout[] = []
  let underWay = 0
  let onSettled: (() => void)[] = []
  let claims = 0
  let bytesHeld = 0
  let polling = false
  let stopped = false

  const end = () => {
    if (--underWay > 0) return
    const waiting = onSettled
    onSettled = []
    for (const resolve of waiting) resolve()
  }

  const track = (work: Promise<void>) => {
    underWay++
    work.catch(onError).finally(end)
  }

  const go = () => {
    const { proven, unproven } = slots
    for (;;) {
      const lane = beginTurns.next({ proven: proven.free(), unproven: unproven.free() })
      if (!lane) break
      if (canBegin(lane)) begin(lane)
      offer(lane)
    }
    for (;;) {
      const may = {
        proven: claims < claimsAtOnce,
        unproven: claims < unprovenClaimsAtOnce && unproven.free(),
      }
      const lane = claimTurns.next(may)
      if (!lane) break
      if (wantsClaim(lane)) claim(lane)
    }
  }
  const slots = { proven: createSlots(slotBounds.proven, go), unproven: createSlots(slotBounds.unproven, go) }

  const canBegin = (lane: Lane): boolean => !stopped && lane.ready.length > 0 && lane.inFlight < lane.width

  const wantsClaim = (lane: Lane): boolean =>
    !stopped &&
    lane.wanted &&
    !lane.claiming &&
    runsLow(lane) &&
    lane.unrecorded < mostUnrecorded &&
    bytesHeld < mostBytesHeld

  const offer = (lane: Lane) => {
    if (canBegin(lane)) beginTurns.add(lane)
    if (wantsClaim(lane)) claimTurns.add(lane)
  }

  const onward = (lane: Lane) => {
    offer(lane)
    go()
  }

  const want = (lane: Lane) => {
    lane.wanted = true
    onward(lane)
  }

  const claim = (lane: Lane) => {
    lane.claiming = true
    lane.wanted = false
    claims++
    const take = async () => {
      try {
        const target = await findTarget(lane, dependencies)
        if (target) hold(lane, await claimForLane(lane, target, dependencies))
      } finally {
        lane.claiming = false
        claims--
        onward(lane)
      }
    }
    track(take())
  }

  const hold = (lane: Lane, ready: Ready[]) => {
    for (const { body } of ready) bytesHeld += body.length
    lane.ready.push(...ready)
    learnFromClaim(lane, ready, clock.now())
  }

  const letGo = (ready: readonly Ready[]) => {
    for (const { body } of ready) bytesHeld -= body.length
  }

  const giveBack = (lane: Lane) => {
    const ready = lane.ready.splice(0)
    letGo(ready)
    if (ready.length === 0) return
    lane.wanted = true
    const eventIds = ready.map(({ eventId }) => eventId)
    track(releaseDeliveries(pool, lane.applicationId, eventIds))
  }

  const begin = (lane: Lane) => {
    const ready = lane.ready.shift() as Ready
    letGo([ready])
    if (clock.now() > ready.leasedUntilMs - leaseReserveMs) {
      lane.wanted = true
      return
    }
    const release = slots[isProven(lane) ? 'proven' : 'unproven'].take()
    lane.inFlight++
    underWay++
    const over = () => {
      lane.inFlight--
      release()
      onward(lane)
      end()
    }
    const target = knownTarget(lane, clock)
    const attempted =
      target === undefined
        ? findTarget(lane, dependencies).then((found) => attempt(lane, ready, found))
        : attempt(lane, ready, target)
    attempted.then(over, (error) => {
      onError(error)
      over()
    })
  }

  const attempt = async (lane: Lane, ready: Ready, target: Target | null): Promise<void> => {
    if (!target) return
    const { acknowledged, recorded } = await attemptDelivery(ready, target, dependencies)
    if (learn(lane, acknowledged)) giveBack(lane)
    // The next attempt need not wait until this one is written down.
    awaitRecord(lane, recorded)
  }

  /** Attempts that are written down together are waited for together. */
  const awaitRecord = (lane: Lane, written: Promise<void>) => {
    lane.unrecorded++
    if (lane.recording?.written === written) {
      lane.recording.attempts++
      return
    }
    const group = { written, attempts: 1 }
    lane.recording = group
    track(
      written.finally(() => {
        if (lane.recording === group) lane.recording = null
        lane.unrecorded -= group.attempts
        onward(lane)
      }),
    )
  }

  const poll = async () => {
    if (polling || stopped) return
    polling = true
    try {
      for (const applicationId of await dueApplications(pool, clock.now())) want(lanes.of(applicationId))
    } finally {
      polling = false
    }
  }

  const settled = async () => {
    while (underWay > 0) await new Promise<void>((resolve) => onSettled.push(resolve))
  }

  return {
    wake: (applicationId) => want(lanes.of(applicationId)),
    poll,
    forget(applicationId) {
      for (const lane of lanes.all()) {
        if (applicationId === null || lane.applicationId === applicationId) lane.target = null
      }
    },
    settled,
    start() {
      timers.push(setInterval(() => track(poll()), pollMs))
      const sweep = async () => {
        await Promise.all(Object.values(connections).map((one) => one.sweep()))
      }
      timers.push(setInterval(() => track(sweep()), sweepMs))
    },
    async stop() {
      stopped = true
      for (const timer of timers) clearInterval(timer)
      for (const lane of lanes.all()) giveBack(lane)
      await settled()
      // A claim that was under way has put what it claimed into its lane.
      for (const lane of lanes.all()) giveBack(lane)
      await settled()
      await Promise.all(Object.values(connections).map((one) => one.close()))
    },
  }
}
