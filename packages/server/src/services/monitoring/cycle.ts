import { withTryLock } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { changedIdentities, readRegisterRevision } from '../../register/register/index.ts'
import { readNetworkRevision } from '../../risk/fraud-network/index.ts'
import type { ScreeningSources } from '../aml/index.ts'
import type { MonitoringDependencies } from './dependencies.ts'
import { fullRescan } from './full-rescan.ts'
import { markAllPending, markIdentitiesPending } from './mark-pending.ts'
import { type Progress, readProgress, saveProgress } from './progress.ts'
import { refreshSubjects } from './refresh-subjects.ts'
import { movedClocksDue, rescanMovedClocks } from './rescan-moved-clocks.ts'
import { hasChangedCases, screenChangedCases } from './screen-changed-cases.ts'
import { screenChangedEntries } from './screen-changed-entries.ts'
import { screenPending } from './screen-pending.ts'

export type Intervals = {
  /** The interval of updates of the subject index without a change, so that a list change finds it ready. */
  refreshMs: number
  /** The interval of full rescans: time changes levels, and an external register reports no changes. */
  rescanMs: number
}

/** Above this number of changed identities, comparing all of them is no more work. */
const maxIdentities = 20_000

/** Work that one process of the database does at a time. */
const lockName = 'nani.monitoring'

/** The state of one process between its cycles. */
type State = {
  refreshedAtMs: number
  /** The place that the full rescan of this process has reached. Another process starts its own. */
  rescannedTo: number
}

/**
 * Runs one cycle over everything that may have changed. It does nothing while another process works. Long work gives
 * way to the next change of a list or of the fraud network. It throws when it has to stop.
 */
export const createCycle = (
  dependencies: MonitoringDependencies,
  intervals: Intervals,
  isStopping: () => boolean,
): (() => Promise<void>) => {
  const { pool, clock } = dependencies
  const state: State = { refreshedAtMs: Number.NEGATIVE_INFINITY, rescannedTo: 0 }
  const checkpoint = () => {
    if (isStopping()) throw new Error('monitoring stops')
  }
  /** Runs between the pages of long work, under the lock. */
  const betweenPages = async () => {
    checkpoint()
    await screenChangedCases(dependencies, checkpoint)
  }
  const takeChangedCases = async () => {
    checkpoint()
    if (await hasChangedCases(dependencies)) await withTryLock(pool, lockName, betweenPages)
  }
  const refresh = refreshSubjects(dependencies)
  const work = async () => {
    for (let isDone = false; !isDone; ) {
      await betweenPages()
      const { now, progress } = await compare(dependencies)
      // `<`: another process has screened against lists that this one has not loaded yet.
      isDone =
        now.listChange < progress.listChange ||
        (await workThrough({ now, progress, state, intervals, betweenPages, refresh }, dependencies))
    }
  }

  return async () => {
    await takeChangedCases()
    if (clock.now() - state.refreshedAtMs >= intervals.refreshMs) {
      // Without the lock. Loading can take minutes, and cases must not wait for it.
      await refresh(takeChangedCases)
      state.refreshedAtMs = clock.now()
    }
    const { now, progress } = await compare(dependencies)
    if (
      hasWork(now, progress, intervals) ||
      (await isAnyPending(pool)) ||
      (await movedClocksDue(pool, { nowMs: clock.now(), rescanMs: intervals.rescanMs })).length > 0
    )
      await withTryLock(pool, lockName, work)
  }
}

type Cycle = {
  now: Progress
  progress: Progress
  state: State
  intervals: Intervals
  betweenPages(): Promise<void>
  refresh(betweenPages: () => Promise<void>): Promise<void>
}

/** The current state of all sources, and the state that monitors were screened against. */
const compare = async ({
  pool,
  homePool = pool,
  registerPool,
  clock,
  sources,
}: MonitoringDependencies): Promise<{ now: Progress; progress: Progress }> => {
  const now: Progress = {
    listChange: await indexedChange(sources),
    threshold: await sources.threshold(),
    registerRevision: await readRegisterRevision(registerPool),
    networkRevision: await readNetworkRevision(homePool),
    rescannedAt: new Date(clock.now()),
  }
  return { now, progress: await readProgress(pool, now) }
}

const isRescanDue = (now: Progress, { rescannedAt }: Progress, { rescanMs }: Intervals): boolean =>
  now.rescannedAt.getTime() - rescannedAt.getTime() >= rescanMs

const hasWork = (now: Progress, progress: Progress, intervals: Intervals): boolean =>
  now.listChange > progress.listChange ||
  now.registerRevision > progress.registerRevision ||
  now.networkRevision > progress.networkRevision ||
  now.threshold !== progress.threshold ||
  isRescanDue(now, progress, intervals)

/** Returns whether all work is done. Otherwise a list has changed meanwhile. */
const workThrough = async (cycle: Cycle, dependencies: MonitoringDependencies): Promise<boolean> => {
  const { now, state, betweenPages } = cycle
  const { pool, sources } = dependencies
  const progress = await followChanges(cycle, dependencies)
  const mustGiveWay = async () => {
    await betweenPages()
    return (await indexedChange(sources)) > now.listChange
  }
  if (!(await screenPending(dependencies, mustGiveWay))) return false
  if (!(await rescanMovedClocks(cycle.intervals.rescanMs, dependencies, mustGiveWay))) return false
  if (!isRescanDue(now, progress, cycle.intervals)) return true
  const reached = await fullRescan(state.rescannedTo, dependencies, mustGiveWay)
  state.rescannedTo = reached ?? 0
  if (reached === null) await saveProgress(pool, { ...progress, rescannedAt: now.rescannedAt })
  return reached === null
}

/** Screens subjects of changed list entries at once, and marks those of other changes. Returns the new progress. */
const followChanges = async (
  { now, progress, state, betweenPages, refresh }: Cycle,
  dependencies: MonitoringDependencies,
): Promise<Progress> => {
  const { pool, secrets } = dependencies
  let at = progress
  const advance = async (changes: Partial<Progress>) => {
    at = { ...at, ...changes }
    await saveProgress(pool, at)
  }
  if (now.threshold !== at.threshold) {
    await markAllPending(pool)
    await advance({ threshold: now.threshold })
  }
  if (now.listChange > at.listChange) {
    const range = { after: at.listChange, indexed: now.listChange }
    await advance({
      listChange: await screenChangedEntries(range, { refresh, betweenPages }, dependencies),
    })
  }
  if (now.registerRevision > at.registerRevision) {
    const changed = await changedIdentities(dependencies.registerPool, at.registerRevision, maxIdentities)
    if (changed) await markIdentitiesPending(pool, changed, secrets.identityKey)
    // Too many to list: the full rescan compares all.
    else state.rescannedTo = 0
    await advance({
      registerRevision: now.registerRevision,
      ...(changed ? {} : { rescannedAt: new Date(0) }),
    })
  }
  return at
}

/** The last change of lists that the index of this process has. The sandbox sees every list. */
const indexedChange = async (sources: Pick<ScreeningSources, 'currentVersions'>): Promise<number> => {
  const versions = await sources.currentVersions('sandbox')
  return Math.max(0, ...versions.map(({ versionId }) => versionId))
}

const isAnyPending = async (pool: pg.Pool): Promise<boolean> => {
  const { rowCount } = await pool.query({
    name: 'is any monitor due',
    text: 'select from monitors where due is not null and stopped_at is null limit 1',
  })
  return rowCount === 1
}
