import type pg from 'pg'
import { changedIdentities, readRegisterRevision } from '../../../register/index.ts'
import { unlessElsewhere } from '../../../storage/index.ts'
import type { ScreeningSources } from '../screen-subject.ts'
import type { MonitoringDependencies } from './dependencies.ts'
import { markAllDue, markIdentitiesDue } from './due-marks.ts'
import { followSubjects } from './follow-subjects.ts'
import { type Progress, readProgress, saveProgress } from './progress.ts'
import { screenChangedEntries } from './screen-changed-entries.ts'
import { screenDue } from './screen-due.ts'
import { sweep } from './sweep.ts'

export type Rhythm = {
  /** The index of subjects is brought up to date so often while nothing happens, so that a change finds it ready. */
  followEveryMs: number
  /** Between two looks at everybody: time itself changes levels, and a register elsewhere tells of no change. */
  sweepEveryMs: number
}

/** Past so many changed identities it is no more work to compare all. */
const mostIdentities = 20_000

/**
 * One look at everything that may have to be done; nothing when another process is at it. What takes long gives way to
 * the next change of a list, whose alerts wait for nobody. Throws when it is to stop midway.
 */
export const createRound = (
  dependencies: MonitoringDependencies,
  rhythm: Rhythm,
  isStopping: () => boolean,
): (() => Promise<void>) => {
  const { pool, clock, sources, secrets } = dependencies
  const checkpoint = () => {
    if (isStopping()) throw new Error('monitoring stops')
  }
  const follow = followSubjects(dependencies, checkpoint)
  let followedAtMs = Number.NEGATIVE_INFINITY
  /** How far the sweep under way has come; another process begins its own. */
  let sweptTo = 0

  const keepReady = async () => {
    if (clock.now() - followedAtMs < rhythm.followEveryMs) return
    await follow()
    followedAtMs = clock.now()
  }
  const look = async () => {
    const now: Progress = {
      listChange: await indexedChange(sources),
      threshold: await sources.threshold(),
      registerRevision: await readRegisterRevision(pool),
      sweptAt: new Date(clock.now()),
    }
    return { now, progress: await readProgress(pool, now) }
  }
  const isSweepDue = ({ sweptAt }: Progress, now: Progress): boolean =>
    now.sweptAt.getTime() - sweptAt.getTime() >= rhythm.sweepEveryMs

  /** Screens whom a list concerns at once, and marks whom anything else does. Answers how far all has come. */
  const followChanges = async (progress: Progress, now: Progress): Promise<Progress> => {
    let at = progress
    const advance = async (changes: Partial<Progress>) => {
      at = { ...at, ...changes }
      await saveProgress(pool, at)
    }
    if (now.threshold !== at.threshold) {
      await markAllDue(pool)
      await advance({ threshold: now.threshold })
    }
    if (now.listChange > at.listChange)
      await advance({
        listChange: await screenChangedEntries(
          at.listChange,
          now.listChange,
          follow,
          checkpoint,
          dependencies,
        ),
      })
    if (now.registerRevision > at.registerRevision) {
      const changed = await changedIdentities(pool, at.registerRevision, mostIdentities)
      if (changed) await markIdentitiesDue(pool, changed, secrets.identityKey)
      else sweptTo = 0
      // Too many to tell: everybody is compared, by the sweep.
      await advance({
        registerRevision: now.registerRevision,
        ...(changed ? {} : { sweptAt: new Date(0) }),
      })
    }
    return at
  }
  /** Answers whether everything was seen to; else a list has changed meanwhile. */
  const pass = async (now: Progress, progress: Progress): Promise<boolean> => {
    const at = await followChanges(progress, now)
    const mustGiveWay = async () => {
      checkpoint()
      return (await indexedChange(sources)) > now.listChange
    }
    if (!(await screenDue(dependencies, mustGiveWay))) return false
    if (!isSweepDue(at, now)) return true
    const reached = await sweep(sweptTo, dependencies, mustGiveWay)
    sweptTo = reached ?? 0
    if (reached === null) await saveProgress(pool, { ...at, sweptAt: now.sweptAt })
    return reached === null
  }
  const work = async () => {
    for (let isDone = false; !isDone; ) {
      const { now, progress } = await look()
      // Another process has screened against lists that this one has not loaded yet.
      isDone = now.listChange < progress.listChange || (await pass(now, progress))
    }
  }

  return async () => {
    await keepReady()
    const { now, progress } = await look()
    const isWork =
      now.listChange > progress.listChange ||
      now.registerRevision > progress.registerRevision ||
      now.threshold !== progress.threshold ||
      isSweepDue(progress, now) ||
      (await isAnyDue(pool))
    if (isWork) await unlessElsewhere(pool, 'nani.monitoring', work)
  }
}

/** Where the index of entries of this process stands: who sees all sees the last change of all. */
const indexedChange = async (sources: Pick<ScreeningSources, 'currentVersions'>): Promise<number> => {
  const versions = await sources.currentVersions('sandbox')
  return Math.max(0, ...versions.map(({ versionId }) => versionId))
}

const isAnyDue = async (pool: pg.Pool): Promise<boolean> => {
  const { rowCount } = await pool.query({
    name: 'is any monitor due',
    text: 'select from monitors where due is not null and stopped_at is null limit 1',
  })
  return rowCount === 1
}
