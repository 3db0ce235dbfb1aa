import type { FittedCalibration } from '@nani/engines/face-evaluation/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'

/** The name of the calibration of a recogniser's manifest, for commands and for the audit log. */
export const ofTheModel = 'of-the-model'
const confirmationHours = 24

/**
 * The proposals that still wait: no one declined them, their person is not disabled, 24 hours are not over, and no other calibration took
 * effect after them. $1: now.
 */
export const waitingProposals = `(select proposal.* from face_calibration_decisions proposal
  where step = 'proposed' and decided_at > $1::timestamptz - interval '${confirmationHours} hours'
    and not exists (select from face_calibration_declines declined where declined.decision_id = proposal.decision_id)
    and not exists (select from operators where name = decided_by and disabled_at is not null)
    and not exists (select from face_calibration_decisions later
      where later.model_id = proposal.model_id and later.step = 'confirmed' and later.decision_id > proposal.decision_id))`

export type CalibrationVersion = {
  id: string
  model_id: string
  supported_rate: number
  stored_by: string
  stored_at: Date
  state: 'active' | 'proposed' | 'stored'
}

/** A stored calibration. Null: there is none with this identifier. */
export const readCalibration = async (
  database: Database,
  calibrationId: string,
): Promise<FittedCalibration | null> => {
  const { rows } = await database.query<{ calibration: FittedCalibration }>(
    'select calibration from face_calibrations where calibration_id = $1',
    [calibrationId],
  )
  return rows[0]?.calibration ?? null
}

/** The calibration in force for a recogniser: the newest confirmed decision. Null: that of its manifest. */
export const readActiveCalibration = async (
  database: Database,
  modelId: string,
): Promise<FittedCalibration | null> => {
  const { rows } = await database.query<{ calibration: FittedCalibration | null }>(
    `select c.calibration from face_calibration_decisions d left join face_calibrations c using (calibration_id)
     where d.model_id = $1 and d.step = 'confirmed' order by d.decision_id desc limit 1`,
    [modelId],
  )
  return rows[0]?.calibration ?? null
}

/** Every stored calibration, the newest first. */
export const listCalibrations = async (database: Database, now: Date): Promise<CalibrationVersion[]> => {
  const { rows } = await database.query<CalibrationVersion>(
    `with latest as (
       select distinct on (model_id) model_id, calibration_id, decision_id from face_calibration_decisions
       where step = 'confirmed' order by model_id, decision_id desc)
     select c.calibration_id as id, c.model_id, (c.calibration ->> 'supported_rate')::float8 as supported_rate,
       c.stored_by, c.stored_at,
       case when latest.calibration_id = c.calibration_id then 'active'
         when exists (select from ${waitingProposals} d where d.calibration_id = c.calibration_id) then 'proposed'
         else 'stored' end as state
     from face_calibrations c left join latest using (model_id)
     order by c.stored_at desc, c.calibration_id`,
    [now],
  )
  return rows
}
