import { createHmac, type KeyObject } from 'node:crypto'
import { type Clock, minuteMs } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import { type Alarm, raiseAlarm } from './alarms.ts'
import { addToSketch, countOfSketch, emptySketch, mergeSketches } from './distinct-sketch.ts'

/** A search of the register by an identifier, in any mode. */
export type Lookup = { applicationId: string; identifier: { type: string; value: string }; found: boolean }

/** 0 turns an alarm off. */
export type LookupThresholds = {
  /** Different identifiers within the window that were not found. */
  missing: number
  /** Different identifiers within the window, found or not. */
  asked: number
}

export type LookupWatchDependencies = {
  pool: Database
  clock: Clock
  newRecorder(): string
  /** Keys the hashes of identifiers. */
  key: KeyObject
  thresholds: LookupThresholds
  onAlarm(alarm: Alarm): void
}

export type LookupWatch = {
  /** Counts one lookup, in memory. */
  note(lookup: Lookup): void
  /** Shares what was counted with the other processes, and raises the alarms that are due. Called each minute. */
  flush(): Promise<void>
}

type LookupCounts = { asked: Buffer; missing: Buffer }
type Window = { asked: number; missing: number }

const windowMinutes = 10
/**
 * The share of unknown identifiers that shows guessing: a caller with real customers knows most of the identifiers.
 */
const suspiciousShare = 0.2
const maxApplications = 10_000
const batchSize = 500

/**
 * Detects when one application asks for many different identifiers within ten minutes, over all processes. Each
 * process counts in sketches (two kilobytes for an application) and writes them to the database once a minute.
 */
export const createLookupWatch = (dependencies: LookupWatchDependencies): LookupWatch => {
  const { clock, key, pool, thresholds } = dependencies
  let counted = new Map<string, LookupCounts>()

  const countedOf = (applicationId: string): LookupCounts | undefined => {
    const known = counted.get(applicationId)
    if (known || counted.size >= maxApplications) return known
    const added = { asked: emptySketch(), missing: emptySketch() }
    counted.set(applicationId, added)
    return added
  }

  /** Counts that could not be written are added to the next minute. */
  const countAgain = ([applicationId, lost]: [string, LookupCounts]) => {
    const now = countedOf(applicationId)
    if (!now) return
    now.asked = mergeSketches([now.asked, lost.asked])
    now.missing = mergeSketches([now.missing, lost.missing])
  }

  const judge = async (applicationId: string, nowMs: number) => {
    const { asked, missing } = await readWindow(pool, applicationId, windowStart(nowMs))
    const details = { identifiers: asked, not_found: missing, minutes: windowMinutes }
    const raise = async (kind: Alarm['kind']) => {
      const alarm = { application_id: applicationId, kind, raised_at: new Date(nowMs), details }
      if (await raiseAlarm(pool, alarm)) dependencies.onAlarm(alarm)
    }
    const isGuessing = missing >= asked * suspiciousShare
    if (reaches(missing, thresholds.missing) && isGuessing) await raise('identifier_enumeration')
    if (reaches(asked, thresholds.asked)) await raise('identifier_volume')
  }

  return {
    note({ applicationId, identifier, found }) {
      const sketches = countedOf(applicationId)
      if (!sketches) return
      const hash = createHmac('sha256', key).update(`${identifier.type}:${identifier.value}`).digest()
      addToSketch(sketches.asked, hash)
      if (!found) addToSketch(sketches.missing, hash)
    },
    async flush() {
      const nowMs = clock.now()
      const minute = counted
      counted = new Map()
      const entries = [...minute]
      const failures: unknown[] = []
      for (let from = 0; from < entries.length; from += batchSize) {
        const part = entries.slice(from, from + batchSize)
        const recorder = dependencies.newRecorder()
        const suspects = await share(part, { nowMs, recorder, pool, thresholds }).catch((error) => {
          for (const entry of entries.slice(from)) countAgain(entry)
          throw error
        })
        // One application may have moved to another database, which refuses its alarm here. The others are judged.
        for (const applicationId of suspects)
          await judge(applicationId, nowMs).catch((error: unknown) => failures.push(error))
      }
      if (failures.length > 0) throw failures[0]
    },
  }
}

const reaches = (count: number, threshold: number) => threshold > 0 && count >= threshold
const windowStart = (nowMs: number) => new Date(minuteOf(nowMs) - (windowMinutes - 1) * minuteMs)
const minuteOf = (nowMs: number) => Math.floor(nowMs / minuteMs) * minuteMs

type Sharing = {
  nowMs: number
  recorder: string
  pool: Database
  thresholds: LookupThresholds
}

/**
 * Writes the sketches of a minute. Returns the applications that may have reached a threshold. The sum of their
 * minutes is an upper bound of the merged count, so that most sketches are never read again.
 */
const share = async (
  part: readonly [string, LookupCounts][],
  { nowMs, recorder, pool, thresholds }: Sharing,
): Promise<string[]> => {
  const asked = part.map(([, counts]) => countOfSketch(counts.asked))
  const missing = part.map(([, counts]) => countOfSketch(counts.missing))
  const ids = part.map(([applicationId]) => applicationId)
  await pool.query(
    `insert into lookup_sketches (application_id, minute, recorder, asked, missing, asked_sketch, missing_sketch)
     select id, $1, $2, asked, missing, asked_sketch, missing_sketch
     from unnest($3::text[], $4::int[], $5::int[], $6::bytea[], $7::bytea[])
       as s(id, asked, missing, asked_sketch, missing_sketch)`,
    [
      new Date(minuteOf(nowMs)),
      recorder,
      ids,
      asked,
      missing,
      part.map(([, counts]) => counts.asked),
      part.map(([, counts]) => counts.missing),
    ],
  )
  // The estimates of the parts have errors of a few percent.
  const margin = 0.9
  const { rows } = await pool.query<{ application_id: string }>(
    `select application_id from lookup_sketches where application_id = any($1) and minute >= $2
     group by application_id having ($3 > 0 and sum(asked) >= $3) or ($4 > 0 and sum(missing) >= $4)`,
    [ids, windowStart(nowMs), Math.floor(thresholds.asked * margin), Math.floor(thresholds.missing * margin)],
  )
  return rows.map(({ application_id }) => application_id)
}

const readWindow = async (pool: Database, applicationId: string, since: Date): Promise<Window> => {
  const { rows } = await pool.query<{ asked_sketch: Buffer; missing_sketch: Buffer }>(
    `select asked_sketch, missing_sketch from lookup_sketches where application_id = $1 and minute >= $2`,
    [applicationId, since],
  )
  return {
    asked: countOfSketch(mergeSketches(rows.map((row) => row.asked_sketch))),
    missing: countOfSketch(mergeSketches(rows.map((row) => row.missing_sketch))),
  }
}
