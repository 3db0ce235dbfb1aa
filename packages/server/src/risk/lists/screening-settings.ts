import { Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { defineAct, requireVersion, versionInput } from '../../gateway/acts/index.ts'

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

/** The threshold with the version that a change is based on. Before the first change it is 1. */
export const readVersionedThreshold = async (
  database: Database,
): Promise<ScreeningSettings & { version: number }> => {
  const { rows } = await database.query<ScreeningSettings & { version: number }>(
    'select threshold, version from screening_settings',
  )
  return rows[0] ?? { threshold: defaultThreshold, version: 1 }
}

/** Sets the threshold for later screenings. Throws a Refusal outside `thresholdRange`. */
export const setThreshold = defineAct({
  name: 'lists.threshold',
  routes: { operator: 'PUT /threshold' },
  answers: 204,
  sentence: { en: 'Sets the threshold of screening', fr: 'Définit le seuil du filtrage' },
  actors: { operator: ['list_manager', 'supervisor'] },
  input: Type.Object(
    {
      threshold: Type.Number(),
      /** Absent on the command line, which compares nothing. */
      version: Type.Optional(versionInput),
    },
    { additionalProperties: false },
  ),
  output: Type.Null(),
  refusals: ['value_invalid', 'changed_meanwhile'],
  async perform({ client, input: { threshold, version }, nowMs }) {
    const { least, most } = thresholdRange
    if (!(threshold >= least && threshold <= most))
      throw new Refusal('value_invalid', `A threshold must be between ${least} and ${most}.`, {
        context: { field: 'threshold' },
      })
    await client.query(`select pg_advisory_xact_lock(hashtext('nani screening settings'))`)
    const current = await readVersionedThreshold(client)
    if (version !== undefined) requireVersion(version, current)
    await client.query(
      `insert into screening_settings (threshold, updated_at, version) values ($1, $2, $3)
       on conflict (only_row) do update set threshold = excluded.threshold, updated_at = excluded.updated_at,
         version = excluded.version`,
      [threshold, new Date(nowMs), current.version + 1],
    )
    const before = { threshold: current.threshold }
    return { result: null, entry: { subject: 'screening_settings', before, after: { threshold } } }
  },
})
