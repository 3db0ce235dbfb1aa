import { Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { defineAct } from '../../gateway/acts/index.ts'

/** The settings of the list manager. docs/screening-measurements.md shows the effect of a threshold. */
export type ScreeningSettings = {
  /** The lowest match score of a hit. */
  threshold: number
}

export const defaultThreshold = 0.8
/** Below this range, every subject has hits. At 1, only the identical spelling matches. */
export const thresholdRange = { least: 0.5, most: 1 }

/**
 * Measured effects of thresholds (docs/screening-measurements.md): percent of changed names found, and of clean names
 * hit.
 */
export const thresholdConsequences: readonly { threshold: number; found: number; cleanHit: number }[] = [
  { threshold: 0.7, found: 95.9, cleanHit: 1.2 },
  { threshold: 0.75, found: 95.6, cleanHit: 0.8 },
  { threshold: 0.8, found: 94.5, cleanHit: 0.6 },
  { threshold: 0.85, found: 90.6, cleanHit: 0.3 },
  { threshold: 0.9, found: 76.5, cleanHit: 0.1 },
  { threshold: 0.95, found: 55.9, cleanHit: 0.1 },
]

type Database = Pick<pg.ClientBase, 'query'>

export const readScreeningSettings = async (database: Database): Promise<ScreeningSettings> => {
  const { rows } = await database.query<ScreeningSettings>('select threshold from screening_settings')
  return { threshold: rows[0]?.threshold ?? defaultThreshold }
}

/** Sets the threshold for later screenings. Throws a Refusal outside `thresholdRange`. */
export const setThreshold = defineAct({
  name: 'lists.threshold',
  routes: { operator: 'PUT /threshold' },
  answers: 204,
  sentence: { en: 'Sets the threshold of screening', fr: 'Définit le seuil du filtrage' },
  actors: { operator: ['list_manager', 'supervisor'] },
  input: Type.Object({ threshold: Type.Number() }, { additionalProperties: false }),
  output: Type.Null(),
  refusals: ['value_invalid'],
  async perform({ client, input: { threshold }, nowMs }) {
    const { least, most } = thresholdRange
    if (!(threshold >= least && threshold <= most))
      throw new Refusal('value_invalid', `A threshold must be between ${least} and ${most}.`)
    const before = await readScreeningSettings(client)
    await client.query(
      `insert into screening_settings (threshold, updated_at) values ($1, $2)
       on conflict (only_row) do update set threshold = excluded.threshold, updated_at = excluded.updated_at`,
      [threshold, new Date(nowMs)],
    )
    return { result: null, entry: { subject: 'screening_settings', before, after: { threshold } } }
  },
})
