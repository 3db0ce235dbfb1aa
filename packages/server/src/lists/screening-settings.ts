import type pg from 'pg'

/** What the list manager has chosen; docs/screening-measurements.md tells what a threshold costs. */
export type ScreeningSettings = {
  /** The lowest match score that is a hit. */
  threshold: number
}

export const defaultThreshold = 0.8
/** Below, everybody is hit; at 1, nothing but the very spelling. */
export const thresholdRange = { least: 0.5, most: 1 }

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
