import type pg from 'pg'
import { readRegisterRevision } from '../../../register/index.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import type { MonitoringDependencies } from './dependencies.ts'
import { markAllDue } from './due-marks.ts'
import { followSubjects } from './follow-subjects.ts'
import { type Progress, readProgress, saveProgress } from './progress.ts'
import { screenChangedEntries } from './screen-changed-entries.ts'
import { screenDue, sweepIdentities } from './screen-due.ts'

export type Monitoring = {
  /** Something may have changed; answers when what had changed until now has been seen to, here or elsewhere. */
  wake(): Promise<void>
  stop(): Promise<void>
}

export type Rhythm = {
  /** Looks for what no notification told. */
  everyMs: number
  /** Between two comparisons of all identities while the register keeps changing. */
  sweepPauseMs: number
  /** Identities are compared so often even when the register tells of no change. */
  sweepAtLeastMs: number
}

export const usualRhythm: Rhythm = { everyMs: 5_000, sweepPauseMs: 60_000, sweepAtLeastMs: 86_400_000 }

const lockKey = `hashtext('nani.monitoring')`

/**
 * Keeps monitored subjects screened (spec 2 § Ongoing monitoring). Every process may run it: one at a time works, and
 * another takes over where it left off, because nothing is known here that is not in the database.
 */
export const startMonitoring = (
  dependencies: MonitoringDependencies,
  rhythm: Rhythm = usualRhythm,
): Monitoring => {
  const { onError } = dependencies
  let stopping = false
  const isStopping = () => stopping
  const work = createRound(dependencies, rhythm, isStopping)
  const run = oneAtATime(async () => {
    if (stopping) return
    await work().catch(onError)
  })
  const timer = setInterval(() => void run(), rhythm.everyMs).unref()
  return {
    wake: run,
    async stop() {
      stopping = true
      clearInterval(timer)
      await run.idle()
    },
  }
}

/** One look at everything that may have to be done; nothing when another process is at it. */
export const createRound = (
  dependencies: MonitoringDependencies,
  rhythm: Pick<Rhythm, 'sweepPauseMs' | 'sweepAtLeastMs'>,
  isStopping: () => boolean,
): (() => Promise<void>) => {
  const { pool, clock, sources } = dependencies
  const follow = followSubjects(dependencies)

  const look = async () => {
    const versions = await sources.currentVersions('sandbox')
    // The index of this process: who sees all sees the last change of all.
    const indexed = Math.max(0, ...versions.map(({ versionId }) => versionId))
    const now: Progress = {
      listChange: indexed,
      threshold: await sources.threshold(),
      registerRevision: await readRegisterRevision(pool),
      sweptAt: new Date(clock.now()),
    }
    return { now, progress: await readProgress(pool, now), isDue: await isAnyDue(pool) }
  }
  const isSweepDue = ({ sweptAt, registerRevision }: Progress, now: Progress): boolean => {
    const ageMs = now.sweptAt.getTime() - sweptAt.getTime()
    return ageMs >= (registerRevision === now.registerRevision ? rhythm.sweepAtLeastMs : rhythm.sweepPauseMs)
  }
  const isWork = ({ now, progress, isDue }: Awaited<ReturnType<typeof look>>): boolean =>
    now.listChange > progress.listChange ||
    now.threshold !== progress.threshold ||
    isDue ||
    isSweepDue(progress, now)

  const workUnderLock = async () => {
    const { now, progress } = await look()
    // Another process has screened against lists that this one has not loaded yet.
    if (now.listChange < progress.listChange) return
    let at = progress
    const advance = async (changes: Partial<Progress>) => {
      at = { ...at, ...changes }
      await saveProgress(pool, at)
    }
    if (now.threshold !== at.threshold) {
      await markAllDue(pool)
      await advance({ threshold: now.threshold })
    }
    if (now.listChange > at.listChange) {
      const listChange = await screenChangedEntries(at.listChange, now.listChange, follow, dependencies)
      await advance({ listChange })
    }
    await screenDue(dependencies, isStopping)
    if (isSweepDue(at, now) && (await sweepIdentities(dependencies, isStopping)))
      await advance({ registerRevision: now.registerRevision, sweptAt: new Date(clock.now()) })
  }

  return async () => {
    if (isWork(await look())) await underLock(pool, workUnderLock)
  }
}

const isAnyDue = async (pool: pg.Pool): Promise<boolean> => {
  const { rowCount } = await pool.query({
    name: 'is any monitor due',
    text: 'select from monitors where due is not null and stopped_at is null limit 1',
  })
  return rowCount === 1
}

/** The lock ends with its connection: a process that dies leaves none behind. */
const underLock = async (pool: pg.Pool, work: () => Promise<void>): Promise<void> => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${lockKey}) as mine`)
    if (!rows[0]?.mine) return
    try {
      await work()
    } finally {
      await client.query(`select pg_advisory_unlock(${lockKey})`).catch((error: Error) => {
        broken = error
      })
    }
  } finally {
    client.release(broken)
  }
}
