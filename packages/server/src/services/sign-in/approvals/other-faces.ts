import { Refusal } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { ActingCitizen } from '../../../citizens/citizen-devices/index.ts'
import { askAll, cellIsAway, type Databases, homeAlone } from '../../../gateway/acts/index.ts'
import type { Handle } from '../handles.ts'

/** Other faces in front of one device within a day. */
export const maxOtherFaces = 10
const retryAfterSeconds = 3_600

/**
 * The holder of a stolen device may show photographs of the citizen to it, and each one has a chance. So a device has a
 * bound, in all databases together. The other devices of the citizen go on, and only the holder of the device can use its attempts up.
 * A database that does not answer may have the faces that reach the bound: then nothing is compared either. Every count takes a
 * connection. Who holds one already must not wait for another one, so this is no part of a transaction.
 */
export const requireFewOtherFaces = async (
  pool: pg.Pool,
  citizen: OfDevice,
  databases: Databases = () => homeAlone(pool),
): Promise<void> => {
  const { answers, unread } = await askAll(databases(), (one) => otherFacesIn(one, citizen))
  if (answers.reduce((sum, { answer }) => sum + answer, 0) >= maxOtherFaces)
    throw new Refusal('too_many_attempts', { retry_after: retryAfterSeconds })
  const [name] = unread
  if (name !== undefined) throw cellIsAway(name)
}

type OfDevice = Pick<ActingCitizen, 'citizen' | 'deviceId'>

const otherFacesIn = async (database: Database, { citizen, deviceId }: OfDevice): Promise<number> => {
  const { rows } = await database.query<{ faces: number }>({
    name: 'sign-in-other-faces',
    text: `select count(application_id)::int as faces from sign_in_requests
           where citizen = $1 and other_face_at > now() - interval '1 day' and other_face_of = $2`,
    values: [citizen, deviceId],
  })
  return rows[0]?.faces ?? 0
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
