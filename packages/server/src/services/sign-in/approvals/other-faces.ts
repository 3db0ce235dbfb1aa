import { Refusal } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type { ActingCitizen } from '../../../citizens/citizen-devices/index.ts'
import type { Handle } from '../handles.ts'

/** Other faces in front of one device within a day. */
export const maxOtherFaces = 10
const retryAfterSeconds = 3_600

/**
 * The holder of a stolen device may show photographs of the citizen to it, and each one has a chance. So a device has a
 * bound. The other devices of the citizen go on, and only the holder of the device can use its attempts up.
 */
export const requireFewOtherFaces = async (
  database: Database,
  { citizen, deviceId }: Pick<ActingCitizen, 'citizen' | 'deviceId'>,
): Promise<void> => {
  const { rows } = await database.query<{ faces: number }>({
    name: 'sign-in-other-faces',
    text: `select count(application_id)::int as faces from sign_in_requests
           where citizen = $1 and other_face_at > now() - interval '1 day' and other_face_of = $2`,
    values: [citizen, deviceId],
  })
  if ((rows[0]?.faces ?? 0) >= maxOtherFaces)
    throw new Refusal('too_many_attempts', { retry_after: retryAfterSeconds })
}

/** Another face ended the request. It is written in the transaction of the answer. */
export const writeOtherFace = async (
  database: Database,
  { applicationId, requestId }: Handle,
  { deviceId }: Pick<ActingCitizen, 'deviceId'>,
): Promise<void> => {
  await database.query({
    name: 'sign-in-other-face',
    text: `update sign_in_requests set other_face_at = now(), other_face_of = $3
           where application_id = $1 and request_id = $2`,
    values: [applicationId, requestId, deviceId],
  })
}
