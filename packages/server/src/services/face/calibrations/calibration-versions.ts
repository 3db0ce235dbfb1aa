import type { FittedCalibration } from '@nani/engines/face-evaluation/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'

/** The name of the calibration of a recogniser's manifest, for commands and for the audit log. */
export const ofTheModel = 'of-the-model'
export const confirmationHours = 24

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
         when exists (
           select from face_calibration_decisions d
           where d.calibration_id = c.calibration_id and d.step = 'proposed'
             and d.decided_at > $1::timestamptz - make_interval(hours => $2)
             and d.decision_id > coalesce(latest.decision_id, 0)) then 'proposed'
         else 'stored' end as state
     from face_calibrations c left join latest using (model_id)
     order by c.stored_at desc, c.calibration_id`,
    [now, confirmationHours],
  )
  return rows
}
