import type pg from 'pg'

/** What the list manager has chosen; docs/screening-measurements.md tells what a threshold costs. */
export type ScreeningSettings = {
  /** The lowest match score that is a hit. */
  threshold: number
}

export const defaultThreshold = 0.8
/** Below, everybody is hit; at 1, nothing but the very spelling. */
export const thresholdRange = { least: 0.5, most: 1 }

/** What a threshold was measured to do (docs/screening-measurements.md): percent of changed names found, of clean names hit. */
export const thresholdConsequences: readonly { threshold: number; found: number; cleanHit: number }[] = [
  { threshold: 0.7, found: 95.9, cleanHit: 1.2 },
  { threshold: 0.75, found: 95.6, cleanHit: 0.8 },
  { threshold: 0.8, found: 94.5, cleanHit: 0.6 },
  { threshold: 0.85, found: 90.6, cleanHit: 0.3 },
  { threshold: 0.9, found: 76.5, cleanHit: 0.1 },
  { threshold: 0.95, found: 55.9, cleanHit: 0.1 },
]

type Database = Pick<pg.Pool, 'query'>

export const readScreeningSettings = async (database: Database): Promise<ScreeningSettings> => {
  const { rows } = await database.query<ScreeningSettings>('select threshold from screening_settings')
  return { threshold: rows[0]?.threshold ?? defaultThreshold }
}

/** Throws a RangeError outside `thresholdRange`. In force for screenings that begin afterwards. */
export const setThreshold = async (database: Database, threshold: number, now: Date): Promise<void> => {
  const { least, most } = thresholdRange
  if (!(threshold >= least && threshold <= most))
    throw new RangeError(`A threshold lies between ${least} and ${most}.`)
  await database.query(
    `insert into screening_settings (threshold, updated_at) values ($1, $2)
     on conflict (only_row) do update set threshold = excluded.threshold, updated_at = excluded.updated_at`,
    [threshold, now],
  )
}
